// swift-tools-version: 6.2
import PackageDescription

// One target a stage; the arrows of the pipeline are the dependencies below, and they only point
// down. C libraries are each seen by one Swift target.

/// Targets that hold the product's own Swift code: every unsafe use is marked as such.
let sourceSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests are held to the same rules, except that unsafe uses need no mark.
let testSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func stage(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: sourceSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: testSettings)
}

let package = Package(
  name: "avatar-overlay",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // The placement that a phone app links for its live overlay: plain Swift, no C library.
    .library(
      name: "AvatarPlacement",
      targets: ["Geometry", "FaceModel", "Tracking", "Avatars", "Placement"]),
    // Reading and writing tracking files.
    .library(
      name: "AvatarTrackingFiles", targets: ["Geometry", "FaceModel", "Tracking", "TrackingFiles"]),
    // Drawing pictures at homographies.
    .library(name: "AvatarCompositing", targets: ["Geometry", "Imaging", "Compositing"]),
    // Looks for pictures and frames.
    .library(name: "AvatarFilters", targets: ["Geometry", "Imaging", "Filters"]),
    .library(name: "AvatarRendering", targets: ["Rendering"]),
    // Measuring pictures against each other: the ladder alone, without video.
    .library(name: "AvatarComparison", targets: ["Imaging", "Comparison"]),
    // Comparing pictures, explaining what moved, and measuring how well an overlay sits.
    .library(
      name: "AvatarVerification",
      targets: ["Imaging", "Comparison", "Registration", "Alignment", "Review", "Verification"]),
    // Goldens for a package's own tests: `expectGolden(picture, "name")`.
    .library(name: "AvatarGoldenTesting", targets: ["GoldenTesting", "Goldens", "Imaging"]),
    .executable(name: "avatar-overlay", targets: ["avatar-overlay"]),
  ],
  targets: [
    // Plain Swift: what goes where.
    stage("Geometry"),
    stage("FaceModel", ["Geometry"]),
    stage("Tracking", ["Geometry", "FaceModel"]),
    stage("Avatars", ["Geometry", "FaceModel"]),
    stage("Placement", ["Geometry", "FaceModel", "Tracking", "Avatars"]),

    // Pixels.
    .target(
      name: "CPNG",
      linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("deflate")]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    stage("Imaging", ["Geometry", "CPNG", "CTurboJPEG", "CWebP"]),
    .target(name: "CKernels"),
    stage("Compositing", ["Geometry", "Imaging", "CKernels"]),
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev"]),
        .brew(["ffmpeg"]),
      ]),
    stage("Video", ["Geometry", "Imaging", "CFFmpeg"]),

    // Looks for whole pictures.
    .target(name: "CFilters"),
    stage("Filters", ["Geometry", "Avatars", "Imaging", "CFilters"]),

    // Files.
    .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
    .systemLibrary(
      name: "CCompression", pkgConfig: "libzstd",
      providers: [.apt(["zlib1g-dev", "libzstd-dev"]), .brew(["zlib", "zstd"])]),
    stage("TrackingFiles", ["Geometry", "FaceModel", "Tracking", "CSimdjson", "CCompression"]),
    .systemLibrary(
      name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    stage("AvatarFiles", ["Geometry", "FaceModel", "Avatars", "Imaging", "CZip"]),

    // Shapes and text.
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    stage("Drawing", ["Geometry", "Imaging", "CPango"]),

    // Share cards: a picture in a layout, with text and a QR code.
    .systemLibrary(
      name: "CQRCode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    stage("Cards", ["Geometry", "Avatars", "Imaging", "Drawing", "CQRCode"]),

    // The sample recording: an illustrated subject whose pose is known exactly.
    stage(
      "SampleRecording",
      ["Geometry", "FaceModel", "Tracking", "TrackingFiles", "Imaging", "Video", "Drawing"]),

    // The jobs and the tool.
    stage(
      "Rendering",
      [
        "Geometry", "FaceModel", "Tracking", "Avatars", "Placement", "Imaging", "Compositing",
        "Filters", "Video", "TrackingFiles", "AvatarFiles", "SampleRecording", "Drawing", "Cards",
      ]),

    // The proof: what differs, what moved, how well it sits, and a page to look at.
    .target(name: "CComparison"),
    stage("Comparison", ["Geometry", "Imaging", "CComparison"]),
    stage("Registration", ["Geometry", "Imaging"]),
    stage("Alignment", ["Geometry", "FaceModel", "Tracking", "Placement"]),
    // The page's HTML, CSS and JavaScript, within the program.
    .target(
      name: "CReviewPage", path: "Sources/Review/Page",
      exclude: ["page.html", "page.css", "script"]),
    .target(
      name: "Review", dependencies: ["Geometry", "Imaging", "Comparison", "Video", "CReviewPage"],
      exclude: ["Page"], swiftSettings: sourceSettings),
    stage(
      "Verification",
      [
        "Geometry", "FaceModel", "Tracking", "Avatars", "Placement", "Imaging", "Video",
        "TrackingFiles", "AvatarFiles", "SampleRecording", "Rendering", "Comparison",
        "Registration", "Alignment", "Review", "Drawing",
      ]),
    stage(
      "Goldens",
      [
        "Geometry", "Tracking", "Avatars", "Placement", "Imaging", "Video", "TrackingFiles",
        "AvatarFiles", "Rendering", "Comparison", "Registration", "Review", "Verification",
      ]),
    // Goldens in other packages' tests.
    stage("GoldenTesting", ["Placement", "Imaging", "Comparison", "Review", "Goldens"]),

    // The service: a door, what lies behind it, and the work in processes of its own.
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    stage("HTTPServer", ["CMicrohttpd"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    stage("Access", ["Video"]),
    stage("Store", ["CSQLite", "Access"]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    stage("Webhooks", ["CCurl", "Access", "Store"]),
    .target(name: "CIsolation", linkerSettings: [.linkedLibrary("seccomp")]),
    stage("Isolation", ["CIsolation"]),
    stage("Jobs", ["Store", "Webhooks", "Isolation", "Avatars"]),
    // The interface's description, within the program.
    .target(
      name: "COpenAPI", path: "Sources/Service/OpenAPI", exclude: ["openapi.json"]),
    // The page at its root, likewise.
    .target(
      name: "CServicePage", path: "Sources/Service/Page",
      exclude: ["page.html", "page.css", "script"]),
    .target(
      name: "Service",
      dependencies: [
        "COpenAPI", "CServicePage", "Geometry", "FaceModel", "Tracking", "Avatars", "Placement",
        "Imaging", "Filters", "Cards", "Video", "TrackingFiles", "AvatarFiles", "SampleRecording",
        "Rendering", "Comparison", "Review", "Registration", "Verification", "HTTPServer", "Access",
        "Store", "Webhooks", "Isolation", "Jobs",
      ], exclude: ["OpenAPI", "Page"], swiftSettings: sourceSettings),
    .target(name: "CHeap"),
    stage(
      "CommandLineInterface",
      [
        "CHeap",
        "Geometry", "Tracking", "Avatars", "Placement", "Imaging", "Compositing", "Video",
        "TrackingFiles", "AvatarFiles", "SampleRecording", "Rendering", "Comparison",
        "Registration", "Alignment", "Review", "Verification", "Goldens", "Filters", "Cards",
        "Drawing", "HTTPServer", "Access", "Store", "Isolation", "Jobs", "Service",
      ]),
    .executableTarget(
      name: "avatar-overlay", dependencies: ["CommandLineInterface"], swiftSettings: sourceSettings),

    .target(
      name: "TestSupport", dependencies: ["Geometry", "FaceModel", "Imaging"],
      path: "Tests/TestSupport",
      swiftSettings: testSettings),
    // Counts the heap allocations of the program that it is linked into.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    tests("Geometry", ["Geometry"]),
    tests("Tracking", ["Geometry", "FaceModel", "Tracking", "TrackingFiles"]),
    tests("TrackingFiles", ["Geometry", "FaceModel", "Tracking", "TrackingFiles"]),
    tests("Avatars", ["Geometry", "FaceModel", "Avatars"]),
    tests("AvatarFiles", ["Geometry", "Avatars", "AvatarFiles", "Imaging"]),
    tests(
      "Placement",
      ["Geometry", "FaceModel", "Tracking", "TrackingFiles", "Avatars", "Placement"]),
    tests("Imaging", ["Geometry", "Imaging"]),
    tests(
      "Compositing",
      ["Geometry", "Imaging", "CKernels", "Compositing", "AllocationCounter", "GoldenTesting"]),
    tests("Video", ["Geometry", "Imaging", "Video"]),
    tests(
      "SampleRecording",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Imaging", "Video",
        "SampleRecording",
      ]),
    // The jobs as a library, and the tool as the process that a person starts.
    tests(
      "Rendering",
      [
        "Geometry", "FaceModel", "Tracking", "Avatars", "Placement", "Imaging", "Video",
        "TrackingFiles", "AvatarFiles", "SampleRecording", "Rendering",
      ]),
    tests("Comparison", ["Geometry", "Imaging", "Comparison"]),
    tests("Registration", ["Geometry", "Imaging", "Compositing", "Registration"]),
    tests("Alignment", ["Geometry", "FaceModel", "Tracking", "Placement", "Alignment"]),
    tests("Review", ["Geometry", "Imaging", "Comparison", "Review"]),
    tests(
      "Verification",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Avatars", "AvatarFiles",
        "Placement", "Imaging", "Video", "SampleRecording", "Rendering", "Comparison",
        "Registration", "Alignment", "Review", "Verification",
      ]),
    tests(
      "Goldens",
      [
        "Geometry", "Tracking", "Placement", "Imaging", "Video", "AvatarFiles", "SampleRecording",
        "Rendering", "Comparison", "Review", "Verification", "Goldens",
      ]),
    tests("GoldenTesting", ["Imaging", "Goldens", "GoldenTesting"]),
    tests("Filters", ["Geometry", "Imaging", "CFilters", "Filters"]),
    tests("Drawing", ["Geometry", "Imaging", "Drawing"]),
    tests("Cards", ["Geometry", "Avatars", "Imaging", "Drawing", "Cards"]),
    tests("HTTPServer", ["HTTPServer"]),
    tests("Access", ["Access"]),
    // Submits jobs until it is killed.
    .executableTarget(
      name: "StoreCrashProbe", dependencies: ["Store"], path: "Tests/StoreCrashProbe",
      swiftSettings: testSettings),
    tests("Store", ["Access", "Store", "StoreCrashProbe"]),
    tests("Webhooks", ["Access", "Store", "Webhooks"]),
    tests("Isolation", ["Isolation", "avatar-overlay"]),
    tests("Jobs", ["Store", "Webhooks", "Isolation", "Jobs", "avatar-overlay"]),
    // The service as the process that a person starts.
    tests(
      "Service",
      [
        "Geometry", "FaceModel", "Imaging", "AvatarFiles", "Cards", "HTTPServer", "Jobs", "Service",
        "avatar-overlay",
      ]),
    tests("CommandLineInterface", ["Imaging", "avatar-overlay"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)

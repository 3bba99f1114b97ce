// swift-tools-version: 6.2
import PackageDescription

// One target a stage of the pipeline, in layers: the folders of `Sources`. A target depends on its own layer and on
// those below it. Each C library is imported within one layer. `Scripts/check-structure.py` checks that
// declarations and imports are the same.

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

/// The layers of `Sources` and `Tests`, from the lowest: each depends only on itself and on those before it,
/// which `Scripts/check-structure.py` checks.
enum Layer: String {
  case ground = "Ground"
  case face = "Face"
  case pixels = "Pixels"
  case avatar = "Avatar"
  case video = "Video"
  case engine = "Engine"
  case demo = "Demo"
  case proof = "Proof"
  case service = "Service"
  case tool = "Tool"

  /// The folder of one of its targets.
  func sources(_ name: String) -> String { "Sources/\(rawValue)/\(name)" }

  /// A target in Swift.
  func target(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: sources(name), exclude: exclude,
      swiftSettings: sourceSettings)
  }

  /// A target in C or C++, or the shim of a library that needs one.
  func native(
    _ name: String, _ dependencies: [Target.Dependency] = [], linking libraries: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: sources(name),
      linkerSettings: libraries.map { .linkedLibrary($0) })
  }

  /// A library of the system, which one target imports.
  func library(
    _ name: String, pkgConfig: String, apt: [String], brew: [String]
  ) -> Target {
    .systemLibrary(
      name: name, path: sources(name), pkgConfig: pkgConfig,
      providers: [.apt(apt), .brew(brew)])
  }

  /// The tests of a target, in the same layer.
  func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: dependencies,
      path: "Tests/\(rawValue)/\(name)Tests", swiftSettings: testSettings)
  }
}

/// Swift's runtime and Foundation within the program, which then starts in 27 ms where it took 34, renders a
/// clip of eight seconds in 0.99 of the time, and runs where no toolchain is.
///
/// The libraries after the first flag are those of Foundation, which modules that are compiled for shared
/// ones do not name. (`--static-swift-stdlib` would have all modules compiled for static ones, which tests
/// cannot be.) Builds under a sanitizer do without, by a variable of the environment: what libc's own `strdup`
/// allocates would not come from the allocator of the sanitizer of threads.
let staticRuntime: [LinkerSetting] =
  Context.environment["AVATAR_OVERLAY_SHARED_RUNTIME"] != nil
  ? []
  : [
    .unsafeFlags(
      [
        "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims",
        "-l_FoundationCollections", "-use-ld=lld",
        "-Xlinker", "-T", "-Xlinker", "\(Context.packageDirectory)/Scripts/read-only-icu.ld",
      ],
      .when(platforms: [.linux], configuration: .release))
  ]

let package = Package(
  name: "avatar-overlay",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // The placement that a phone app links for its live overlay: plain Swift, no C library.
    .library(
      name: "AvatarPlacement",
      targets: [
        "Geometry", "Text", "JSON", "FaceModel", "Tracking", "Models", "Avatars", "Scenes",
        "Placement",
      ]),
    // The brushing game's session, live or from a recording: plain Swift, no C library.
    .library(
      name: "AvatarSession",
      targets: ["Geometry", "Text", "JSON", "FaceModel", "Tracking", "Session"]),
    // Reading and writing tracking files.
    .library(
      name: "AvatarTrackingFiles",
      targets: ["Geometry", "Problems", "Files", "FaceModel", "Tracking", "TrackingFiles"]),
    // Drawing pictures at homographies.
    .library(
      name: "AvatarCompositing", targets: ["Geometry", "Problems", "Imaging", "Compositing"]),
    // Where the skin of faces goes in a clip.
    .library(name: "AvatarSkin", targets: ["Geometry", "Features", "Skin"]),
    // Looks for pictures and frames.
    .library(name: "AvatarFilters", targets: ["Geometry", "Problems", "Imaging", "Filters"]),
    .library(
      name: "AvatarRendering",
      targets: [
        "Problems", "Hud", "Recipe", "Timelines", "Passes", "Recordings", "Rendering", "Snapshots",
      ]),
    // Measuring pictures against each other: the ladder alone, without video.
    .library(name: "AvatarComparison", targets: ["Problems", "Imaging", "Comparison"]),
    // Comparing pictures, explaining what moved, and measuring how well an overlay sits.
    .library(
      name: "AvatarVerification",
      targets: [
        "Problems", "Imaging", "Comparison", "Registration", "PictureMotion", "Alignment",
        "Review", "Explaining", "MediaComparison", "Verification",
      ]),
    // Goldens for a package's own tests: `expectGolden(picture, "name")`.
    .library(
      name: "AvatarGoldenTesting", targets: ["Problems", "GoldenTesting", "Goldens", "Imaging"]),
    .executable(name: "avatar-overlay", targets: ["avatar-overlay"]),
  ],
  targets: [
    // What every layer stands on.
    Layer.ground.target("Geometry"),
    // Spelling help, and how untrusted texts are shown.
    Layer.ground.target("Text"),
    // JSON that knows its places, and JSON in an order of one's own.
    Layer.ground.target("JSON", ["Text", "Files"]),
    // What can go wrong, in one table of codes.
    Layer.ground.target("Problems"),
    // One file that is written whole or not at all.
    Layer.ground.target("Files", ["Problems"]),
    // gzip, zlib and zstd, piece by piece.
    Layer.ground.library(
      "CCompression", pkgConfig: "libzstd", apt: ["zlib1g-dev", "libzstd-dev"],
      brew: ["zlib", "zstd"]),
    Layer.ground.target("Compression", ["CCompression"]),
    // Files within the program.
    Layer.ground.native("CEmbedding"),
    Layer.ground.target("Embedding", ["CEmbedding"]),
    // Random numbers that are the same anywhere.
    Layer.ground.target("RandomNumbers"),
    // Where the files are that come with the program.
    Layer.ground.target("Installation"),
    // Hashes, keyed hashes, random bytes.
    Layer.ground.library(
      "CCrypto", pkgConfig: "libcrypto", apt: ["libssl-dev"], brew: ["openssl@3"]),
    Layer.ground.target("Digests", ["CCrypto"]),
    // Stages that run side by side, and the queues between them.
    Layer.ground.target("Threads"),
    // Which instruction set's inner loops run.
    Layer.ground.target("KernelDispatch"),
    // Libraries that are loaded where one is needed first.
    Layer.ground.native("CLoading", linking: ["dl"]),
    Layer.ground.native("CIsolation", linking: ["seccomp"]),
    Layer.ground.target("Isolation", ["Problems", "CIsolation"]),

    // What a tracker saw.
    Layer.face.target("FaceModel", ["Geometry"]),
    Layer.face.target("Tracking", ["Geometry", "FaceModel"]),
    // The brushing game's session: plain Swift, as an app links it.
    Layer.face.target("Session", ["Geometry", "Text", "JSON", "FaceModel", "Tracking"]),
    Layer.face.native("CSimdjson", linking: ["simdjson"]),
    Layer.face.target(
      "TrackingFiles",
      [
        "Geometry", "Text", "Problems", "Files", "Compression", "FaceModel", "Tracking",
        "CSimdjson",
      ]),

    // Pictures.
    Layer.pixels.native("CPNG", linking: ["png", "z", "deflate"]),
    Layer.pixels.native("CJPEG", linking: ["jpeg"]),
    Layer.pixels.native("CHEIF", ["CLoading"]),
    // JPEG XL, by libjxl, which is loaded when the first one is written.
    Layer.pixels.native("CJXL", ["CLoading"]),
    Layer.pixels.library(
      "CTurboJPEG", pkgConfig: "libturbojpeg", apt: ["libturbojpeg0-dev"], brew: ["jpeg-turbo"]),
    Layer.pixels.library("CWebP", pkgConfig: "libwebp", apt: ["libwebp-dev"], brew: ["webp"]),
    // Animated WebP and GIF, by libwebp's demultiplexer and multiplexer and giflib.
    Layer.pixels.native("CAnimation", linking: ["webp", "webpdemux", "webpmux", "gif"]),
    Layer.pixels.target(
      "Imaging",
      [
        "Geometry", "Problems", "Files", "CPNG", "CJPEG", "CHEIF", "CJXL", "CTurboJPEG",
        "CWebP", "CAnimation",
      ]),
    // Lottie animations: checked by a reader of their own, drawn by rlottie, which is loaded when one is drawn.
    Layer.pixels.native("CLottie", ["CLoading"]),
    Layer.pixels.target(
      "Lottie",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Digests", "Isolation", "Imaging",
        "CLottie",
      ]),
    Layer.pixels.native("CKernels"),
    Layer.pixels.target(
      "Compositing",
      [
        "Geometry", "Problems", "KernelDispatch", "Imaging", "CKernels",
      ]),
    Layer.pixels.native("CFilters"),
    Layer.pixels.target(
      "Filters",
      [
        "Geometry", "Text", "Problems", "KernelDispatch", "Imaging", "CFilters", "RandomNumbers",
      ]),
    Layer.pixels.library(
      "CPango", pkgConfig: "pangocairo", apt: ["libpango1.0-dev"], brew: ["pango"]),
    Layer.pixels.target("Drawing", ["Geometry", "Problems", "Imaging", "CPango"]),
    // What of a picture a shape covers, by its outline and its colours.
    Layer.pixels.native("CMatting"),
    Layer.pixels.target("Matting", ["Geometry", "Imaging", "CMatting"]),
    // A known flat picture in another one: where it is, and exactly how it lies.
    Layer.pixels.native("CFeatures"),
    Layer.pixels.target("Features", ["Geometry", "CFeatures", "RandomNumbers"]),
    // Points of one picture in another, and the motion of skin that they tell.
    Layer.pixels.target("PointTracking", ["Geometry", "FaceModel", "CFeatures", "Features"]),

    // glTF models: the tree, its animations and skins.
    Layer.avatar.target("Models", ["FaceModel"]),
    // Meshes and buffers that are compressed within glTF files.
    Layer.avatar.native("CDraco", linking: ["draco"]),
    Layer.avatar.native("CMeshopt", linking: ["meshoptimizer"]),
    Layer.avatar.target(
      "ModelFiles",
      [
        "Geometry", "Text", "JSON", "Digests", "Files", "Imaging", "Avatars", "Models", "CDraco",
        "CMeshopt",
      ]),
    // What is put on faces, and where.
    Layer.avatar.target(
      "Avatars", ["Geometry", "Text", "JSON", "Files", "FaceModel", "Models"]),
    Layer.avatar.library("CZip", pkgConfig: "libzip", apt: ["libzip-dev"], brew: ["libzip"]),
    Layer.avatar.target(
      "AvatarFiles",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Installation", "Digests", "Imaging",
        "Lottie", "Models", "ModelFiles", "Avatars", "Placement", "CZip",
      ]),
    // What is drawn on printed cards.
    Layer.avatar.target(
      "Scenes", ["Geometry", "Text", "JSON", "Files", "Avatars", "RandomNumbers"]),
    Layer.avatar.target(
      "Placement", ["Geometry", "FaceModel", "Tracking", "Models", "Avatars", "Scenes"]),
    Layer.avatar.target(
      "SceneFiles",
      [
        "Geometry", "Text", "JSON", "Problems", "Imaging", "Lottie", "Models", "ModelFiles",
        "Avatars", "AvatarFiles", "Scenes", "Placement",
      ]),

    // Clips.
    Layer.video.library(
      "CFFmpeg", pkgConfig: "libavformat",
      apt: [
        "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswresample-dev",
        "libswscale-dev",
      ],
      brew: ["ffmpeg"]),
    Layer.video.native("CFieldFilter", ["CLoading"]),
    // What container files hold, read in plain Swift: boxes, elements, edit lists.
    Layer.video.target("Containers", ["Text"]),
    // Frames: planes, pixel formats, colours, turning; and what every caller of FFmpeg needs: log, errors, options.
    Layer.video.target(
      "Frames", ["Geometry", "Text", "Problems", "Files", "Imaging", "CFFmpeg"]),
    // Reading clips: opened, demultiplexed, decoded, deinterlaced, turned.
    Layer.video.target(
      "ClipReading",
      [
        "Geometry", "Text", "Problems", "Files", "Imaging", "CFFmpeg", "CFieldFilter", "Containers",
        "Frames",
      ]),
    // Sound: decoded to samples, mixed, brought to a loudness.
    Layer.video.library(
      "CLoudness", pkgConfig: "libebur128", apt: ["libebur128-dev"], brew: ["libebur128"]),
    Layer.video.target(
      "Sound",
      [
        "Text", "Problems", "Isolation", "CFFmpeg", "CLoudness", "Containers", "Frames",
        "ClipReading",
      ]),
    // Writing clips: encoded and muxed, with the sound of another clip.
    Layer.video.target(
      "ClipWriting",
      [
        "Geometry", "Files", "Imaging", "CFFmpeg", "Containers", "Frames", "ClipReading", "Sound",
      ]),

    // What is in an untracked clip: jobs, cache and close-ups, for whichever tracker.
    Layer.engine.target(
      "Tracker",
      [
        "Geometry", "Problems", "Files", "Installation", "Digests", "Threads", "Isolation",
        "Tracking", "TrackingFiles", "Imaging", "Frames", "ClipReading",
      ]),
    // MediaPipe's tasks, in a process of their own.
    Layer.engine.native("CMediaPipe", ["CLoading"]),
    Layer.engine.target(
      "MediaPipe",
      [
        "Geometry", "Text", "Problems", "Files", "Installation", "Digests", "Isolation",
        "FaceModel",
        "Tracking", "TrackingFiles", "Tracker", "CMediaPipe",
      ]),

    // Printed pictures in clips.
    Layer.engine.target(
      "CardTracker",
      [
        "Geometry", "Problems", "Text", "JSON", "Digests", "Files", "Imaging", "Features",
        "Tracking", "AvatarFiles", "Tracker", "RandomNumbers",
      ]),

    // The jobs: a clip, a picture, a share card.
    Layer.engine.library(
      "CQRCode", pkgConfig: "libqrencode", apt: ["libqrencode-dev"], brew: ["qrencode"]),
    Layer.engine.target(
      "ShareCards",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Imaging", "Drawing", "Avatars",
        "AvatarFiles", "CQRCode",
      ]),
    // The HUD's strings and themes and a session's sounds, within the program.
    .target(
      name: "CHudFiles", dependencies: ["CEmbedding"], path: Layer.engine.sources("Hud/Files"),
      exclude: ["strings", "themes", "sounds"]),
    // A session drawn as its player sees it, and the files of its sounds.
    Layer.engine.target(
      "Hud",
      [
        "CHudFiles", "Embedding", "Geometry", "Text", "JSON", "Problems", "Session", "Imaging",
        "Compositing", "Drawing", "RandomNumbers",
      ], exclude: ["Files"]),
    // What frames look like: a request that was resolved.
    Layer.engine.target(
      "Recipe",
      [
        "Text", "Problems", "FaceModel", "Tracking", "Session", "Imaging", "Filters", "Avatars",
        "Scenes", "Placement", "Frames", "Hud",
      ]),
    // The only place where a recording's state over time is assembled.
    Layer.engine.target(
      "Timelines",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Session", "Avatars", "Scenes",
        "Placement", "Matting", "Hud", "Recipe",
      ]),
    // What of a picture hands cover: in one alone, and over time.
    Layer.engine.target(
      "Occlusion",
      ["Geometry", "FaceModel", "Tracking", "Matting", "Placement", "Timelines"]),
    // Where the skin of faces goes in the pictures, and how far faces have to be moved to go with it.
    Layer.engine.target(
      "Skin",
      ["Geometry", "FaceModel", "Tracking", "Features", "PointTracking", "Placement"]),
    // Whether a clip's pictures move as the landmarks of its tracking say.
    Layer.engine.target(
      "TrackingTrust", ["Geometry", "FaceModel", "Tracking", "Features", "Placement"]),
    // What a frame's picture tells of its subjects: what lies on cards, the light on cards and faces, and teeth.
    Layer.engine.target(
      "Shot",
      [
        "Geometry", "FaceModel", "Tracking", "Imaging", "Compositing", "Matting", "Placement",
        "Frames", "Timelines",
      ]),
    // The list of passes that finish a frame, each its own file.
    Layer.engine.target(
      "Passes",
      [
        "Geometry", "Threads", "FaceModel", "Tracking", "Session", "Imaging", "Compositing",
        "Matting", "Filters", "Drawing", "Lottie", "Models", "ModelFiles", "Avatars", "AvatarFiles",
        "Scenes", "SceneFiles", "Placement", "Frames", "Hud", "Timelines", "Occlusion", "Recipe",
        "Shot",
      ]),
    // A recording on disk: what it is, whether its tracking fits, and the recipe of a render of it.
    Layer.engine.target(
      "Recordings",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Digests", "Threads", "FaceModel",
        "Tracking", "TrackingFiles", "Session", "Imaging", "Features", "Avatars", "AvatarFiles",
        "Scenes",
        "SceneFiles", "Placement", "Frames", "ClipReading", "ClipWriting", "Sound", "ShareCards",
        "Timelines", "Passes", "Recipe", "Isolation", "Shot", "Hud", "TrackingTrust", "Filters",
      ]),
    // The driver of a render and its sinks: a clip, a part, pictures, a sheet; and single frames.
    Layer.engine.target(
      "Rendering",
      [
        "Geometry", "Problems", "Files", "Digests", "Threads", "FaceModel", "Tracking",
        "TrackingFiles", "Imaging", "Compositing", "Drawing", "Lottie", "Avatars", "AvatarFiles",
        "Scenes", "SceneFiles", "Placement", "Frames", "ClipReading", "ClipWriting", "Timelines",
        "Passes", "Matting", "Occlusion", "Recipe", "Recordings", "Isolation", "Shot", "Skin",
        "Features", "Filters", "Hud",
      ]),
    // Pictures to share: which frame, cut to which shape, in which card.
    Layer.engine.target(
      "Snapshots",
      [
        "Geometry", "FaceModel", "Tracking", "Imaging", "Avatars", "Placement", "Frames",
        "ClipReading", "ShareCards", "Hud", "Session", "Timelines", "Passes", "Recipe",
        "Recordings", "Rendering", "Isolation",
      ]),

    // What is covered of a clip's faces: planned once for all of it.
    Layer.engine.target(
      "Covering",
      [
        "JSON", "Problems", "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Features",
        "Placement", "Frames", "ClipReading", "Timelines", "Recordings", "Isolation",
      ]),

    // What a render is, in one value, and the table of its members.
    Layer.engine.target(
      "Requests",
      [
        "Geometry", "Text", "JSON", "Problems", "Tracking", "TrackingFiles", "Imaging", "Filters",
        "Lottie", "AvatarFiles", "Scenes", "SceneFiles", "Placement", "Frames", "ClipReading",
        "ClipWriting", "ShareCards", "Hud", "Rendering", "Tracker", "MediaPipe", "CardTracker",
        "Recipe", "Recordings", "Snapshots", "Covering", "Sound", "Files", "Isolation",
      ]),

    // Several recordings in one clip: their frames, transitions, titles and sound.
    Layer.engine.target(
      "Reels",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Isolation", "Imaging", "Filters",
        "Drawing", "Avatars", "AvatarFiles", "SceneFiles", "Frames", "ClipReading", "Sound",
        "ClipWriting",
        "Recipe", "Passes",
        "Recordings", "Rendering", "ShareCards", "Snapshots", "Requests",
      ]),

    // A render that is divided into parts, which any number of processes make.
    Layer.engine.target(
      "Parts",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Digests", "Threads", "Imaging", "Frames",
        "ClipReading", "ClipWriting", "Rendering", "Requests", "Recipe", "Recordings", "Isolation",
        "TrackingFiles", "Reels", "Sound",
      ]),

    // The sample recording: an illustrated subject whose pose is known exactly.
    Layer.demo.target(
      "SampleRecording",
      [
        "Geometry", "Problems", "Files", "Threads", "FaceModel", "Tracking", "TrackingFiles",
        "Imaging", "Compositing", "Drawing", "Frames", "ClipWriting",
      ]),

    // An avatar or a card on the sample's head.
    Layer.demo.target(
      "Previews",
      [
        "Geometry", "Tracking", "Imaging", "Compositing", "Drawing", "AvatarFiles", "Scenes",
        "SceneFiles", "Placement", "ShareCards", "SampleRecording", "Timelines", "Passes", "Recipe",
        "Recordings",
      ]),

    // What a designer begins with: a package, a relief, the face to paint on, the head to model around.
    Layer.demo.target(
      "Templates",
      [
        "Geometry", "JSON", "Problems", "Files", "RandomNumbers", "FaceModel", "Imaging",
        "Compositing", "Drawing", "Avatars", "AvatarFiles", "Scenes", "SceneFiles", "Placement",
      ]),

    // The proof: what differs, what moved, how well it sits, and a page to look at.
    Layer.proof.native("CComparison"),
    Layer.proof.target("Comparison", ["KernelDispatch", "Imaging", "CComparison"]),
    Layer.proof.target("Registration", ["Geometry", "Imaging"]),
    // How a picture's own content moves, and how a layer slides over it.
    Layer.proof.target("PictureMotion", ["Geometry", "FaceModel", "Features", "PointTracking"]),
    Layer.proof.target(
      "Alignment",
      [
        "Geometry", "Text", "JSON", "Problems", "FaceModel", "Tracking", "TrackingFiles", "Imaging",
        "Drawing", "Features", "Avatars", "AvatarFiles", "Placement", "Frames", "ClipReading",
        "Recipe", "Timelines", "Recordings", "Rendering", "Snapshots", "PointTracking",
        "PictureMotion", "Isolation",
      ]),
    // The page's HTML, CSS and JavaScript, within the program.
    .target(
      name: "CReviewPage", dependencies: ["CEmbedding"], path: Layer.proof.sources("Review/Page"),
      exclude: ["page.html", "page.css", "script"]),
    Layer.proof.target(
      "Review",
      [
        "CReviewPage", "Embedding", "Geometry", "Problems", "Files", "Digests", "Threads",
        "Imaging", "Comparison",
      ], exclude: ["Page"]),
    // What moved between two pictures, layer by layer, and by which numbers of which manifest.
    Layer.proof.target(
      "Explaining",
      [
        "Geometry", "Text", "Threads", "Imaging", "Lottie", "Compositing", "Avatars", "AvatarFiles",
        "Placement", "Passes", "Recordings", "Comparison", "Registration",
      ]),
    // Two pictures, two folders of them or two clips beside each other.
    Layer.proof.target(
      "MediaComparison",
      [
        "Geometry", "Text", "Problems", "Files", "Threads", "TrackingFiles", "Imaging", "Placement",
        "Frames", "ClipReading", "Recordings", "Rendering", "Comparison", "Registration", "Review",
        "Explaining", "Isolation",
      ]),
    // Sessions beside their labels.
    Layer.proof.target(
      "Verification",
      ["Tracking", "Session", "TrackingFiles", "Recipe", "Recordings", "Review", "Isolation"]),
    Layer.proof.target(
      "Goldens",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Digests", "Threads", "Tracking",
        "Session", "TrackingFiles", "Imaging", "Avatars", "AvatarFiles", "Placement", "ClipReading",
        "Hud", "Recipe", "Timelines", "Passes", "Recordings", "Rendering", "Requests", "Parts",
        "Comparison", "Review", "Explaining", "MediaComparison", "Verification", "Isolation",
      ]),
    // Goldens in other packages' tests.
    Layer.proof.target(
      "GoldenTesting", ["Imaging", "Placement", "Comparison", "Review", "Goldens"]),

    // The service: the HTTP server, access, storage, and jobs in processes of their own.
    Layer.service.native("CSockets"),
    // Messages of HTTP, without the sockets that they arrive on.
    Layer.service.target("HTTPMessages", ["Text", "Problems", "Digests"]),
    Layer.service.target(
      "HTTPServer", ["Problems", "Files", "Compression", "HTTPMessages", "CSockets"]),
    // The review of a suite as a page on which goldens are approved.
    Layer.service.target(
      "ReviewServer",
      [
        "Text", "Problems", "JSON", "Digests", "AvatarFiles", "Review", "Goldens", "HTTPServer",
        "HTTPMessages",
      ]),
    Layer.service.target("Access", ["Problems", "Digests"]),
    Layer.service.library(
      "CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"], brew: ["sqlite"]),
    // What a service keeps, whatever keeps it; and the backend that does.
    Layer.service.target("Store", ["Problems", "Access"]),
    Layer.service.target("SQLiteStorage", ["Files", "Digests", "Access", "Store", "CSQLite"]),
    // Where a service keeps its files, whatever keeps them; and the backend in a folder.
    Layer.service.target("Blobs", ["Problems", "Digests"]),
    Layer.service.target("FolderBlobs", ["Files", "Blobs"]),
    Layer.service.library(
      "CCurl", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"], brew: ["curl"]),
    // Who did what with a service's outputs, in chained lines.
    Layer.service.target("Audit", ["JSON", "Problems", "Files", "Digests"]),
    // Requests of HTTP to other servers, by libcurl.
    Layer.service.target("Transfers", ["CCurl"]),
    Layer.service.target(
      "Webhooks", ["Problems", "Digests", "Threads", "Access", "Store", "Transfers"]),
    // Blobs in a bucket of S3.
    Layer.service.target(
      "S3Blobs", ["Problems", "Text", "Digests", "HTTPMessages", "Blobs", "Transfers"]),
    Layer.service.target(
      "Jobs",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Threads", "Isolation", "Tracker",
        "Rendering", "Requests", "Reels", "Store", "Blobs", "MediaPipe", "Recipe", "Recordings",
      ]),
    // The service's database and files, taken and put back together.
    Layer.service.native("CFolders"),
    Layer.service.target(
      "Backup",
      [
        "Text", "JSON", "Problems", "Files", "Digests", "Store", "SQLiteStorage", "Jobs",
        "CFolders",
      ]),
    // What an operator decides: settings, their table, and how they are read.
    Layer.service.target(
      "ServiceConfiguration",
      [
        "Text", "Problems", "Isolation", "Avatars", "AvatarFiles", "SceneFiles", "Tracker",
        "MediaPipe", "Rendering", "Requests", "HTTPServer", "Store", "Jobs",
      ]),
    // What an interface over HTTP is made of: operations, bodies, answers, problems, their OpenAPI document. Its
    // folders in their order, each naming only types of those before it: Schemas, Problems, Requests, Operations,
    // OpenAPI.
    Layer.service.target(
      "ServiceInterface",
      [
        "Text", "JSON", "Problems", "Isolation", "HTTPServer", "Access", "Recordings",
        "HTTPMessages", "ServiceConfiguration",
      ]),
    // Tenants' avatars, scenes and fit profiles.
    Layer.service.target(
      "ServicePackages",
      [
        "Text", "JSON", "Problems", "Files", "Digests", "Threads", "Imaging", "Avatars",
        "AvatarFiles",
        "Scenes", "SceneFiles", "Requests", "Previews", "Access", "Blobs", "Jobs", "Recordings",
        "ServiceConfiguration", "ServiceInterface",
      ]),
    // The page at the service's root, within the program.
    .target(
      name: "CServicePage", dependencies: ["CEmbedding"],
      path: Layer.service.sources("ServiceEndpoints/Page"),
      exclude: ["page.html", "page.css", "script"]),
    // Its folders in their order, as above: Time, Problems, Metrics, Requests, Access, Tracking, Renders, Context,
    // Operations, Endpoints.
    Layer.service.target(
      "ServiceEndpoints",
      [
        "CServicePage", "Embedding", "Geometry", "Text", "JSON", "Problems", "Files", "Digests",
        "Threads", "Isolation", "FaceModel", "Tracking", "Session", "TrackingFiles", "Imaging",
        "Avatars", "AvatarFiles", "Scenes", "SceneFiles", "Placement", "Frames", "ClipReading",
        "ShareCards", "Tracker", "MediaPipe", "Rendering", "Recipe", "Requests",
        "SampleRecording",
        "Comparison", "HTTPServer", "Access", "Audit", "Store", "Blobs", "Webhooks", "Jobs",
        "Recordings", "HTTPMessages", "MediaComparison", "ServiceConfiguration", "ServiceInterface",
        "ServicePackages", "Reels",
      ], exclude: ["Page"]),
    // What starts the service and runs it: Running names Storage.
    Layer.service.target(
      "Service",
      [
        "Text", "JSON", "Problems", "Files", "Digests", "Threads", "Isolation", "Lottie",
        "AvatarFiles", "SceneFiles", "ShareCards", "Tracker", "MediaPipe", "Rendering", "Requests",
        "HTTPServer", "Access", "Store", "SQLiteStorage", "Blobs", "FolderBlobs",
        "S3Blobs",
        "Backup", "Webhooks", "Jobs", "Recordings", "HTTPMessages", "Transfers",
        "ServiceConfiguration", "ServiceInterface", "ServicePackages", "ServiceEndpoints",
      ]),

    // The tool: what every verb needs of its process (streams, progress, interruption), and the verbs.
    // The folders of `CommandLineInterface` use each other one way: Output <- Arguments <- Verbs <- Tool.swift.
    Layer.tool.target(
      "Terminal",
      [
        "Text", "Problems", "Files", "Isolation", "Imaging", "AvatarFiles", "Frames", "ClipReading",
        "ClipWriting",
      ]),
    Layer.tool.native("CHeap"),
    Layer.tool.target(
      "CommandLineInterface",
      [
        "Geometry", "Text", "JSON", "Problems", "Files", "Installation", "Isolation", "Session",
        "Imaging",
        "Lottie", "Compositing", "Avatars", "AvatarFiles", "Scenes", "Placement", "SceneFiles",
        "Frames", "ClipReading", "ClipWriting", "Tracker", "MediaPipe", "CardTracker", "ShareCards",
        "Recipe",
        "Recordings", "Rendering", "Snapshots", "Requests", "Parts", "Reels", "SampleRecording",
        "Previews",
        "Comparison", "Alignment", "Review", "MediaComparison", "Verification", "Goldens",
        "ReviewServer", "Access", "Audit", "Store", "Blobs", "S3Blobs", "Jobs", "Backup",
        "ServiceConfiguration",
        "ServiceEndpoints", "Service", "Terminal", "Templates", "CHeap",
      ]),
    // No test depends on it, though many run it: its linker settings would be theirs too. What builds the
    // tests builds every program.
    .executableTarget(
      name: "avatar-overlay", dependencies: ["CommandLineInterface"],
      path: Layer.tool.sources("avatar-overlay"), swiftSettings: sourceSettings,
      linkerSettings: staticRuntime),

    .target(
      name: "TestSupport", dependencies: ["Digests", "Geometry", "FaceModel", "Imaging"],
      path: "Tests/TestSupport", swiftSettings: testSettings),
    // Counts the heap allocations of the program that it is linked into.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    Layer.ground.tests("RandomNumbers", ["RandomNumbers"]),
    Layer.ground.tests("Text", ["Text", "Avatars"]),
    Layer.ground.tests("Digests", ["Digests", "TestSupport"]),
    Layer.ground.tests("Threads", ["Threads"]),
    Layer.ground.tests("Geometry", ["Geometry", "TestSupport"]),
    Layer.ground.tests("Problems", ["Problems", "TestSupport"]),
    Layer.ground.tests("Files", ["Problems", "Files", "TestSupport"]),
    Layer.ground.tests("Installation", ["Installation"]),
    Layer.ground.tests("Isolation", ["Problems", "Isolation", "TestSupport"]),
    Layer.face.tests(
      "Tracking",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "TestSupport",
      ]),
    Layer.face.tests(
      "TrackingFiles",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "TestSupport",
      ]),
    Layer.face.tests(
      "Session",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Session", "TestSupport",
      ]),
    Layer.pixels.tests("Imaging", ["Geometry", "Problems", "Imaging", "TestSupport"]),
    Layer.pixels.tests("Lottie", ["Geometry", "Problems", "Imaging", "Lottie", "TestSupport"]),
    Layer.pixels.tests(
      "Compositing",
      [
        "Geometry", "Imaging", "CKernels", "Compositing", "GoldenTesting", "AllocationCounter",
        "TestSupport", "Threads",
      ]),
    Layer.pixels.tests("Filters", ["Geometry", "Imaging", "CFilters", "Filters", "TestSupport"]),
    Layer.pixels.tests("Drawing", ["Geometry", "Imaging", "Drawing", "TestSupport"]),
    Layer.pixels.tests("Matting", ["Geometry", "Imaging", "Matting", "TestSupport"]),
    Layer.pixels.tests("Features", ["Geometry", "Features", "RandomNumbers"]),
    Layer.pixels.tests(
      "PointTracking", ["Geometry", "Features", "PointTracking", "TestSupport"]),
    Layer.avatar.tests(
      "Avatars",
      [
        "Geometry", "Text", "JSON", "FaceModel", "Avatars", "TestSupport",
      ]),
    Layer.avatar.tests(
      "AvatarFiles",
      [
        "Geometry", "Problems", "Imaging", "Lottie", "Avatars", "AvatarFiles", "TestSupport",
      ]),
    Layer.avatar.tests("Models", ["FaceModel", "Models"]),
    Layer.avatar.tests(
      "ModelFiles", ["Imaging", "Models", "ModelFiles", "TestSupport"]),
    Layer.avatar.tests("Scenes", ["Geometry", "Text", "Avatars", "Scenes"]),
    Layer.avatar.tests(
      "SceneFiles",
      [
        "Geometry", "Imaging", "Models", "Avatars", "AvatarFiles", "Scenes", "SceneFiles",
        "Placement", "TestSupport",
      ]),
    Layer.avatar.tests(
      "Placement",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Models", "Avatars", "Scenes",
        "Placement", "TestSupport",
      ]),
    // The layer as a whole: clips that are written and read.
    Layer.video.tests(
      "Video",
      [
        "Geometry", "Problems", "Imaging", "Frames", "ClipReading", "ClipWriting", "TestSupport",
      ]),
    Layer.video.tests("Sound", ["Frames", "ClipReading", "ClipWriting", "Sound", "TestSupport"]),
    Layer.engine.tests(
      "Hud", ["Geometry", "Problems", "Session", "Imaging", "Hud", "TestSupport"]),
    Layer.engine.tests("CardTracker", ["Imaging", "Tracker", "CardTracker", "TestSupport"]),
    Layer.engine.tests(
      "ShareCards", ["Geometry", "Imaging", "AvatarFiles", "ShareCards", "TestSupport"]),
    Layer.engine.tests(
      "Requests",
      [
        "Geometry", "JSON", "Placement", "TrackingFiles", "Passes", "Rendering", "Requests",
        "TestSupport", "Tracking", "Tracker", "MediaPipe", "Recipe", "Recordings",
      ]),
    Layer.engine.tests(
      "Passes",
      [
        "Passes", "TestSupport", "AvatarFiles", "Filters", "Geometry", "Imaging", "Placement",
        "Recipe", "Rendering", "Text", "Timelines", "Tracking", "TrackingFiles", "Frames",
        "ClipReading",
      ]),
    Layer.engine.tests(
      "Covering", ["Geometry", "Frames", "ClipReading", "Covering"]),
    Layer.engine.tests("Reels", ["Sound", "Requests", "Reels", "TestSupport"]),
    Layer.engine.tests("Parts", ["Digests", "Parts", "TestSupport"]),
    // Any tracker as a library, and the real one as the tool runs it.
    Layer.engine.tests(
      "Tracker",
      [
        "Geometry", "Problems", "Isolation", "Tracking", "TrackingFiles", "Frames", "ClipReading",
        "Tracker",
        "TestSupport",
      ]),
    Layer.engine.tests(
      "Timelines",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Session", "Avatars", "Scenes",
        "Placement", "Hud", "Timelines", "TestSupport", "Recipe",
      ]),
    Layer.engine.tests(
      "MediaPipe",
      [
        "Geometry", "Problems", "Tracking", "TrackingFiles", "Tracker", "MediaPipe", "TestSupport",
      ]),
    Layer.engine.tests(
      "Occlusion",
      [
        "Geometry", "Tracking", "Imaging", "Matting", "Placement", "Recipe", "Timelines",
        "Occlusion",
        "TestSupport",
      ]),
    Layer.engine.tests(
      "Skin",
      [
        "Geometry", "FaceModel", "Tracking", "Features", "Avatars", "Placement", "Skin",
        "TestSupport",
      ]),
    Layer.engine.tests(
      "TrackingTrust",
      ["Geometry", "FaceModel", "Tracking", "Features", "TrackingTrust", "TestSupport"]),
    Layer.engine.tests(
      "Shot",
      [
        "Geometry", "FaceModel", "Tracking", "Imaging", "Matting", "Placement", "Timelines",
        "Shot", "TestSupport",
      ]),
    Layer.engine.tests(
      "Recordings",
      [
        "Geometry", "TrackingFiles", "Placement", "Recordings", "TestSupport",
      ]),
    // The jobs as a library, and the tool as the process that a person starts.
    Layer.engine.tests(
      "Rendering",
      [
        "Geometry", "Problems", "FaceModel", "Tracking", "Session", "TrackingFiles", "Imaging",
        "Filters", "Lottie", "Avatars", "AvatarFiles", "Scenes", "SceneFiles", "Hud", "Placement",
        "Frames", "ClipReading", "ClipWriting", "ShareCards", "Timelines", "Passes", "Rendering",
        "SampleRecording", "TestSupport", "Recipe", "Recordings", "Snapshots", "Isolation",
      ]),
    Layer.demo.tests(
      "SampleRecording",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Imaging", "Frames", "ClipReading",
        "SampleRecording", "TestSupport",
      ]),
    Layer.demo.tests(
      "Templates", ["Geometry", "FaceModel", "Imaging", "Templates", "TestSupport"]),
    Layer.proof.tests("Comparison", ["Geometry", "Imaging", "Comparison", "TestSupport"]),
    Layer.proof.tests(
      "Registration",
      [
        "Geometry", "Imaging", "Compositing", "Registration", "TestSupport",
      ]),
    Layer.proof.tests(
      "PictureMotion",
      [
        "Geometry", "FaceModel", "PictureMotion", "TestSupport", "Features", "PointTracking",
      ]),
    Layer.proof.tests(
      "Alignment",
      [
        "Geometry", "FaceModel", "Tracking", "TrackingFiles", "Imaging", "AvatarFiles", "Placement",
        "Recipe", "Passes", "Recordings", "Rendering", "SampleRecording", "PictureMotion",
        "Alignment", "TestSupport", "Isolation",
      ]),
    Layer.proof.tests("Review", ["Imaging", "Comparison", "Review", "TestSupport"]),
    Layer.proof.tests(
      "Explaining",
      [
        "Geometry", "Imaging", "AvatarFiles", "Placement", "ClipReading", "Recordings",
        "Rendering", "Registration", "Explaining", "MediaComparison", "TestSupport",
      ]),
    Layer.proof.tests(
      "MediaComparison",
      [
        "Geometry", "Imaging", "Placement", "Comparison", "Registration", "Explaining",
        "MediaComparison", "TestSupport",
      ]),
    Layer.proof.tests(
      "Goldens",
      [
        "Geometry", "Problems", "Files", "Tracking", "Imaging", "AvatarFiles", "Placement",
        "Frames", "ClipReading", "Recipe", "Passes", "Recordings", "Rendering", "Snapshots",
        "Requests", "Comparison", "Review", "Goldens", "TestSupport", "Isolation",
      ]),
    Layer.proof.tests("GoldenTesting", ["Imaging", "Goldens", "GoldenTesting", "TestSupport"]),
    Layer.service.tests("HTTPServer", ["Problems", "HTTPServer", "TestSupport", "HTTPMessages"]),
    Layer.service.tests("Access", ["Digests", "Access", "TestSupport"]),
    // Submits jobs until it is killed.
    .executableTarget(
      name: "StoreCrashProbe", dependencies: ["Store", "SQLiteStorage"],
      path: "Tests/Service/StoreCrashProbe",
      swiftSettings: testSettings),
    Layer.service.tests(
      "Store", ["Access", "Store", "SQLiteStorage", "StoreCrashProbe", "TestSupport"]),
    Layer.service.tests("Audit", ["JSON", "Problems", "Audit", "TestSupport"]),
    Layer.service.tests("Blobs", ["Files", "Blobs", "FolderBlobs", "S3Blobs", "TestSupport"]),
    Layer.service.tests("S3Blobs", ["Digests", "Blobs", "S3Blobs", "TestSupport", "HTTPMessages"]),
    Layer.service.tests(
      "Webhooks", ["Access", "Store", "SQLiteStorage", "Webhooks", "TestSupport"]),
    Layer.service.tests(
      "Jobs",
      [
        "Problems", "Isolation", "ClipReading", "ClipWriting", "MediaPipe", "Recordings",
        "Rendering",
        "Requests", "Store", "SQLiteStorage", "Blobs", "FolderBlobs", "Jobs", "TestSupport",
      ]),
    Layer.service.tests(
      "Backup",
      [
        "Problems", "Digests", "Access", "Store", "SQLiteStorage", "FolderBlobs", "Jobs", "Backup",
        "TestSupport",
      ]),
    // The service as the process that a person starts.
    Layer.service.tests(
      "Service",
      [
        "Geometry", "Problems", "FaceModel", "Imaging", "AvatarFiles", "SceneFiles", "ShareCards",
        "Requests", "HTTPMessages", "HTTPServer", "Blobs", "FolderBlobs", "ServiceConfiguration",
        "ServicePackages", "ServiceEndpoints", "Service", "TestSupport", "MediaPipe",
      ]),
    Layer.tool.tests("CommandLineInterface", ["Geometry", "Imaging", "TestSupport"]),
    // Every example of the documents and of the help, as a reader would run it.
    Layer.tool.tests("DocumentExamples", ["Imaging", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)

// With `TESTED_TARGETS`, only the tests of these targets and what they depend on, which is all that
// `Scripts/check.sh` builds under a sanitizer.
if let names = Context.environment["TESTED_TARGETS"] {
  var open = names.split(separator: " ").map { "\($0)Tests" }
  var kept: Set<String> = []
  while let name = open.popLast() {
    guard kept.insert(name).inserted else { continue }
    guard let target = package.targets.first(where: { $0.name == name }) else {
      fatalError("TESTED_TARGETS: there is no target \(name)")
    }
    for case .byNameItem(let dependency, _) in target.dependencies { open.append(dependency) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}

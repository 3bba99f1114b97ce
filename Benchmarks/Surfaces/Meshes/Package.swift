// swift-tools-version: 6.2
import PackageDescription

// The product's package alone sees its meshes, so a target of `Benchmarks/Package.swift` cannot
// draw them. `osmesa.py` copies this file into a folder with links to the sources of these targets.
// Their build takes a minute.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "meshes",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Geometry", swiftSettings: settings),
    .target(name: "Problems", swiftSettings: settings),
    .target(name: "Files", dependencies: ["Problems"], swiftSettings: settings),
    .target(name: "KernelDispatch", swiftSettings: settings),
    .target(name: "CLoading", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CPNG", linkerSettings: ["png", "z", "deflate"].map { .linkedLibrary($0) }),
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CHEIF", dependencies: ["CLoading"]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg"),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp"),
    .target(name: "CAnimation", linkerSettings: ["webpdemux", "gif"].map { .linkedLibrary($0) }),
    .target(
      name: "Imaging",
      dependencies: [
        "Geometry", "Problems", "Files", "CPNG", "CJPEG", "CHEIF", "CTurboJPEG", "CWebP",
        "CAnimation",
      ],
      swiftSettings: settings),
    .target(name: "CKernels"),
    .target(
      name: "Compositing",
      dependencies: ["Geometry", "Problems", "KernelDispatch", "Imaging", "CKernels"],
      swiftSettings: settings),
    .executableTarget(
      name: "meshes", dependencies: ["Geometry", "Imaging", "Compositing"],
      swiftSettings: [
        .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"), .swiftLanguageMode(.v5),
      ]),
  ],
  swiftLanguageModes: [.v6], cLanguageStandard: .c17, cxxLanguageStandard: .cxx17
)

// swift-tools-version: 6.2
import PackageDescription

// Figures, not tests: nothing here decides whether the product is right. A package of its own, so
// that the product's build does not know of it.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    // The compositor and the comparison for the scripts of `Peers`, which time them and their peers
    // in one process.
    .library(name: "bench-bridge", type: .dynamic, targets: ["BenchBridge"])
  ],
  dependencies: [.package(name: "avatar-overlay", path: "..")],
  targets: [
    .target(
      name: "BenchBridge",
      dependencies: [
        .product(name: "AvatarCompositing", package: "avatar-overlay"),
        .product(name: "AvatarComparison", package: "avatar-overlay"),
        .product(name: "AvatarRendering", package: "avatar-overlay"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "tracking-parse",
      dependencies: [.product(name: "AvatarTrackingFiles", package: "avatar-overlay")],
      swiftSettings: settings),
    .executableTarget(
      name: "filters",
      dependencies: [.product(name: "AvatarFilters", package: "avatar-overlay")],
      swiftSettings: settings),
    .executableTarget(
      name: "skin-run",
      dependencies: [.product(name: "AvatarSkin", package: "avatar-overlay")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

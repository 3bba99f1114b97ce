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
  dependencies: [.package(name: "avatar-overlay", path: "..")],
  targets: [
    .executableTarget(
      name: "tracking-parse",
      dependencies: [.product(name: "AvatarTrackingFiles", package: "avatar-overlay")],
      swiftSettings: settings),
    .executableTarget(
      name: "composite",
      dependencies: [.product(name: "AvatarCompositing", package: "avatar-overlay")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

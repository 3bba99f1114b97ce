// swift-tools-version: 6.2
import PackageDescription

// A package whose tests keep goldens of what the engine renders. In a package of your own, the
// dependency is .package(url: "<where you have avatar-overlay from>", from: "0.2.0").
let package = Package(
  name: "mask-tests",
  dependencies: [.package(name: "avatar-overlay", path: "../..")],
  targets: [
    .testTarget(
      name: "MaskTests",
      dependencies: [
        .product(name: "AvatarRendering", package: "avatar-overlay"),
        .product(name: "AvatarGoldenTesting", package: "avatar-overlay"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

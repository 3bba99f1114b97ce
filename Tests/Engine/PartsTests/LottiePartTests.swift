import Digests
import Foundation
import TestSupport
import Testing

/// Plans of renders that show Lottie animations.
@Suite struct LottiePartTests {
  private struct Plan: Decodable {
    struct Package: Decodable, Equatable { var role, name, sha256: String }
    var packages: [Package]
  }

  private func packages(of avatar: String) throws -> [Plan.Package] {
    let stage = try PartsStage(frames: 8)
    try stage.succeed([
      "plan", "in.mov", "--avatar", avatar, "--plan", "plan.json", "-o", "joined.mp4", "--parts",
      "2",
    ])
    let bytes = try stage.folder.bytes("plan.json")
    return try JSONDecoder().decode(Plan.self, from: Data(bytes)).packages
  }

  @Test func `a plan names the library that draws animations where an avatar shows one`() throws {
    let places = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/librlottie.so.0-1" }
    let file = try #require(places.first(where: FileManager.default.fileExists))
    let library = try SHA256.hex(ofFile: file)
    let shown = try packages(of: "dragon")
    #expect(shown.map(\.role) == ["avatar", "lottie"])
    #expect(shown.last == Plan.Package(role: "lottie", name: "rlottie", sha256: library))
    #expect(try packages(of: "crown").map(\.role) == ["avatar"])
  }
}

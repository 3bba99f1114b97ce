import Foundation
import Geometry
import Imaging
import Templates
import TestSupport
import Testing

@Suite struct AvatarTemplateTests {
  /// An oval with two round holes about points of a row, of these radii.
  private static func mask(_ holes: [(x: Double, radius: Double)]) throws -> StraightRGBA8 {
    try SyntheticAvatar.drawn(300, 200) { x, y in
      let isOval = (x - 150) * (x - 150) / 140 / 140 + (y - 100) * (y - 100) / 90 / 90 < 1
      let isHole = holes.contains {
        (x - $0.x) * (x - $0.x) + (y - 90) * (y - 90) < $0.radius * $0.radius
      }
      return RGBA8(200, 60, 20, isOval && !isHole ? 255 : 0)
    }
  }

  private static func layer(_ folder: ScratchFolder, _ name: String) throws -> [String: Any] {
    let text = Data(try folder.bytes("\(name)/avatar.json"))
    let manifest = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    return try #require((manifest["layers"] as? [[String: Any]])?.first)
  }

  @Test func `a mask's eye holes give its scale and pivot`() throws {
    let folder = try ScratchFolder()
    let mask = try Self.mask([(90, 20), (190, 17), (240, 5)])
    let path = try folder.write(PNG.encode(mask), to: "fox.png")
    let template = try AvatarTemplate(named: "my_fox-2", from: path)
    #expect(template.eyes?.way == .holes)
    try template.write(to: folder.path("Avatars/fox/"))
    let layer = try Self.layer(folder, "Avatars/fox")
    #expect(layer["scale"] as? Double == 3)
    let pivot = try #require(layer["pivot"] as? [String: Double])
    #expect(pivot == ["x": 0.467, "y": 0.45])
    // The picture as it was given, and its relief as a grey one.
    #expect(try folder.bytes("Avatars/fox/mask.png") == folder.bytes("fox.png"))
    let relief = try folder.bytes("Avatars/fox/mask-relief.png")
    #expect(relief[25] == 0)
    #expect(try PNG.decode(relief) == ReliefTemplate.picture(of: mask, path: path))
    let text = String(decoding: try folder.bytes("Avatars/fox/avatar.json"), as: UTF8.self)
    #expect(text.contains(#""name": {"en": "My fox 2"}"#))
  }

  @Test(arguments: [[], [(90, 20)], [(90, 20), (190, 12)], [(60, 10), (250, 10)]])
  func `holes that are no pair of eyes do not count`(holes: [(x: Double, radius: Double)]) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(PNG.encode(Self.mask(holes)), to: "fox.png")
    let template = try AvatarTemplate(named: "fox", from: path)
    #expect(template.eyes?.way == .outline)
    try template.write(to: folder.path("fox"))
    let layer = try Self.layer(folder, "fox")
    // The oval is 280 of 300 pixels wide, and its middle is that of the picture.
    let scale = try #require(layer["scale"] as? Double)
    #expect(abs(scale - AvatarTemplate.standardScale * 300 / 280) < 0.1, "\(scale)")
    let pivot = try #require(layer["pivot"] as? [String: Double])
    #expect(
      abs((pivot["x"] ?? 0) - 0.5) < 0.03 && (0.4...0.5).contains(pivot["y"] ?? 0), "\(pivot)")
  }

  @Test func `the drawn mask has eyes as far apart as its scale says, and a margin`() throws {
    let picture = try MaskDrawing.picture()
    let eyes = try #require(EyeHoles(in: picture))
    #expect(abs(eyes.left.y - eyes.right.y) < 1 && abs(eyes.left.x + eyes.right.x - 640) < 1)
    #expect((195...215).contains(eyes.right.x - eyes.left.x))
    #expect((0..<640).allSatisfy { picture[$0, 0].alpha == 0 && picture[$0, 479].alpha == 0 })
    #expect((0..<480).allSatisfy { picture[0, $0].alpha == 0 && picture[639, $0].alpha == 0 })
  }

  @Test func `a package that is there stays as it is, and nothing else is left`() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "Avatars/mask/mask.png")
    let template = try AvatarTemplate(named: "mask", from: nil)
    let path = folder.path("Avatars/mask")
    #expect(throws: TemplateError.packageExists(path: path)) { try template.write(to: path) }
    #expect(try folder.names(in: "Avatars") == ["mask"])
    #expect(try folder.names(in: "Avatars/mask") == ["mask.png"])
    try folder.write("", to: "file")
    #expect(throws: TemplateError.self) { try template.write(to: folder.path("file/mask")) }
    try template.write(to: folder.path("Avatars/other"))
    #expect(try folder.names(in: "Avatars") == ["mask", "other"])
    #expect(
      try folder.names(in: "Avatars/other") == ["avatar.json", "mask-relief.png", "mask.png"])
  }

  @Test func `a name is letters, digits, dashes and low lines`() {
    #expect(["a", "my-mask", "fox_2", "兔面具", "é"].allSatisfy(AvatarTemplate.isName))
    let others = ["", "-a", "a b", "a/b", "..", ".a", "a\"", "a\n"]
    #expect(!others.contains(where: AvatarTemplate.isName))
  }
}

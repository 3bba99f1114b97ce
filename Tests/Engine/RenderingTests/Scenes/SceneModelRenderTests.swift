import Foundation
import Imaging
import TestSupport
import Testing

/// Models on a card of 100 x 75 mm that faces the camera, 0.96 pixels a millimetre, in pictures of 160 x 120.
@Suite struct SceneModelRenderTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let card = try SyntheticAvatar.drawn(64, 48) { x, y in
      RGBA8(UInt8(x * 3), UInt8(y * 4), 90, 255)
    }
    try folder.write(PNG.encode(card), to: "Scenes/card/card.png")
    try folder.write(Self.square, to: "Scenes/card/square.gltf")
    try SyntheticClip(width: 160, height: 120, frames: 1).make("in.mkv", in: folder)
    try folder.write(
      SyntheticScene().tracking(width: 160, height: 120, frames: 1), to: "in.jsonl")
  }

  /// A red square of a metre that is seen from both sides, as it is.
  private static var square: String {
    let corners: [Float] = [-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0]
    let numbers = corners.flatMap { number in
      (0..<4).map { UInt8(number.bitPattern >> (8 * $0) & 255) }
    }
    let buffer = Data(numbers + [0, 1, 2, 0, 2, 3]).base64EncodedString()
    return """
      {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"name": "leaf", "mesh": 0}],
       "extensionsUsed": ["KHR_materials_unlit"],
       "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]},
         "doubleSided": true, "extensions": {"KHR_materials_unlit": {}}}],
       "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
       "accessors": [
         {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
         {"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"}],
       "bufferViews": [{"buffer": 0, "byteLength": 48},
         {"buffer": 0, "byteOffset": 48, "byteLength": 6}],
       "buffers": [{"uri": "data:application/octet-stream;base64,\(buffer)", "byteLength": 54}]}
      """
  }

  /// The first frame with items, each the square with more members.
  ///
  /// - Parameter file: of the second one.
  private func picture(
    _ items: [String], file: String = "square.gltf", _ options: [String] = []
  ) throws -> StraightRGBA8 {
    let text = items.enumerated().map { number, members in
      let file = number == 1 ? file : "square.gltf"
      return "{\"name\": \"\(number)\", \"type\": \"model\", \"file\": \"\(file)\", \(members)}"
    }.joined(separator: ", ")
    try folder.write(
      """
      {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 100},
       "appear": {"fade": 0, "grow": 0}, "items": [\(text)]}
      """, to: "Scenes/card/scene.json")
    try folder.folder("out")
    try Program.product.succeed(
      [
        "render", "--video", "in.mkv", "--tracking", "in.jsonl", "--avatar", "none", "--scenes",
        "Scenes", "-o", "out/%02d.png", "--placements", "out.jsonl", "--overwrite",
        "--occlude", "none",
      ] + options, in: folder)
    let name = try #require(try folder.names(in: "out").first)
    return try PNG.read(path: folder.path("out/\(name)"))
  }

  private static func isRed(_ pixel: RGBA8) -> Bool {
    pixel.red > 245 && pixel.green < 10 && pixel.blue < 10
  }

  @Test func `a model lies on its card, and the sidecar has its nodes`() throws {
    let picture = try picture([#""scale": 0.04, "shadow": 0, "at": [10, 5, 0]"#])
    // 40 mm about (89.6, 55.2).
    for (x, y, isRed) in [(89, 55, true), (72, 55, true), (107, 55, true), (68, 55, false)] {
      #expect(Self.isRed(picture[x, y]) == isRed, "\(x)")
    }
    let line = String(decoding: try folder.bytes("out.jsonl"), as: UTF8.self)
    #expect(line.contains("\"item\": \"0\""))
    #expect(line.contains("\"points\": {\"leaf\": [89.6, 55.2, "), "\(line)")
  }

  @Test func `a shadow lies on the card beside its model, and beyond the card there is none`()
    throws
  {
    let item = #""scale": 0.03, "at": [0, -10, 20]"#
    let plain = try picture([item + #", "shadow": 0"#])
    let shaded = try picture([item + #", "shadow": 0.5"#])
    // 30 mm about 9.7 mm to the left of it and 16.7 mm below it, to 41.7 mm below the card's middle.
    let (dark, lit) = (shaded[71, 92], plain[71, 92])
    for (a, b) in [(dark.red, lit.red), (dark.green, lit.green), (dark.blue, lit.blue)] {
      #expect(abs(2 * Int(a) - Int(b)) <= 8, "\(dark), \(lit)")
    }
    // The card ends at 96.
    for x in 0..<160 { #expect(shaded[x, 98] == plain[x, 98]) }
    #expect(shaded[120, 30] == plain[120, 30])
  }

  @Test func `what is below the print is seen through the card alone`() throws {
    let none = try picture([#""scale": 0.01, "opacity": 0"#])
    let item = #""scale": 0.4, "shadow": 0, "at": [0, 0, -30]"#
    let portal = try picture([item + #", "portal": true"#])
    #expect(Self.isRed(portal[34, 26]) && Self.isRed(portal[126, 94]))
    for (x, y) in [(29, 60), (131, 60), (80, 21), (80, 99), (5, 5)] {
      #expect(portal[x, y] == none[x, y], "\(x), \(y)")
    }
    #expect(Self.isRed(try picture([item])[5, 60]))
  }

  @Test func `models of a scene share one depth, whichever is first`() throws {
    try folder.write(
      Self.square.replacing("[1, 0, 0, 1]", with: "[0, 0, 1, 1]"), to: "Scenes/card/blue.gltf")
    // A blue square rises through the red one, which lies 10 mm above the card.
    let red = #""scale": 0.06, "shadow": 0, "at": [0, 0, 10]"#
    for z in [0, 1] {
      let blue = """
        "scale": 0.06, "shadow": 0, "at": [0, 0, \(z * 20)], "rotation": {"x": 60}
        """
      let picture = try picture([red, blue], file: "blue.gltf")
      let (upper, lower) = (picture[80, 48], picture[80, 70])
      #expect(upper.blue > 245 && upper.red < 10, "\(z): \(upper)")
      #expect(Self.isRed(lower) == true, "\(z): \(lower)")
    }
  }

  @Test func `a mirrored output is the plain one flipped, to the bit`() throws {
    let items = [#""scale": 0.03, "at": [8, -6, 12], "rotation": {"x": 30, "y": 20, "z": 10}"#]
    let plain = try picture(items)
    let mirrored = try picture(items, ["--mirror"])
    for y in 0..<120 {
      for x in 0..<160 {
        guard plain[x, y] == mirrored[159 - x, y] else {
          Issue.record("\(x), \(y): \(plain[x, y]), \(mirrored[159 - x, y])")
          return
        }
      }
    }
  }
}

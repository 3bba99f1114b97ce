import AvatarFiles
import Avatars
import Imaging
import Models
import Placement
import SceneFiles
import Scenes
import TestSupport
import Testing

/// Packages whose items are models.
@Suite struct SceneModelTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Numbers as glTF has them, lowest byte first.
  private static func bytes(_ numbers: [Float]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(number.bitPattern >> (8 * $0) & 255) } }
  }

  /// A triangle that moves for a second, with its numbers in a file beside it.
  private static let leaf = """
    {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "extensionsUsed": ["ABC_gloss"],
     "nodes": [{"name": "leaf", "mesh": 0}],
     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
     "animations": [{"name": "Wave", "samplers": [{"input": 1, "output": 2}],
       "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}],
     "accessors": [
       {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
       {"bufferView": 0, "byteOffset": 36, "componentType": 5126, "count": 2, "type": "SCALAR"},
       {"bufferView": 0, "byteOffset": 44, "componentType": 5126, "count": 2, "type": "VEC3"}],
     "bufferViews": [{"buffer": 0, "byteLength": 68}],
     "buffers": [{"uri": "leaf.bin", "byteLength": 68}]}
    """
  private static let numbers: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]

  private func package(_ item: String = "") throws -> String {
    try scratch.write(
      """
      {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 100},
       "items": [{"name": "a", "type": "model", "file": "models/leaf.gltf"\(item)}]}
      """, to: "leaves/scene.json")
    let card = try SyntheticAvatar.drawn(60, 40) { x, _ in RGBA8(UInt8(x), 9, 90, 255) }
    try scratch.write(PNG.encode(card), to: "leaves/card.png")
    try scratch.write(Self.leaf, to: "leaves/models/leaf.gltf")
    try scratch.write(Self.bytes(Self.numbers), to: "leaves/models/leaf.bin")
    return scratch.path("leaves")
  }

  @Test func `a model is read with the file beside it, and both are in the package's hash`()
    throws
  {
    let folder = try package()
    let scene = try ScenePackage.load(path: folder)
    let model = try #require(scene.measured.models["models/leaf.gltf"])
    #expect(model.geometry.triangles.count == 1 && model.animationNames == ["Wave"])
    #expect(scene.model("models/leaf.gltf")?.model == model)
    var numbers = Self.numbers
    numbers[3] = 2
    try scratch.write(Self.bytes(numbers), to: "leaves/models/leaf.bin")
    #expect(try ScenePackage.load(path: folder).sha256 != scene.sha256)
  }

  @Test func `what is not drawn of a model is told by lint and after a render`() throws {
    let folder = try package()
    let lines = try ScenePackage.lint(path: folder)
    #expect(lines.map(\.severity) == [.warning], "\(lines)")
    let text = "the extension \"ABC_gloss\" is not read; the model is drawn without it"
    #expect("\(lines[0])".hasPrefix("models/leaf.gltf: warning: \(text)"), "\(lines)")
    let notes = try ScenePackage.load(path: folder).notes
    #expect(notes == ["the scene leaves, models/leaf.gltf: \(text)"])
  }

  @Test(arguments: [
    ("Wave", nil), ("none", nil),
    (
      "Wav",
      #"items[0].animation: "Wav" is not a known animation of the model; did you mean "Wave"?"#
    ),
  ])
  func `an animation is one of the model's, or none`(name: String, fault: String?) throws {
    let faults = try ScenePackage.lint(path: package(", \"animation\": \"\(name)\""))
      .filter { $0.severity == .error }
    #expect(faults.count == (fault == nil ? 0 : 1), "\(faults)")
    if let fault { #expect("\(faults[0])".hasSuffix(": \(fault)"), "\(faults)") }
  }

  @Test func `what is wrong in a model's file is named with its place in it`() throws {
    let folder = try package()
    var numbers = Self.numbers
    numbers[4] = .nan
    try scratch.write(Self.bytes(numbers), to: "leaves/models/leaf.bin")
    let faults = try ScenePackage.lint(path: folder).filter { $0.severity == .error }
    #expect(faults.map(\.file) == ["models/leaf.gltf"], "\(faults)")
    #expect(faults.map(\.path) == ["meshes/0/primitives/0/attributes/POSITION"], "\(faults)")
    #expect(throws: ScenePackageError.self) { try ScenePackage.load(path: folder) }
  }

  /// As many triangles as indices of a vertex make.
  private static func triangles(_ count: Int) -> String {
    """
    {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
     "accessors": [
       {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
       {"bufferView": 1, "componentType": 5121, "count": \(3 * count), "type": "SCALAR"}],
     "bufferViews": [{"buffer": 0, "byteLength": 36},
       {"buffer": 0, "byteOffset": 36, "byteLength": \(3 * count)}],
     "buffers": [{"uri": "\(count).bin", "byteLength": \(36 + 3 * count)}]}
    """
  }

  @Test(arguments: [(100_000, true), (100_001, false)])
  func `all models of a package together have at most 200,000 triangles`(count: Int, fits: Bool)
    throws
  {
    let folder = try package()
    for name in ["one", "two"] {
      let triangles = name == "one" ? 100_000 : count
      try scratch.write(Self.triangles(triangles), to: "leaves/\(name).gltf")
      try scratch.write(
        [UInt8](repeating: 0, count: 36 + 3 * triangles), to: "leaves/\(triangles).bin")
    }
    try scratch.write(
      """
      {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 100},
       "items": [{"name": "a", "type": "model", "file": "one.gltf"},
                 {"name": "b", "type": "model", "file": "two.gltf"}]}
      """, to: "leaves/scene.json")
    let faults = try ScenePackage.lint(path: folder).filter { $0.severity == .error }
    #expect(faults.isEmpty == fits, "\(faults)")
    #expect(faults.allSatisfy { $0.isLimit && $0.path == "items[1].file" }, "\(faults)")
  }
}

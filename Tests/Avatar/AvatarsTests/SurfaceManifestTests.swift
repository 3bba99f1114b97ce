import Avatars
import Testing

@Suite struct SurfaceManifestTests {
  private func layers(_ entries: String) -> String { "{\"version\": 1, \"layers\": [\(entries)]}" }

  private let volume = """
    {"name": "mask", "image": "m.png", "scale": 3.4, "lit": 0.8, "depth": "shared", "scaleReference": "pose",
     "surface": {"type": "curved", "radius": {"x": 2.2, "y": 4}, "about": "pivot"},
     "relief": {"image": "r.png", "depth": 0.45, "zero": 0.1}},
    {"name": "paint", "image": "p.png", "surface": {"type": "face", "holes": ["eyes"]}, "blend": "multiply"},
    {"name": "head", "occluder": "head"}, {"name": "front", "occluder": "face", "push": -1}
    """

  @Test func `a manifest tells what layers lie on, and what of the face hides them`() throws {
    let manifest = AvatarManifest(id: "x", layers(volume).utf8)
    let avatar = try #require(manifest.avatar, "\(manifest.faults)")
    let (mask, paint) = (avatar.layers[0], avatar.layers[1])
    #expect(
      mask.surface == .curved(SurfaceCurve(radiusX: 2.2, radiusY: 4, centre: .pivot))
        && mask.relief == LayerRelief(image: "r.png", depth: 0.45, zero: 0.1)
        && mask.lit == 0.8 && mask.depth == .shared && mask.scaleReference == .pose)
    #expect(paint.surface == .face(holes: .eyes) && paint.blend == .multiply && paint.shade == 0)
    #expect(
      avatar.occluders == [
        FaceOccluder(name: "head", shape: .head),
        FaceOccluder(name: "front", shape: .face, push: -1),
      ])
    #expect(manifest.pictures.map(\.file) == ["m.png", "r.png", "p.png"])
    #expect(manifest.pictures.map(\.isRelief) == [false, true, false])
  }

  @Test func `a layer without these keys is flat`() throws {
    let layer = try Avatar(id: "x", manifest: Manifests.layer("\"scale\": 2").utf8).layers[0]
    #expect(!layer.hasVolume)
    let same = "\"scale\": 2, \"surface\": {\"type\": \"flat\"}, \"depth\": \"own\", \"lit\": 0"
    #expect(try !Avatar(id: "x", manifest: Manifests.layer(same).utf8).layers[0].hasVolume)
    for key in ["\"lit\": 0.1", "\"depth\": \"shared\""] {
      let other = Manifests.layer("\"scale\": 2, \(key)")
      #expect(try Avatar(id: "x", manifest: other.utf8).layers[0].hasVolume)
    }
  }

  private static let bent = "\"scale\": 2, \"surface\": {\"type\": \"curved\""
  private static let onFace = "\"surface\": {\"type\": \"face\"}"
  /// What stands in a layer, and words of the one fault that it gives.
  static let faults: [(String, String)] = [
    ("\"scale\": 2, \"surface\": {\"type\": \"round\"}", "\"round\""),
    ("\"scale\": 2, \"surface\": {}", "the key \"type\" is missing"),
    ("\(bent), \"radius\": {\"x\": 0}}", "a number above 0"),
    ("\(bent), \"radius\": {\"y\": -2}}", "a number above 0"),
    ("\(bent), \"radius\": {\"x\": 1001}}", "at most 1000"),
    ("\(bent), \"about\": \"middle\"}", "\"middle\""),
    ("\(bent), \"holes\": [\"eyes\"]}", "\"holes\" does not go with"),
    ("\"surface\": {\"type\": \"face\", \"radius\": {\"x\": 2}}", "\"radius\" does not go with"),
    ("\"surface\": {\"type\": \"face\", \"holes\": [\"nose\"]}", "\"nose\""),
    ("\(onFace), \"offset\": {\"x\": 1}", "\"offset\" does not go with a picture on the face"),
    ("\(onFace), \"scale\": 2", "\"scale\" does not go with"),
    ("\(onFace), \"rotation\": 2", "\"rotation\" does not go with"),
    ("\(onFace), \"pivot\": {\"x\": 1}", "\"pivot\" does not go with"),
    ("\(onFace), \"anchor\": \"nose\"", "\"anchor\" does not go with"),
    (
      "\(onFace), \"drive\": [{\"signal\": \"jawOpen\", \"property\": \"scale\", \"from\": [0, 1], \"to\": [1, 2]}]",
      "\"scale\" does not go with"
    ),
    ("\(onFace), \"mirror\": \"keep\"", "\"mirror\" does not go with"),
    ("\(onFace), \"relief\": {\"image\": \"r.png\", \"depth\": 1}", "\"relief\" does not go with"),
    ("\"scale\": 2, \"relief\": {\"image\": \"r.png\", \"depth\": 4.1}", "from -4 to 4"),
    ("\"scale\": 2, \"relief\": {\"image\": \"../r.png\", \"depth\": 1}", "../r.png"),
    ("\"scale\": 2, \"relief\": {\"image\": \"r.json\", \"depth\": 1}", "Lottie"),
    ("\"scale\": 2, \"relief\": {\"image\": \"r.png\"}", "the key \"depth\" is missing"),
    ("\"scale\": 2, \"lit\": 1.1", "from 0 to 1"),
    ("\"scale\": 2, \"depth\": \"near\"", "\"near\""),
    ("\"scale\": 2, \"push\": 1", "\"push\" does not go with a picture"),
  ]

  @Test(arguments: faults.indices)
  func `a surface that cannot be is one fault`(index: Int) {
    let (members, words) = Self.faults[index]
    let manifest = AvatarManifest(id: "x", Manifests.layer(members).utf8)
    #expect(manifest.avatar == nil && manifest.faults.count == 1, "\(manifest.faults)")
    #expect(manifest.faults.first.map { "\($0)".contains(words) } == true, "\(manifest.faults)")
  }

  @Test func `a relief does not go with a Lottie animation`() {
    let entry = """
      {"name": "a", "image": "a.json", "scale": 1, "relief": {"image": "r.png", "depth": 1}}
      """
    let faults = AvatarManifest(id: "x", layers(entry).utf8).faults
    #expect(faults.map { "\($0)".contains("\"relief\" does not go with a Lottie") } == [true])
  }

  @Test func `an occluder has no picture, and its own name`() {
    let faults = AvatarManifest(
      id: "x",
      layers(
        """
        {"name": "a", "occluder": "skull"}, {"name": "b", "occluder": "head", "scale": 2, "push": 5.1},
        {"name": "b", "image": "b.png", "scale": 1}
        """
      ).utf8
    ).faults
    #expect(faults.count == 4, "\(faults)")
  }

  @Test func `at most 16 layers have a relief or lie on the face`() {
    func text(_ count: Int) -> String {
      layers(
        (0..<count).map {
          $0 % 2 == 0
            ? "{\"name\": \"\($0)\", \"image\": \"p.png\", \"surface\": {\"type\": \"face\"}}"
            : """
            {"name": "\($0)", "image": "p.png", "scale": 1, "relief": {"image": "r.png", "depth": 1}}
            """
        }.joined(separator: ","))
    }
    #expect(AvatarManifest(id: "x", text(16).utf8).avatar != nil)
    let faults = AvatarManifest(id: "x", text(17).utf8).faults
    #expect(faults.map { "\($0)".contains("17 found, at most 16") } == [true], "\(faults)")
  }
}

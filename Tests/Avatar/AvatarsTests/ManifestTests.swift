import Avatars
import FaceModel
import Geometry
import Testing
import Text

@Suite struct ManifestTests {
  @Test func `a manifest gives every value of the format`() throws {
    let avatar = try Avatar(id: "dragon", manifest: Manifests.full.utf8)
    #expect(avatar.id == "dragon")
    #expect(avatar.name == ["en": "Dragon mask", "zh-Hans": "龙面具"])
    #expect(avatar.author == "An artist")
    #expect(avatar.licence == "CC0-1.0")
    #expect(avatar.tags == ["zodiac", "mask"])
    let mask = Layer(
      name: "mask", image: "art/mask.png", anchor: .nose, offset: .init(0.5, 0.25, 0.1),
      scale: 3.4, rotation: 5, pivot: Pivot(x: 0.5, y: 0.6), scaleReference: .faceWidth,
      opacity: 0.9, blend: .multiply, mirror: .keep,
      when: [
        Trigger(signal: .blendshape(.jawOpen), above: 0.35, below: 0.25),
        Trigger(signal: .blink, above: 0.5, below: 0.5),
      ],
      drive: [
        Drive(
          signal: .blendshape(.jawOpen), property: .offsetY, from: (0, 1), to: (0, -0.3))
      ])
    let ears = Layer(
      name: "ears", image: "ears.png", anchor: .landmark(168), scale: 2,
      when: [Trigger(signal: .blink, above: 0.5, below: 0.5)])
    #expect(avatar.layers == [mask, ears])
  }

  @Test func `a manifest needs no more than version, layers, name, picture and scale`() throws {
    let avatar = try Avatar(id: "x", manifest: Manifests.layer("\"scale\": 2").utf8)
    #expect(avatar.layers == [Layer(name: "a", image: "a.png", scale: 2)])
    #expect(avatar.layers[0].anchor == .eyes)
    #expect(avatar.layers[0].pivot == Pivot(x: 0.5, y: 0.5))
    #expect(avatar.layers[0].opacity == 1)
    #expect(avatar.layers[0].shadow == 0 && avatar.light == .unlit)
  }

  @Test func `a manifest names the light, and layers their shadows`() throws {
    let text = Manifests.layer("\"scale\": 2, \"shadow\": 0.4")
    let lit = text.replacing("\"layers\"", with: "\"light\": \"match\", \"layers\"")
    let avatar = try Avatar(id: "x", manifest: lit.utf8)
    #expect(avatar.light == .match && avatar.layers[0].shadow == 0.4)
  }

  @Test(arguments: Anchor.named.map(\.name))
  func `a manifest knows the anchor`(name: String) throws {
    let text = Manifests.layer("\"scale\": 2, \"anchor\": \"\(name)\"")
    let anchor = try Avatar(id: "x", manifest: text.utf8).layers[0].anchor
    #expect("\(anchor)" == name)
  }

  /// What stands in a layer on line 3, and the one fault that it is to give.
  static let faultyLayers: [(String, String)] = [
    ("\"scael\": 2", "1:27: layers[0]: the key \"scale\" is missing"),
    (
      "\"scale\": 2, \"ofset\": {\"x\": 1}",
      "3:15: layers[0]: unknown key \"ofset\"; did you mean \"offset\"?"
    ),
    ("\"scale\": 2, \"zzzzzzzz\": 1", "3:15: layers[0]: unknown key \"zzzzzzzz\""),
    ("\"scale\": 2, \"scale\": 3", "3:15: layers[0]: duplicate key \"scale\""),
    ("\"scale\": \"2\"", "3:12: layers[0].scale: a number expected, a string found"),
    (
      "\"scale\": 0",
      "3:12: layers[0].scale: 0 found, a number above 0 and at most 100 expected"
    ),
    (
      "\"scale\": -1.5",
      "3:12: layers[0].scale: -1.5 found, a number above 0 and at most 100 expected"
    ),
    (
      "\"scale\": 1e999",
      "3:12: layers[0].scale: inf found, a number above 0 and at most 100 expected"
    ),
    (
      "\"scale\": 2, \"anchor\": \"noes\"",
      "3:25: layers[0].anchor: \"noes\" is not a known anchor; did you mean \"nose\"?"
    ),
    (
      "\"scale\": 2, \"anchor\": 468",
      "3:25: layers[0].anchor: 468 found, the number of a landmark, 0 to 467, expected"
    ),
    (
      "\"scale\": 2, \"anchor\": 1.5",
      "3:25: layers[0].anchor: 1.5 found, the number of a landmark, 0 to 467, expected"
    ),
    (
      "\"scale\": 2, \"anchor\": null",
      "3:25: layers[0].anchor: an anchor's name or a landmark's number expected, null found"
    ),
    (
      "\"scale\": 2, \"offset\": {\"x\": true}",
      "3:31: layers[0].offset.x: a number expected, true or false found"
    ),
    (
      "\"scale\": 2, \"offset\": [0, 1]",
      "3:25: layers[0].offset: an object expected, a list found"
    ),
    (
      "\"scale\": 2, \"offset\": {\"u\": 0}",
      "3:26: layers[0].offset: unknown key \"u\""
    ),
    (
      "\"scale\": 2, \"offset\": {\"z\": 1e9}",
      "3:31: layers[0].offset.z: 1000000000 found, a number from -100 to 100 expected"
    ),
    (
      "\"scale\": 2, \"rotation\": 1e4",
      "3:27: layers[0].rotation: 10000 found, a number from -3600 to 3600 expected"
    ),
    (
      "\"scale\": 2, \"pivot\": {\"y\": 1e999}",
      "3:30: layers[0].pivot.y: inf found, a number from -100 to 100 expected"
    ),
    (
      "\"scale\": 2, \"opacity\": 1.5",
      "3:26: layers[0].opacity: 1.5 found, a number from 0 to 1 expected"
    ),
    (
      "\"scale\": 2, \"shadow\": 1.5",
      "3:25: layers[0].shadow: 1.5 found, a number from 0 to 1 expected"
    ),
    (
      "\"scale\": 2, \"scaleReference\": \"eye\"",
      "3:33: layers[0].scaleReference: \"eye\" is not a known scale reference; did you mean \"eyes\"?"
    ),
    (
      "\"scale\": 2, \"blend\": \"darken\"",
      "3:24: layers[0].blend: \"darken\" is not a known blend mode;"
        + " known: normal, multiply, screen, overlay, add"
    ),
    (
      "\"scale\": 2, \"mirror\": \"Keep\"",
      "3:25: layers[0].mirror: \"Keep\" is not a known mirror policy; did you mean \"keep\"?"
    ),
    (
      "\"scale\": 2, \"when\": 3",
      "3:23: layers[0].when: an object or a list of objects expected, a number found"
    ),
    (
      "\"scale\": 2, \"when\": {\"blendshape\": \"jawOpn\", \"above\": 0.5}",
      "3:38: layers[0].when.blendshape: \"jawOpn\" is not a known blendshape; did you mean \"jawOpen\"?"
    ),
    (
      "\"scale\": 2, \"when\": {\"blendshape\": \"_neutral\", \"above\": 0.5}",
      "3:38: layers[0].when.blendshape: \"_neutral\" is not a known blendshape"
    ),
    (
      "\"scale\": 2, \"when\": {\"signal\": \"jawOpn\", \"above\": 0.5}",
      "3:34: layers[0].when.signal: \"jawOpn\" is not a known signal; did you mean \"jawOpen\"?"
    ),
    (
      "\"scale\": 2, \"when\": {\"sginal\": \"blink\", \"signal\": \"blink\", \"above\": 1}",
      "3:24: layers[0].when: unknown key \"sginal\"; did you mean \"signal\"?"
    ),
    (
      "\"scale\": 2, \"when\": {\"signal\": \"blink\", \"blendshape\": \"blink\", \"above\": 1}",
      "3:57: layers[0].when.blendshape: \"signal\" and \"blendshape\" mean the same;"
        + " leave one of them out"
    ),
    (
      "\"scale\": 2, \"drive\": [{\"signal\": \"blonk\", \"property\": \"scale\","
        + " \"from\": [0, 1], \"to\": [0, 1]}]",
      "3:36: layers[0].drive[0].signal: \"blonk\" is not a known signal; did you mean \"blink\"?"
    ),
    (
      "\"scale\": 2, \"when\": [{\"blendshape\": \"blink\"}]",
      "3:24: layers[0].when[0]: the key \"above\" is missing"
    ),
    (
      "\"scale\": 2, \"when\": {\"above\": 1}",
      "3:23: layers[0].when: the key \"signal\" is missing"
    ),
    (
      "\"scale\": 2, \"when\": {\"blendshape\": \"blink\", \"above\": 0.2, \"below\": 0.3}",
      "3:70: layers[0].when.below: \"below\" is 0.3, it must not be more than \"above\" (0.2)"
    ),
    (
      "\"scale\": 2, \"when\": {\"blendshape\": \"blink\", \"above\": 35}",
      "3:56: layers[0].when.above: 35 found, a number from 0 to 1 expected"
    ),
    (
      "\"scale\": 2, \"drive\": {}",
      "3:24: layers[0].drive: a list expected, an object found"
    ),
    (
      "\"scale\": 2, \"drive\": [{\"blendshape\": \"blink\", \"property\": \"offset.w\","
        + " \"from\": [0, 1], \"to\": [0, 1]}]",
      "3:61: layers[0].drive[0].property: \"offset.w\" is not a known property; did you mean \"offset.x\"?"
    ),
    (
      "\"scale\": 2, \"drive\": [{\"blendshape\": \"blink\", \"property\": \"scale\","
        + " \"from\": [0, 1], \"to\": [1, -1]}]",
      "3:96: layers[0].drive[0].to[1]: -1 found, a number from 0 to 100 expected"
    ),
    (
      "\"scale\": 2, \"drive\": [{\"blendshape\": \"blink\", \"property\": \"scale\","
        + " \"from\": [0, 1, 2], \"to\": [1, 1]}]",
      "3:78: layers[0].drive[0].from: a list of two numbers expected, a list of 3 found"
    ),
    (
      "\"scale\": 2, \"drive\": [{\"blendshape\": \"blink\", \"property\": \"scale\","
        + " \"from\": [0.5, 0.5], \"to\": [1, 1]}]",
      "3:78: layers[0].drive[0].from: both scores are 0.5, expected two different ones"
    ),
    (
      "\"scale\": 2, \"drive\": [{\"blendshape\": \"blink\", \"property\": \"scale\","
        + " \"from\": [0, 1]}]",
      "3:25: layers[0].drive[0]: the key \"to\" is missing"
    ),
  ]

  @Test(arguments: faultyLayers)
  func `a manifest names a layer's fault and its place`(members: String, expected: String) {
    let manifest = AvatarManifest(id: "x", Manifests.layer(members).utf8)
    #expect(manifest.avatar == nil)
    #expect(manifest.faults.map(\.description).contains("avatar.json:" + expected))
  }

  /// A whole manifest, and the one fault that it is to give.
  static let faultyManifests: [(String, String)] = [
    ("[]", "1:1: an object expected, a list found"),
    ("{\"layers\": []}", "1:1: the key \"version\" is missing"),
    ("{\"version\": 1}", "1:1: the key \"layers\" is missing"),
    (
      "{\"version\": 2, \"layers\": []}",
      "1:13: version: version 2 of the package format is not supported, only version 1 is"
    ),
    (
      "{\"version\": \"1\", \"layers\": []}",
      "1:13: version: the number 1 expected, a string found"
    ),
    ("{\"version\": 1, \"layers\": []}", "1:26: layers: the list of layers must not be empty"),
    ("{\"version\": 1, \"layers\": [3]}", "1:27: layers[0]: an object expected, a number found"),
    (
      "{\"version\": 1, \"layer\": []}",
      "1:16: unknown key \"layer\"; did you mean \"layers\"?"
    ),
    (
      "{\"version\": 1, \"name\": \"Ox\", \"layers\": []}",
      "1:24: name: an object expected, a string found"
    ),
    (
      "{\"version\": 1, \"name\": {\"en\": \" \"}, \"layers\": []}",
      "1:31: name.en: the text must not be empty"
    ),
    (
      "{\"version\": 1, \"tags\": [\"a\", 2], \"layers\": []}",
      "1:30: tags[1]: a string expected, a number found"
    ),
    (
      "{\"version\": 1, \"layers\": [{\"image\": \"a.png\", \"scale\": 1}]}",
      "1:27: layers[0]: the key \"name\" is missing"
    ),
    (
      "{\"version\": 1, \"layers\": [{\"name\": \"a\", \"scale\": 1}]}",
      "1:27: layers[0]: the key \"image\" is missing"
    ),
    (
      """
      {"version": 1, "layers": [{"name": "a", "image": "a.png", "scale": 1},
        {"name": "a", "image": "b.png", "scale": 1}]}
      """,
      "2:12: layers[1].name: layers[0] is already called \"a\""
    ),
  ]

  @Test(arguments: faultyManifests)
  func `a manifest names its own fault and the place`(text: String, expected: String) {
    let manifest = AvatarManifest(id: "x", text.utf8)
    #expect(manifest.avatar == nil)
    #expect(manifest.faults.map(\.description).contains("avatar.json:" + expected))
  }

  static let strayPaths = [
    "../a.png", "art/../../a.png", "/etc/passwd", "a\\b.png", "a//b.png", "./a.png", "art/",
    "C:a.png", "a\\u0000.png", "a\\n.png",
  ]

  @Test(arguments: strayPaths)
  func `a manifest refuses a picture outside of the package`(path: String) throws {
    let escaped = path.hasPrefix("a\\b") ? "a\\\\b.png" : path
    let text =
      "{\"version\": 1, \"layers\": [{\"name\": \"a\", \"image\": \"\(escaped)\", \"scale\": 1}]}"
    let manifest = AvatarManifest(id: "x", text.utf8)
    let fault = try #require(manifest.faults.first)
    #expect(fault.path == "layers[0].image")
    #expect(fault.place == TextPlace(line: 1, column: 50))
    guard case .unsafePath = fault.kind else {
      Issue.record("\(fault)")
      return
    }
    #expect(!fault.description.unicodeScalars.contains { $0.value < 0x20 })
    #expect(manifest.pictures.isEmpty)
  }

  @Test func `a manifest has at most 64 layers`() throws {
    func text(_ count: Int) -> String {
      let layers = (0..<count).map {
        "{\"name\": \"\($0)\", \"image\": \"a.png\", \"scale\": 1}"
      }
      return "{\"version\": 1, \"layers\": [\(layers.joined(separator: ","))]}"
    }
    #expect(try Avatar(id: "x", manifest: text(64).utf8).layers.count == 64)
    let manifest = AvatarManifest(id: "x", text(65).utf8)
    #expect(
      manifest.faults.map(\.description) == [
        "avatar.json:1:26: layers: 65 layers found, at most 64 are allowed"
      ])
  }

  @Test func `a manifest is refused unread when it is too long`() throws {
    let text = Manifests.full + String(repeating: " ", count: AvatarManifest.byteLimit)
    let fault = try #require(AvatarManifest(id: "x", text.utf8).faults.first)
    #expect(fault.description.contains("at most 1048576 bytes allowed"))
  }

  @Test func `a manifest names all of its faults at once, in the order of the file`() throws {
    let text = """
      {
        "version": 1,
        "nam": {"en": "Ox"},
        "layers": [
          {"name": "a", "image": "../a.png", "scale": 0},
          {"name": "a", "image": "b.png", "scale": 1, "opacity": 2,
           "drive": [{"blendshape": "jawOpen", "property": "skale", "from": [0, 1], "to": [0, 1]}]}
        ]
      }
      """
    let manifest = AvatarManifest(id: "x", text.utf8)
    #expect(
      manifest.faults.map { "\($0.place.map(\.description) ?? "") \($0.path)" } == [
        "3:3 ", "5:28 layers[0].image", "5:49 layers[0].scale", "6:14 layers[1].name",
        "6:60 layers[1].opacity", "7:54 layers[1].drive[0].property",
      ])
    #expect(throws: AvatarFaults(manifest.faults)) {
      try Avatar(id: "x", manifest: text.utf8)
    }
    #expect(AvatarFaults(manifest.faults).description.hasSuffix("(and 5 more faults)"))
    #expect(manifest.pictures.map(\.file) == ["b.png"])
  }
}

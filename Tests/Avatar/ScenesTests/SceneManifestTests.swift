import Avatars
import Geometry
import Scenes
import Testing
import Text

@Suite struct SceneManifestTests {
  static func text(items: String, _ more: String = "") -> String {
    """
    {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 105}\(more), "items": [\(items)]}
    """
  }

  static func manifest(_ text: String) -> SceneManifest { SceneManifest(id: "id", text.utf8) }

  static let sprite = #""name": "a", "type": "sprite", "image": "a.png", "width": 10"#

  @Test func `what a manifest leaves out has the defaults of the format`() throws {
    let scene = try #require(Self.manifest(Self.text(items: "{\(Self.sprite)}")).scene)
    #expect(scene.appear == Scene.Appearance(fadeMs: 300, growMs: 400))
    #expect(scene.vanish == Scene.Vanishing(holdMs: 300, fadeMs: 300))
    #expect((scene.seed, scene.depth.rawValue) == (0, "auto"))
    let item = try #require(scene.items.first)
    #expect(item.at == .zero && item.angle == .degrees(0) && item.facing == .card && item.isFlat)
    #expect(item.pivot.x == 0.5 && item.pivot.y == 0.5 && item.mirror == .follow)
    #expect(item.start == .seen && item.delayMs == 0 && item.durationMs == 0)
  }

  @Test func `the light is none, or that of the clip`() throws {
    #expect(try #require(Self.manifest(Self.text(items: "")).scene).light == .unlit)
    let scene = Self.manifest(Self.text(items: "", #", "light": "match""#)).scene
    #expect(try #require(scene).light == .match)
    let faulty = Self.manifest(Self.text(items: "", #", "light": "studio""#))
    #expect(faulty.scene == nil && faulty.faults.map(\.path) == ["light"])
  }

  @Test func `texts and photos are kept readable unless they say otherwise`() throws {
    let scene = try #require(
      Self.manifest(
        Self.text(
          items: """
            {"name": "t", "type": "text", "text": "x", "box": [20, 10]},
            {"name": "p", "type": "photo", "field": "me", "box": [20, 10], "mirror": "follow"}
            """)
      ).scene)
    #expect(scene.items.map(\.mirror) == [.keep, .follow])
    #expect(scene.items.map(\.width) == [20, 20])
  }

  static let model = #""name": "m", "type": "model", "file": "m.glb""#

  @Test func `a model is as large as its file has it, and its rotation is a number or about axes`()
    throws
  {
    let items = """
      {\(Self.model)},
      {"name": "n", "type": "model", "file": "n.gltf", "at": [1, 2, 3], "scale": 0.5,
       "rotation": {"x": 90, "z": -20}, "play": "once", "speed": 2, "animation": "Open",
       "portal": true, "shadow": 0, "mirror": "keep", "opacity": 0.5},
      {"name": "o", "type": "model", "file": "n.gltf", "rotation": 45, "animation": "none"}
      """
    let manifest = Self.manifest(Self.text(items: items))
    let scene = try #require(manifest.scene, "\(manifest.faults)")
    let models = scene.items.compactMap { item in
      if case .model(let model) = item.content { model } else { nil }
    }
    try #require(models.count == 3)
    #expect(models[0] == SceneModel(file: "m.glb"))
    #expect((models[0].scale, models[0].shadow, models[0].isPortal) == (1, 0.35, false))
    #expect(
      models[1]
        == SceneModel(
          file: "n.gltf", scale: 0.5, tilt: SIMD2(90, 0), animation: .named("Open"), play: .once,
          speed: 2, isPortal: true, shadow: 0))
    #expect(models[2].animation == .none && models[2].tilt == .zero)
    #expect(scene.items.map(\.rotation) == [0, -20, 45])
    #expect(scene.items.map(\.mirror) == [.follow, .keep, .follow])
    #expect(scene.items.allSatisfy { !$0.isFlat && $0.appears })
  }

  /// Items with a fault, and the message that names it.
  static let faulty: [(String, String)] = [
    (
      #"{"name": "a", "type": "sprite", "image": "a.png"}"#,
      #"items[0]: the key "width" is missing"#
    ),
    (#"{"name": "a", "type": "text", "text": "x"}"#, #"items[0]: the key "box" is missing"#),
    (#"{"name": "a", "type": "flash"}"#, #"items[0]: the key "keys" is missing"#),
    (
      #"{"name": "a", "type": "particles", "rate": 3}"#, #"items[0]: the key "life" is missing"#
    ),
    (
      #"{"name": "a", "type": "particles", "life": 100}"#,
      #"items[0]: the key "rate" is missing"#
    ),
    (
      #"{"name": "a", "type": "particles", "life": 100, "rate": 1, "then": {"life": 1}}"#,
      #"items[0].then: the key "count" is missing"#
    ),
    (
      "{\(sprite), \"animate\": [{\"property\": \"at.x\"}]}",
      #"items[0].animate[0]: the key "keys" is missing"#
    ),
    (
      "{\(sprite), \"opacty\": 1}",
      #"items[0]: unknown key "opacty"; did you mean "opacity"?"#
    ),
    (
      #"{"name": "a", "type": "sprit", "image": "a.png", "width": 3}"#,
      #"items[0].type: "sprit" is not a known type of item; did you mean "sprite"?"#
    ),
    (
      "{\(sprite)}, {\(sprite)}", #"items[1].name: items[0] is already called "a""#
    ),
    (
      "{\(sprite), \"animate\": [{\"property\": \"width\", \"keys\": [[0, 1], [0, 2]]}]}",
      "items[0].animate[0].keys[1][0]: the key at 0 follows one at 0; expected times that rise"
    ),
    (
      "{\(sprite), \"animate\": [{\"property\": \"width\", \"keys\": [[-1, 1]]}]}",
      "items[0].animate[0].keys[0][0]: -1 found, a number from 0 to 3600000 expected"
    ),
    (
      "{\(sprite), \"animate\": [{\"property\": \"width\", \"keys\": [[0, 1]], \"play\": \"loop\"}]}",
      "items[0].animate[0].play: the last key is at 0, so \"loop\" has no length; expected a key after it"
    ),
    (
      "{\(sprite), \"on\": {\"after\": \"b\"}}", #"items[0].on.after: there is no item "b""#
    ),
    (
      "{\(sprite), \"on\": {\"after\": \"b\"}}, {\"name\": \"b\", \"type\": \"art\", \"image\": \"b.png\", \"width\": 2}",
      #"items[0].on: "b" has no end; give it a "duration" above 0"#
    ),
    (
      "{\(sprite), \"on\": {\"after\": \"a\"}, \"duration\": 3}",
      #"items[0].on: these items begin after each other: "a"; expected one that begins otherwise"#
    ),
    (
      "{\(sprite), \"sheet\": {\"columns\": 2, \"rows\": 2, \"frames\": 5}}",
      "items[0].sheet.frames: 5 frames, but columns times rows give 4 cells"
    ),
    (
      "{\(sprite), \"sheet\": {\"columns\": 0, \"rows\": 2}}",
      "items[0].sheet.columns: 0 found, a whole number from 1 to 4096 expected"
    ),
    (#"{"name": "a", "type": "model"}"#, #"items[0]: the key "file" is missing"#),
    ("{\(model), \"width\": 3}", #"items[0]: unknown key "width""#),
    ("{\(model), \"pivot\": [0, 0]}", #"items[0]: unknown key "pivot""#),
    ("{\(model), \"facing\": \"screen\"}", #"items[0]: unknown key "facing""#),
    ("{\(model), \"morphs\": \"auto\"}", #"items[0]: unknown key "morphs""#),
    ("{\(sprite), \"portal\": true}", #"items[0]: unknown key "portal""#),
    (
      "{\(model), \"shadow\": 1.1}", "items[0].shadow: 1.1 found, a number from 0 to 1 expected"
    ),
    (
      "{\(model), \"scale\": 0}",
      "items[0].scale: 0 found, a number from 1e-06 to 10000 expected"
    ),
    (
      "{\(model), \"rotation\": {\"w\": 3}}", #"items[0].rotation: unknown key "w""#
    ),
    (
      "{\(sprite), \"rotation\": {\"x\": 3}}",
      "items[0].rotation: a number expected, an object found"
    ),
    (
      "{\(model), \"animate\": [{\"property\": \"width\", \"keys\": [[0, 1]]}]}",
      #"items[0].animate: "width" does not go with a model; leave it out"#
    ),
    ("{\(model), \"speed\": 0}", "items[0].speed: 0 found, a number from 0.01 to 100 expected"),
    (
      #"{"name": "a", "type": "particles", "life": 100, "rate": 1, "spread": 91}"#,
      "items[0].spread: 91 found, a number from -90 to 90 expected"
    ),
    (
      #"{"name": "a", "type": "particles", "life": 100, "rate": 1, "fade": [[0, 1], [1.1, 0]]}"#,
      "items[0].fade[1][0]: 1.1 found, a number from 0 to 1 expected"
    ),
    (
      #"{"name": "a", "type": "lottie", "file": "a.json"}"#,
      #"items[0]: the key "width" is missing"#
    ),
    (
      #"{"name": "a", "type": "lottie", "file": "a.json", "width": 10, "segment": [5, 5]}"#,
      "items[0].segment[1]: 5 found, a frame after 5 expected"
    ),
    (
      #"{"name": "a", "type": "lottie", "file": "a.json", "width": 10, "speed": 0}"#,
      "items[0].speed: 0 found, a number from 0.01 to 100 expected"
    ),
    (
      #"{"name": "a", "type": "lottie", "file": "../a.json", "width": 10}"#,
      "items[0].file: \"../a.json\" leads out with \"..\"; expected a path inside the package"
    ),
    (
      #"{"name": "a", "type": "sprite", "image": "../a.png", "width": 10}"#,
      "items[0].image: \"../a.png\" leads out with \"..\"; expected a path inside the package"
    ),
    (
      "{\(sprite), \"on\": {\"cue\": \"tap\", \"gesture\": \"Victory\"}}",
      "items[0].on: one of \"after\", \"cue\" and \"gesture\" expected, \"cue\" and \"gesture\" found"
    ),
    (
      "{\(sprite), \"colour\": \"#ffffff\"}", #"items[0]: unknown key "colour""#
    ),
    (
      #"{"name": "a", "type": "text", "text": "x", "box": [9, 9], "colour": "red"}"#,
      "items[0].colour: a colour, such as \"#ff8800\" or \"#ff880080\", expected, \"red\" found"
    ),
  ]

  @Test(arguments: faulty)
  func `a fault is named with its place and what is expected`(items: String, message: String) {
    let manifest = Self.manifest(Self.text(items: items))
    #expect(manifest.scene == nil)
    let lines = manifest.faults.map { "\($0)" }
    #expect(lines.contains { $0.hasSuffix(": " + message) }, "\(lines)")
    #expect(manifest.faults.allSatisfy { !$0.isLimit && $0.place?.line == 1 })
  }

  @Test func `items that begin after each other in a circle are named once`() {
    func item(_ name: String, after: String) -> String {
      #"{"name": "\#(name)", "type": "art", "image": "x.png", "width": 1, "duration": 1, "on": {"after": "\#(after)"}}"#
    }
    let manifest = Self.manifest(
      Self.text(
        items: [item("a", after: "b"), item("b", after: "c"), item("c", after: "a")]
          .joined(separator: ",")))
    let circles = manifest.faults.filter { if case .circular = $0.kind { true } else { false } }
    #expect(circles.count == 1)
  }

  /// Items at a limit, and beyond it.
  static let limits: [(at: String, beyond: String, what: String)] = [
    (
      (0..<64).map { sprite("s\($0)") }.joined(separator: ","),
      (0..<65).map { sprite("s\($0)") }.joined(separator: ","), "65 items found, at most 64 allowed"
    ),
    (
      particles("\"life\": 20000"), particles("\"life\": [1, 20001]"),
      "20001 ms found, at most 20000 ms allowed"
    ),
    (
      #"{\#(SceneManifestTests.sprite), "sheet": {"columns": 16, "rows": 16}}"#,
      #"{\#(SceneManifestTests.sprite), "sheet": {"columns": 257, "rows": 1}}"#,
      "257 found, at most 256 allowed"
    ),
    (
      #"{"name": "t", "type": "text", "box": [9, 9], "text": "\#(String(repeating: "春", count: 1000))"}"#,
      #"{"name": "t", "type": "text", "box": [9, 9], "text": "\#(String(repeating: "春", count: 1001))"}"#,
      "1001 characters found, at most 1000 allowed"
    ),
    (
      particles("\"life\": 10000, \"rate\": 10000"), particles("\"life\": 10001, \"rate\": 10000"),
      "100010 found, at most 100000 allowed"
    ),
  ]

  private static func sprite(_ name: String) -> String {
    #"{"name": "\#(name)", "type": "sprite", "image": "a.png", "width": 10}"#
  }

  private static func particles(_ members: String) -> String {
    #"{"name": "p", "type": "particles", \#(members.contains("rate") ? "" : "\"rate\": 1,") \#(members)}"#
  }

  @Test(arguments: limits)
  func `a limit is kept on both sides`(at: String, beyond: String, what: String) {
    #expect(Self.manifest(Self.text(items: at)).faults == [])
    let faults = Self.manifest(Self.text(items: beyond)).faults
    #expect(faults.contains { $0.isLimit && "\($0)".hasSuffix(what) }, "\(faults)")
  }

  @Test func `a manifest of more bytes than allowed is not read`() {
    func padded(_ bytes: Int) -> String {
      let text = Self.text(items: "")
      return text + String(repeating: " ", count: bytes - text.utf8.count)
    }
    #expect(Self.manifest(padded(256 << 10)).faults == [])
    #expect(Self.manifest(padded(256 << 10 | 1)).faults.map(\.isLimit) == [true])
  }

  @Test func `more than three flashes a second are warned of`() {
    func flash(_ count: Int) -> SceneManifest {
      let keys = (0..<count).flatMap { ["[\($0 * 300), 1]", "[\($0 * 300 + 100), 0]"] }
      return Self.manifest(
        Self.text(
          items: #"{"name": "f", "type": "flash", "keys": [\#(keys.joined(separator: ","))]}"#))
    }
    #expect(flash(3).warnings == [])
    #expect(flash(4).warnings.map(\.kind) == [.flashes(found: 4, limit: 3)])
    #expect(flash(4).scene != nil)
  }

  @Test func `every preset is an emitter that lives, and an item's members take its place`() throws
  {
    for preset in EmitterPreset.allCases {
      let manifest = Self.manifest(
        Self.text(
          items:
            #"{"name": "p", "type": "particles", "preset": "\#(preset.rawValue)", "size": 7, "rate": 2}"#
        ))
      let item = try #require(manifest.scene?.items.first, "\(manifest.faults)")
      guard case .particles(let emitter) = item.content else { continue }
      #expect(emitter.rate == 2 && emitter.bursts == [])
      #expect(emitter.kind.size == ParticleKind.Range(7))
      #expect(emitter.kind.life == preset.emitter.kind.life && emitter.kind.life.to > 0)
    }
  }
}

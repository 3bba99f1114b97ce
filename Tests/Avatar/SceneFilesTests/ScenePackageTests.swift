import AvatarFiles
import Avatars
import Foundation
import Geometry
import Imaging
import Placement
import SceneFiles
import Scenes
import TestSupport
import Testing

@Suite struct ScenePackageTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A PNG of some size, opaque but at its border.
  private static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    var picture = try #require(
      StraightRGBA8(
        width: width, height: height, bytes: [UInt8](repeating: 0, count: 4 * width * height)))
    for y in 1..<max(2, height - 1) {
      for x in 1..<max(2, width - 1) { picture[x, y] = RGBA8(200, 30, 60) }
    }
    return try PNG.encode(picture)
  }

  private static func manifest(_ items: String, name: String = "lantern") -> String {
    """
    {"version": 1, "picture": {"name": "\(name)", "image": "card.png", "widthMm": 100},
     "items": [\(items)]}
    """
  }

  private func package(_ items: String, id: String = "lantern", name: String = "lantern") throws
    -> String
  {
    try scratch.write(Self.manifest(items, name: name).utf8, to: "\(id)/scene.json")
    try scratch.write(try Self.png(100, 150), to: "\(id)/card.png")
    try scratch.write(try Self.png(12, 8), to: "\(id)/sheet.png")
    return scratch.path(id)
  }

  private static let sheet =
    #"{"name": "a", "type": "sprite", "image": "sheet.png", "width": 30, "sheet": {"columns": 3, "rows": 2}}"#

  /// Items with a file of another kind than their type shows, and the fault at their place.
  @Test(arguments: [
    (
      "\"lottie\", \"file\": \"card.png\"", "items[0].file",
      "\"card.png\" is a PNG; expected a Lottie animation (.json, .lottie)"
    ),
    (
      "\"lottie\", \"file\": \"scene.json\"", "items[0].file",
      "\"scene.json\" is the manifest of a scene (scene.json); expected a Lottie animation (.json, .lottie)"
    ),
    (
      "\"art\", \"image\": \"c.json\"", "items[0].image",
      "\"c.json\" is no picture; a Lottie animation is shown by an item of the type \"lottie\", with \"file\""
    ),
  ])
  func `a file of another kind is a fault of the item that names it`(
    item: String, path: String, words: String
  ) throws {
    let folder = try package("{\"name\": \"a\", \"type\": \(item), \"width\": 30}")
    let animation = "{\"fr\": 10, \"ip\": 0, \"op\": 9, \"w\": 9, \"h\": 9, \"layers\": []}"
    try scratch.write(animation, to: "lantern/c.json")
    let faults = try ScenePackage.lint(path: folder).filter { $0.severity == .error }
    let line = "scene.json:2:"
    #expect(faults.count == 1 && "\(faults[0])".hasPrefix(line), "\(faults)")
    #expect("\(faults[0])".hasSuffix(": \(path): \(words)"), "\(faults)")
  }

  @Test(arguments: [("c.svg", "<svg/>", "an SVG"), ("c.png", "8BPS", "a PSD")])
  func `a picture of another program is named, and what is read in its place`(
    name: String, bytes: String, kind: String
  ) throws {
    let folder = try package(
      "{\"name\": \"a\", \"type\": \"art\", \"image\": \"\(name)\", \"width\": 30}")
    try scratch.write(bytes, to: "lantern/\(name)")
    let faults = try ScenePackage.lint(path: folder).filter { $0.severity == .error }
    #expect(
      faults.map(\.description).first?.hasSuffix(
        "this is \(kind); expected a PNG, JPEG, WebP, HEIC or AVIF") == true, "\(faults)")
  }

  @Test func `a package is a folder or an archive, and both are the same`() throws {
    let folder = try ScenePackage.load(path: package(Self.sheet))
    let artwork = SceneArtwork(
      image: "sheet.png", sheet: SpriteSheet(columns: 3, rows: 2))
    #expect(folder.scene.id == "lantern" && folder.measured.printAspect == 1.5)
    #expect(folder.measured.pictures[artwork]?.frame.width == 4)
    #expect(try folder.frames(of: artwork).count == 6)

    var zip = ZipBuilder()
    for name in ["scene.json", "card.png", "sheet.png"] {
      zip.add("lantern/\(name)", try scratch.bytes("lantern/\(name)"))
    }
    let path = scratch.path("packed.zip")
    try Data(zip.bytes).write(to: URL(filePath: path))
    let packed = try ScenePackage.load(path: path)
    #expect(packed.sha256 == folder.sha256 && packed.scene == folder.scene)
  }

  @Test func `the frames of a sheet are its cells, row after row`() throws {
    let path = try package(Self.sheet)
    var picture = StraightRGBA8(width: 12, height: 8, bytes: .init(repeating: 0, count: 384))
    for cell in 0..<6 { picture?[cell % 3 * 4 + 1, cell / 3 * 4 + 2] = RGBA8(UInt8(cell), 9, 9) }
    try scratch.write(try PNG.encode(try #require(picture)), to: "lantern/sheet.png")
    let package = try ScenePackage.load(path: path)
    let frames = try package.frames(
      of: SceneArtwork(image: "sheet.png", sheet: SpriteSheet(columns: 3, rows: 2)))
    #expect(frames.map { $0[1, 2].red } == [0, 1, 2, 3, 4, 5])
  }

  /// Items whose files are wrong, and the message that names what is.
  static let faulty: [(String, String)] = [
    (
      #"{"name": "a", "type": "sprite", "image": "shet.png", "width": 30}"#,
      #"items[0].image: there is no "shet.png" in the package; did you mean "sheet.png"?"#
    ),
    (
      #"{"name": "a", "type": "sprite", "image": "sheet.png", "width": 3, "sheet": {"columns": 5, "rows": 2}}"#,
      "items[0].image: a picture of 12 x 8 pixels is not divided evenly by 5 columns and 2 rows"
    ),
    (
      #"{"name": "a", "type": "sprite", "image": "scene.json", "width": 3}"#,
      "items[0].image: \"scene.json\" is no picture"
    ),
  ]

  @Test(arguments: faulty)
  func `a file that is wrong is named where it is used`(items: String, message: String) throws {
    let path = try package(items)
    let lines = try ScenePackage.lint(path: path).map { "\($0)" }
    #expect(lines.contains { $0.contains(message) }, "\(lines)")
    #expect(throws: ScenePackageError.self) { try ScenePackage.load(path: path) }
  }

  @Test func `a sound that is none is a fault`() throws {
    let path = try package("")
    let text = Self.manifest("").replacing(
      "\"items\"", with: "\"sounds\": [{\"file\": \"s.wav\"}], \"items\"")
    try scratch.write(text.utf8, to: "lantern/scene.json")
    try scratch.write("not a sound".utf8, to: "lantern/s.wav")
    let faults = try ScenePackage.lint(path: path)
    #expect(faults.contains { "\($0)".contains("sounds[0].file: \"s.wav\" is no sound file") })
    try scratch.write("RIFF....WAVEfmt ".utf8, to: "lantern/s.wav")
    #expect(try ScenePackage.lint(path: path).filter { $0.severity == .error } == [])
  }

  @Test
  func `a file of sound that nothing uses is a note, and sounds are a part of the package's hash`()
    throws
  {
    let path = try package("")
    let before = try ScenePackage.load(path: path).sha256
    let text = Self.manifest("").replacing(
      "\"items\"", with: "\"sounds\": [{\"file\": \"s.wav\"}], \"items\"")
    try scratch.write(text.utf8, to: "lantern/scene.json")
    for name in ["s.wav", "other.ogg"] {
      try scratch.write("RIFF....WAVEfmt ".utf8, to: "lantern/\(name)")
    }
    let notes = try ScenePackage.lint(path: path)
    #expect(
      notes.map { "\($0)" }.filter { $0.contains("sounds") }
        == ["other.ogg: note: nothing in \"sounds\" uses this file"])
    let first = try ScenePackage.load(path: path).sha256
    try scratch.write("RIFF....WAVEfmt!".utf8, to: "lantern/s.wav")
    #expect(try ScenePackage.load(path: path).sha256 != first && first != before)
  }

  @Test(arguments: [(-60.0, true), (-60.1, false), (20, true), (20.1, false)])
  func `a gain is at the limits and not beyond`(gain: Double, isFit: Bool) throws {
    let path = try package("")
    let text = Self.manifest("").replacing(
      "\"items\"", with: "\"sounds\": [{\"file\": \"s.wav\", \"gain\": \(gain)}], \"items\"")
    try scratch.write(text.utf8, to: "lantern/scene.json")
    try scratch.write("RIFF....WAVEfmt ".utf8, to: "lantern/s.wav")
    let faults = try ScenePackage.lint(path: path).filter { $0.severity == .error }
    #expect(faults.map(\.path) == (isFit ? [] : ["sounds[0].gain"]))
  }

  /// Lives of particles that no particle can have, and what is said of each.
  static let lives = [
    ("0", "0 found, milliseconds above 0 expected"),
    ("[0, 500]", "0 found, milliseconds above 0 expected"),
    ("[2000, 500]", "the interval falls from 2000 to 500"),
  ]

  @Test(arguments: lives, ["", #""preset": "sparks", "#, "then"])
  func `a life of nothing, or that falls, is a fault with its place`(
    life: (String, String), of kind: String
  ) throws {
    let own =
      kind == "then"
      ? #""life": 900, "then": {"count": 3, "life": \#(life.0)}"# : "\"life\": \(life.0)"
    let members = kind == "then" ? "" : kind
    let path = try package(
      #"{"name": "a", "type": "particles", \#(members)"rate": 3, \#(own)}"#)
    let faults = try ScenePackage.lint(path: path).filter { $0.severity == .error }
    #expect(faults.map(\.path) == [kind == "then" ? "items[0].then.life" : "items[0].life"])
    #expect(faults.allSatisfy { $0.place != nil && "\($0)".contains(life.1) }, "\(faults)")
    #expect(throws: ScenePackageError.self) { try ScenePackage.load(path: path) }
  }

  @Test(arguments: ["1", "[1, 1]", "[500, 2000]", "20000"])
  func `a life that particles can have is none`(life: String) throws {
    let path = try package(#"{"name": "a", "type": "particles", "rate": 3, "life": \#(life)}"#)
    #expect(try ScenePackage.lint(path: path).filter { $0.severity == .error } == [])
  }

  @Test func `Lottie animations count among the bytes of a scene, and are limited together`() throws
  {
    let animation =
      #"{"fr": 10, "ip": 0, "op": 30, "w": 40, "h": 20, "layers": [{"ty": 3}]}"#
    let padding = String(repeating: " ", count: (2 << 20) - animation.utf8.count)
    // 16 files of 2 MiB are the limit of 32 MiB by themselves; what is written of them is beyond.
    for number in 0..<16 {
      try scratch.write((animation + padding).utf8, to: "lantern/a\(number).json")
    }
    func path(_ count: Int) throws -> String {
      try package(
        (0..<count).map {
          "{\"name\": \"l\($0)\", \"type\": \"lottie\", \"file\": \"a\($0).json\", \"width\": 10}"
        }.joined(separator: ","))
    }
    let one = try ScenePackage.load(path: path(1)).fileBytes
    let two = try ScenePackage.load(path: path(2)).fileBytes
    // What is kept of an animation is what is drawn, and not its file.
    #expect((1...2000).contains(two - one))
    #expect(try ScenePackage.lint(path: path(15)).filter { $0.severity == .error } == [])
    let beyond = try ScenePackage.lint(path: path(16)).filter { $0.severity == .error }
      .map { "\($0)" }
    #expect(beyond.count == 1, "\(beyond)")
    #expect(
      beyond[0].contains("items[15].file: all Lottie animations together: more found"),
      "\(beyond)")
  }

  @Test func `a missing, an empty and a damaged package are refused in one line`() throws {
    #expect(throws: ScenePackageError.lookup(.notFound(path: "nowhere"))) {
      try ScenePackage.load(path: "nowhere")
    }
    let empty = try scratch.folder("empty")
    do {
      _ = try ScenePackage.load(path: empty)
      Issue.record("an empty folder is no scene")
    } catch {
      #expect("\(error)".contains("there is no \"scene.json\" in the package"))
      #expect(!"\(error)".contains("\n"))
    }
    let garbage = scratch.path("garbage.zip")
    try Data([1, 2, 3]).write(to: URL(filePath: garbage))
    #expect(throws: ScenePackageError.self) { try ScenePackage.load(path: garbage) }
  }

  @Test func `names are looked up, and a near one is offered`() throws {
    _ = try package("")
    let library = SceneLibrary(folder: scratch.url.path)
    #expect(library.ids == ["lantern"])
    #expect(try library.path(of: "lantern") == "\(scratch.url.path)/lantern")
    do {
      _ = try library.path(of: "lanter")
      Issue.record("there is no such scene")
    } catch {
      #expect("\(error)".hasSuffix("did you mean \"lantern\"?"))
    }
  }

  @Test func `the included scenes have no faults`() throws {
    let folder = SharedData.packageRoot.appending(path: "Scenes").path
    let library = SceneLibrary(folder: folder)
    #expect(library.ids.count == 6)
    for id in library.ids {
      let faults = try ScenePackage.lint(path: library.path(of: id))
      #expect(faults.filter { $0.severity != .note } == [], "\(id)")
      let scene = try ScenePackage.load(path: library.path(of: id)).scene
      #expect(scene.items.contains { $0.start == .cue("tap") }, "\(id)")
      #expect(scene.items.contains { if case .text = $0.content { true } else { false } }, "\(id)")
    }
  }
}

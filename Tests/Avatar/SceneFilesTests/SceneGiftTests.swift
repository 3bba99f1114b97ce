import AvatarFiles
import Avatars
import Foundation
import Imaging
import SceneFiles
import Scenes
import TestSupport
import Testing

/// Scenes that are packed with their fields filled.
@Suite struct SceneGiftTests {
  private let folder: ScratchFolder
  private let scene: String

  init() throws {
    folder = try ScratchFolder()
    scene = try SyntheticScene().write("lantern", in: folder)
    let text = String(decoding: try folder.bytes("lantern/scene.json"), as: UTF8.self)
    try folder.write(
      text.replacing(
        "\"items\": [",
        with: """
          "items": [{"name": "words", "type": "text", "field": "greeting", "text": "hello", "box": [30, 8]},
            {"name": "more", "type": "text", "field": "greeting", "text": "twice", "box": [30, 8]},
            {"name": "fixed", "type": "text", "text": "fixed", "box": [30, 8]},
          """), to: "lantern/scene.json")
    try folder.write("not in the gift", to: "lantern/notes.txt")
  }

  private static func photo(_ width: Int = 4, _ height: Int = 3) throws -> [UInt8] {
    try PNG.encode(
      SyntheticAvatar.drawn(width, height) { x, y in
        RGBA8(x < 2 ? 200 : 20, y < 2 ? 90 : 10, 7, 255)
      })
  }

  private func filling() throws -> SceneFilling {
    var filling = SceneFilling()
    filling.texts = ["greeting": "春安 \"2026\"\n\u{1F3EE}"]
    filling.photos = ["face": .init(name: "me/Photo.PNG", bytes: try Self.photo())]
    filling.greeting = .init(name: "v.wav", bytes: Array("RIFF....WAVEfmt ".utf8))
    return filling
  }

  @Test func `a gift is the scene with its fields filled, and lint has nothing to say`() throws {
    let gift = try ScenePackage.gift(of: scene, filling())
    try folder.write(gift, to: "other-name.zip")
    func remarks(_ path: String) throws -> [String] {
      try ScenePackage.lint(path: path).filter { $0.severity != .note }.map { "\($0)" }
    }
    #expect(try remarks(folder.path("other-name.zip")) == remarks(scene))
    let (own, given) = (
      try ScenePackage.load(path: scene).scene,
      try ScenePackage.load(path: folder.path("other-name.zip"))
    )
    var expected = own
    for index in expected.items.indices {
      switch expected.items[index].content {
      case .text(var text) where text.field == "greeting":
        text.text = "春安 \"2026\"\n\u{1F3EE}"
        expected.items[index].content = .text(text)
      case .photo(var photo):
        photo.image = "photo-1.png"
        expected.items[index].content = .photo(photo)
      default: break
      }
    }
    expected.greeting = "greeting-1.wav"
    #expect(given.scene == expected && given.scene.id == "lantern")
    #expect(try given.picture("photo-1.png") == PNG.decode(Self.photo()))
  }

  @Test func `another program reads the archive, whose bytes depend on the inputs alone`() throws {
    let gift = try ScenePackage.gift(of: scene, filling())
    #expect(try ScenePackage.gift(of: scene, filling()) == gift)
    try folder.write(gift, to: "gift.zip")
    let listing = String(
      decoding: try Program(named: "python3").succeed(
        ["-c", Self.listing, "gift.zip"], in: folder), as: UTF8.self)
    let names = ["card.png", "greeting-1.wav", "photo-1.png", "scene.json", "square.png"]
    #expect(
      listing.split(separator: "\n").map(String.init)
        == ["None"] + names.map { "lantern/\($0) 1980 0o100644" })
  }

  /// Python's own module checks every checksum, and lists the entries.
  private static let listing = """
    import sys, zipfile
    z = zipfile.ZipFile(sys.argv[1])
    print(z.testzip())
    for i in z.infolist(): print(i.filename, i.date_time[0], oct(i.external_attr >> 16))
    """

  @Test func `a gift is packed again with other fields`() throws {
    try folder.write(ScenePackage.gift(of: scene, filling()), to: "first.zip")
    var second = SceneFilling()
    second.texts = ["greeting": "again"]
    second.photos = ["face": .init(name: "b.png", bytes: try Self.photo(5, 5))]
    try folder.write(
      ScenePackage.gift(of: folder.path("first.zip"), second), to: "second.zip")
    let given = try ScenePackage.load(path: folder.path("second.zip"))
    #expect(given.scene.photoFields == ["face"] && given.scene.greeting == "greeting-1.wav")
    // The photo before is no longer in it.
    #expect(try given.picture("photo-2.png").width == 5)
    #expect(throws: (any Error).self) { try given.picture("photo-1.png") }
  }

  @Test func `what makes no good package is refused`() throws {
    func fault(_ change: (inout SceneFilling) throws -> Void) throws -> String {
      var filling = SceneFilling()
      try change(&filling)
      do {
        _ = try ScenePackage.gift(of: scene, filling)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(try fault { _ in } == "")
    let wide = try Self.photo(4097, 1)
    #expect(
      try fault { $0.photos["face"] = .init(name: "wide.png", bytes: wide) }
        .hasPrefix("wide.png: "))
    #expect(
      try fault { $0.photos["face"] = .init(name: "edge.png", bytes: try Self.photo(4096, 1)) }
        == "")
    #expect(
      try fault { $0.photos["face"] = .init(name: "no.png", bytes: Array("no picture".utf8)) }
        .hasPrefix("no.png: "))
    #expect(
      try fault { $0.greeting = .init(name: "v.wav", bytes: Array("no sound".utf8)) }
        .contains("greeting: \"greeting-1.wav\" is no sound file"))
    let long = String(repeating: "x", count: SceneLimits.textCharacters + 1)
    #expect(try fault { $0.texts["greeting"] = long }.contains("1000"))
    #expect(try fault { $0.texts["greeting"] = String(long.dropLast()) } == "")
    try folder.write("{}", to: "lantern/scene.json")
    #expect(try fault { _ in }.contains("scene.json"))
  }

  @Test func `an archive stands in the place of a folder of scenes`() throws {
    try folder.write(ScenePackage.gift(of: scene, filling()), to: "gift.zip")
    let library = try SceneLibrary.only([folder.path("gift.zip")])
    #expect(try library.paths == [[folder.path("gift.zip")]])
    #expect(library.path(named: "gift") == folder.path("gift.zip"))
    #expect(throws: ScenePackageError.self) { try SceneLibrary.only([folder.path("no.zip")]) }
  }
}

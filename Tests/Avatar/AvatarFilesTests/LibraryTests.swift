import AvatarFiles
import Avatars
import Foundation
import TestSupport
import Testing

@Suite struct LibraryTests {
  /// A library with a folder `ox`, an archive `dragon.zip`, a broken `pig`, and what is none.
  private func library() throws -> (AvatarLibrary, PackageFolder) {
    let folder = try PackageFolder(id: "Avatars")
    try folder.write(
      """
      {"version": 1, "name": {"en": "Ox mask", "zh-Hans": "牛面具"}, "author": "A", "tags": ["mask"],
       "layers": [{"name": "face", "image": "a.png", "scale": 2}]}
      """, to: "ox/avatar.json")
    try folder.write(PackageFolder.png(), to: "ox/a.png")
    try folder.write("{}", to: "pig/avatar.json")
    try folder.write("no archive", to: "sheep.zip")
    try folder.write("", to: "notes.txt")
    try folder.write("", to: "empty/readme.txt")
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png", "a.png"))
    archive.add("a.png", try PackageFolder.png())
    try folder.write(archive.bytes, to: "dragon.zip")
    return (AvatarLibrary(folder: folder.path), folder)
  }

  @Test func `a folder of avatars lists what it holds, sorted, with what is wrong`() throws {
    let (library, folder) = try library()
    defer { withExtendedLifetime(folder) {} }
    #expect(library.ids == ["dragon", "ox", "pig", "sheep"])
    let summaries = library.summaries
    #expect(summaries.map(\.id) == ["dragon", "ox", "pig", "sheep"])
    #expect(summaries.map(\.layers) == [["layer 0", "layer 1"], ["face"], [], []])
    #expect(summaries[1].name == ["en": "Ox mask", "zh-Hans": "牛面具"])
    #expect(summaries[1].tags == ["mask"])
    #expect(summaries.map { $0.fault == nil } == [true, true, false, false])
    let json = try JSONEncoder().encode(summaries[1])
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["id"] as? String == "ox")
    #expect(object["layers"] as? [String] == ["face"])
  }

  @Test func `a folder of avatars finds packages by name and by path`() throws {
    let (library, folder) = try library()
    #expect(try library.path(of: "ox") == folder.path + "/ox")
    #expect(try library.path(of: "dragon") == folder.path + "/dragon.zip")
    #expect(try library.path(of: folder.path + "/ox") == folder.path + "/ox")
    #expect(try library.load("dragon").avatar.id == "dragon")
    try FileManager.default.moveItem(
      atPath: folder.path + "/dragon.zip", toPath: folder.path + "/dragon.ZIP")
    #expect(library.ids == ["dragon", "ox", "pig", "sheep"])
    #expect(try library.load("dragon").avatar.id == "dragon")
  }

  @Test(arguments: [("dragn", "dragon"), ("OX", "ox"), ("hedgehog", nil)])
  func `a folder of avatars suggests the nearest name`(name: String, nearest: String?) throws {
    let (library, folder) = try library()
    let expected = AvatarPackageError.lookup(
      .unknown(
        AvatarPackage.kind, name: name, folders: [folder.path],
        known: ["dragon", "ox", "pig", "sheep"]))
    #expect(throws: expected) { try library.load(name) }
    let end = nearest.map { "did you mean \"\($0)\"?" } ?? "known: dragon, ox, pig, sheep"
    #expect(
      expected.description == "there is no avatar \"\(name)\" in \(folder.path); \(end)")
  }

  @Test func `a folder of avatars that is missing holds nothing`() throws {
    let library = AvatarLibrary(folder: "/nowhere")
    #expect(library.ids.isEmpty)
    let none = #expect(throws: AvatarPackageError.self) { try library.path(of: "ox") }
    let words = try #require(none).description
    #expect(words.hasPrefix("there is no avatar \"ox\" in /nowhere; put Avatars, Cards and Scenes"))
    #expect(words.contains("beside the program or into /usr/local/share/avatar-overlay"))
    #expect(words.contains("--avatars or AVATAR_OVERLAY_AVATARS"))
    #expect(throws: AvatarPackageError.lookup(.notFound(path: "../ox"))) {
      try library.path(of: "../ox")
    }
  }
}

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
    let expected = AvatarPackageError.unknownAvatar(
      name: name, folder: folder.path, nearest: nearest)
    #expect(throws: expected) { try library.load(name) }
  }

  @Test func `a folder of avatars that is missing holds nothing`() {
    let library = AvatarLibrary(folder: "/nowhere")
    #expect(library.ids.isEmpty)
    #expect(throws: AvatarPackageError.unknownAvatar(name: "ox", folder: "/nowhere", nearest: nil))
    {
      try library.path(of: "ox")
    }
    #expect(throws: AvatarPackageError.notFound(path: "../ox")) { try library.path(of: "../ox") }
  }

  @Test func `a folder without avatars is told with where they go`() throws {
    let none = AvatarPackageError.unknownAvatar(name: "ox", folder: "/nowhere", nearest: nil)
    #expect(
      none.description.contains("beside the program or into /usr/local/share/avatar-overlay"))
    #expect(none.description.contains("--avatars or AVATAR_OVERLAY_AVATARS"))
    let (library, folder) = try library()
    defer { withExtendedLifetime(folder) {} }
    let other = AvatarPackageError.unknownAvatar(
      name: "hedgehog", folder: library.folder, nearest: nil)
    #expect(other.description == "there is no avatar \"hedgehog\" in \(library.folder)")
  }

  @Test func `a folder of avatars is the one that is named, else the one above the program`() throws
  {
    let (library, folder) = try library()
    let installed = folder.parent + "/bin/avatar-overlay"
    func found(_ named: String?, _ environment: [String: String] = [:]) -> String {
      AvatarLibrary.find(named: named, environment: environment, executable: installed).folder
    }
    #expect(found("here") == "here")
    #expect(found(nil, ["AVATAR_OVERLAY_AVATARS": "there"]) == "there")
    #expect(found("here", ["AVATAR_OVERLAY_AVATARS": "there"]) == "here")
    // Where tests are run from the checkout, its own folder comes first.
    let local = AvatarLibrary(folder: "Avatars")
    let expected =
      local.ids.isEmpty ? URL(filePath: library.folder).resolvingSymlinksInPath().path : "Avatars"
    #expect(found(nil) == expected)
  }
}

import AvatarFiles
import Foundation
import TestSupport
import Testing

@Suite struct PackageHashTests {
  @Test func `the hash of a package is the one of the lines of sha256sum`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("b.png", "a.png", "b.png"), to: "avatar.json")
    for name in ["a.png", "b.png", "unused.png"] {
      try folder.write(try PackageFolder.png(), to: name)
    }
    let scratch = try ScratchFolder()
    let sums = try Program(named: "sh").succeed(
      ["-c", "cd \"$0\" && sha256sum a.png avatar.json b.png | sha256sum", folder.path],
      in: scratch)
    let hash = try AvatarPackage.load(path: folder.path).sha256
    #expect(String(decoding: sums, as: UTF8.self).hasPrefix(hash + " ") && hash.utf8.count == 64)
    try folder.write("of no layer", to: "unused.png")
    #expect(try AvatarPackage.load(path: folder.path).sha256 == hash)
    try folder.write(PackageFolder.manifest("b.png", "a.png"), to: "avatar.json")
    #expect(try AvatarPackage.load(path: folder.path).sha256 != hash)
  }

  @Test func `the hash of a package is the same in a folder and an archive`() throws {
    let folder = try PackageFolder()
    let (manifest, png) = (PackageFolder.manifest("a.png"), try PackageFolder.png())
    try folder.write(manifest, to: "avatar.json")
    try folder.write(png, to: "a.png")
    var archive = ZipBuilder()
    archive.add("avatar.json", manifest)
    archive.add("a.png", png)
    try folder.write(archive.bytes, to: "archive.zip")
    #expect(
      try AvatarPackage.load(path: folder.path + "/archive.zip").sha256
        == AvatarPackage.load(path: folder.path).sha256)
  }
}

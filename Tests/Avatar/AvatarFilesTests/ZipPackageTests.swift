import AvatarFiles
import Avatars
import Foundation
import Imaging
import Problems
import TestSupport
import Testing

@Suite struct ZipPackageTests {
  private func written(
    _ archive: ZipBuilder, in folder: PackageFolder, as name: String = "archive.zip"
  ) throws -> String {
    try folder.write(archive.bytes, to: name)
    return folder.path + "/" + name
  }

  /// What stands before every path of the archive, whose name is the package's.
  @Test(arguments: ["", "dragon/"])
  func `a package in an archive loads from the top and from a folder`(prefix: String) throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add(prefix + "avatar.json", PackageFolder.manifest("art/a.png"))
    archive.add(prefix + "art/", [])
    archive.add(prefix + "art/a.png", try PackageFolder.png())
    // What macOS leaves.
    archive.add("__MACOSX/\(prefix)._avatar.json", [0])
    archive.add(prefix + ".DS_Store", [0])
    let path = try written(archive, in: folder)
    let package = try AvatarPackage.load(path: path)
    #expect(package.avatar.id == "archive")
    #expect(package.named("other").avatar.id == "other")
    #expect(package.named("other").sha256 == package.sha256)
    #expect(try package.picture(ofLayer: 0).width == 8)
    #expect(try AvatarPackage.lint(path: path).isEmpty)
  }

  /// Where the package's folder lies, and what lies beside it.
  @Test(arguments: [
    ("ring/", ["README.txt"]), ("ring/", ["pictures/before.png", "LICENSE"]),
    ("things/ring/", ["README.txt"]), ("ring/", ["ring/old/avatar.json"]),
    ("", ["old/avatar.json"]),
  ])
  func `a package in an archive is found beside other things`(prefix: String, others: [String])
    throws
  {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    for other in others { archive.add(other, [0]) }
    archive.add(prefix + "avatar.json", PackageFolder.manifest("a.png"))
    archive.add(prefix + "a.png", try PackageFolder.png())
    let package = try AvatarPackage.load(path: try written(archive, in: folder))
    #expect(package.avatar.id == "archive")
    #expect(try package.picture(ofLayer: 0).width == 8)
  }

  @Test func `two packages in one archive are refused by their names`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    for name in ["one", "two"] {
      archive.add("\(name)/avatar.json", PackageFolder.manifest("a.png"))
      archive.add("\(name)/a.png", try PackageFolder.png())
    }
    let path = try written(archive, in: folder)
    #expect {
      _ = try AvatarPackage.load(path: path)
    } throws: {
      "\($0)".contains("it holds 2 avatars: one/avatar.json, two/avatar.json")
    }
  }

  /// The é of a name as one character, and as macOS writes it.
  @Test(arguments: [("\u{E9}.png", "e\u{301}.png"), ("e\u{301}.png", "\u{E9}.png")])
  func `a picture is found whose name is in another form of Unicode`(named: String, stored: String)
    throws
  {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest(named), to: "avatar.json")
    try folder.write(try PackageFolder.png(), to: stored)
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest(named))
    archive.add(stored, try PackageFolder.png())
    for path in [folder.path, try written(archive, in: folder)] {
      let package = try AvatarPackage.load(path: path)
      #expect(try package.picture(ofLayer: 0).width == 8)
      #expect(try AvatarPackage.lint(path: path).isEmpty, "\(path)")
    }
    let library = try PackageFolder()
    try library.write(PackageFolder.manifest("a.png"), to: stored + "/avatar.json")
    try library.write(try PackageFolder.png(), to: stored + "/a.png")
    #expect(try AvatarLibrary(folder: library.path).load(named).avatar.layers.count == 1)
  }

  @Test(arguments: ["../evil.png", "/evil.png", "a/../../evil.png", "..\\evil.png"])
  func `a package in an archive is refused when an entry climbs out`(name: String) throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add("a.png", try PackageFolder.png())
    archive.add(name, try PackageFolder.png())
    let path = try written(archive, in: folder)
    #expect(throws: AvatarPackageError.self) { try AvatarPackage.load(path: path) }
    let faults = try AvatarPackage.lint(path: path)
    #expect(faults.map(\.file) == [name])
  }

  @Test func `a package in an archive is refused when a picture is a link`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add(
      ZipBuilder.Entry(name: "a.png", content: Array("/etc/hostname".utf8), mode: 0o120777))
    let faults = try AvatarPackage.lint(path: try written(archive, in: folder))
    #expect(faults.map(\.kind) == [.unsafePath("a.png", reason: "is a link")])
  }

  /// What the directory claims of 66 MiB of zeros: the truth, and a lie.
  @Test(arguments: [66 << 20, 100])
  func `a package in an archive is not unpacked past the limit, whatever it claims`(claimed: Int)
    throws
  {
    let folder = try PackageFolder()
    let bomb = ZipBuilder.deflatedZeros(atLeast: 66 << 20)
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add(
      ZipBuilder.Entry(
        name: "a.png", content: bomb, method: 8, claimedSize: claimed, checksum: 0))
    let faults = try AvatarPackage.lint(path: try written(archive, in: folder))
    let description = try #require(faults.first).description
    #expect(
      description.contains("the size of \"a.png\": more than 65 MiB found")
        || description.contains("\"a.png\" cannot be read"), "\(description)")
  }

  @Test func `a picture of another size than its archive says is refused in these words`() throws {
    let folder = try PackageFolder()
    let zeros = ZipBuilder.deflatedZeros(atLeast: 1000)
    for claimed in [10, 5000] {
      var archive = ZipBuilder()
      archive.add("avatar.json", PackageFolder.manifest("a.png"))
      // 1 and four times 258 zeros, whose checksum Python's zlib.crc32 gives.
      archive.add(
        ZipBuilder.Entry(
          name: "a.png", content: zeros, method: 8, claimedSize: claimed, checksum: 0x4A08_71EF))
      let faults = try AvatarPackage.lint(path: try written(archive, in: folder))
      let text = try #require(faults.first).description
      #expect(text.contains("\"a.png\" cannot be read: "), "\(text)")
      #expect(text.contains("the archive says that it has \(claimed) bytes"), "\(text)")
    }
  }

  @Test func `an archive whose two headers of an entry differ is refused in these words`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    var entry = ZipBuilder.Entry(name: "a.png", content: try PackageFolder.png())
    entry.localSize = 7
    archive.add(entry)
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.lint(path: try written(archive, in: folder))
    }
    #expect(error?.description.contains("contradict each other") == true, "\(error as Any)")
  }

  /// How zip writes the archive: to a pipe, with descriptors after the bytes, with numbers of 64 bits.
  @Test(arguments: [
    "zip -q - * | cat", "zip -q -fd - *", "zip -q -fz ../t.zip * && cat ../t.zip",
    "zip -q -0 - * | cat",
  ])
  func `an archive loads however zip writes its headers`(command: String) throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "in/avatar.json")
    try folder.write(try PackageFolder.png(), to: "in/a.png")
    let path = folder.path + "/piped.zip"
    try Program(named: "sh").succeed(
      ["-c", "cd \"$1/in\" && \(command) > \"$2\"", "sh", folder.path, path])
    let package = try AvatarPackage.load(path: path)
    #expect(package.avatar.id == "piped")
    #expect(try package.picture(ofLayer: 0).width == 8)
    #expect(try AvatarPackage.lint(path: path).isEmpty)
  }

  /// What the header before the picture's bytes says otherwise, by the byte of it that is changed.
  @Test(arguments: [0, 6, 8, 14, 18, 22, 26, 30])
  func `an archive whose headers differ in any of what both say is refused`(byte: Int) throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("a.png", try PackageFolder.png())
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    var bytes = archive.bytes
    try folder.write(bytes, to: "archive.zip")
    let path = folder.path + "/archive.zip"
    #expect(try AvatarPackage.lint(path: path).isEmpty)
    // The picture's header is the first of the file.
    bytes[byte] ^= 1
    try folder.write(bytes, to: "archive.zip")
    let error = #expect(throws: AvatarPackageError.self) { try AvatarPackage.lint(path: path) }
    #expect(error?.description.contains("contradict each other") == true, "\(error as Any)")
  }

  @Test func `an archive that is cut off anywhere is said to be cut off`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add("a.png", try PackageFolder.png())
    let whole = archive.bytes
    let path = folder.path + "/archive.zip"
    for count in [4, 30, whole.count / 2, whole.count - 23, whole.count - 1] {
      try folder.write(Array(whole.prefix(count)), to: "archive.zip")
      let error = #expect(throws: AvatarPackageError.self) { try AvatarPackage.lint(path: path) }
      let line = "\(path): not an avatar package: the zip archive is cut off or damaged: "
      #expect(error?.description.hasPrefix(line) == true, "\(count) \(error as Any)")
    }
    try folder.write(Array("PK\u{3}".utf8), to: "archive.zip")
    let other = #expect(throws: AvatarPackageError.self) { try AvatarPackage.lint(path: path) }
    #expect(other?.description.contains("cut off") == false, "\(other as Any)")
  }

  @Test func `a library of an archive alone names it as the place of its package`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add("a.png", try PackageFolder.png())
    let path = try written(archive, in: folder)
    let library = try AvatarLibrary.only([path])
    #expect(library.entries.map(\.folder) == [path] && library.places == path)
    let both = try AvatarLibrary.only([path, folder.path])
    #expect(both.places == folder.path)
  }

  @Test func `a picture with a password is refused in these words`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    var entry = ZipBuilder.Entry(name: "a.png", content: try PackageFolder.png())
    entry.isEncrypted = true
    archive.add(entry)
    let faults = try AvatarPackage.lint(path: try written(archive, in: folder))
    let text = try #require(faults.first).description
    #expect(
      text.contains("\"a.png\" cannot be read: it is encrypted with a password; pack"), "\(text)")
  }

  /// The same name, and the same in another form of Unicode.
  @Test(arguments: [("a.png", "a.png"), ("\u{E9}.png", "e\u{301}.png")])
  func `an archive that holds a name twice is refused`(first: String, second: String) throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest(first))
    archive.add(first, try PackageFolder.png())
    archive.add(second, try PackageFolder.png())
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.lint(path: try written(archive, in: folder))
    }
    #expect(error?.description.contains(" twice, and which one") == true, "\(error as Any)")
    // Names in other letters are others.
    var other = ZipBuilder()
    other.add("avatar.json", PackageFolder.manifest("a.png"))
    other.add("a.png", try PackageFolder.png())
    other.add("A.png", try PackageFolder.png())
    #expect(throws: Never.self) { try AvatarPackage.load(path: try written(other, in: folder)) }
  }

  @Test func `a package in an archive is refused when its manifest is a bomb`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add(
      ZipBuilder.Entry(
        name: "avatar.json", content: ZipBuilder.deflatedZeros(atLeast: 66 << 20), method: 8,
        claimedSize: 66 << 20, checksum: 0))
    let faults = try AvatarPackage.lint(path: try written(archive, in: folder))
    #expect(
      faults.first?.description
        == "avatar.json: the manifest's size: more than 1048576 bytes found,"
        + " at most 1048576 bytes allowed")
  }

  /// 8 x 8 pixels take 520 bytes at most, and 8 MiB are left for what says something of them.
  @Test(arguments: [false, true], [7, 9])
  func `a package's picture has no longer a file than its size may need`(
    isArchive: Bool, mebibytes: Int
  ) throws {
    let folder = try PackageFolder()
    let picture = try PackageFolder.png() + [UInt8](repeating: 0, count: mebibytes << 20)
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    try folder.write(picture, to: "a.png")
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add("a.png", picture)
    let path = isArchive ? try written(archive, in: folder) : folder.path
    let faults = try AvatarPackage.lint(path: path)
    #expect(faults.isEmpty == (mebibytes == 7))
    #expect(mebibytes == 7 || "\(faults)".contains("8 MiB"))
  }

  @Test func `a package in an archive may have 1024 entries and no more`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add("a.png", try PackageFolder.png())
    for index in 2..<1024 {
      archive.add("\(index).txt", [])
    }
    #expect(throws: Never.self) {
      try AvatarPackage.load(path: try written(archive, in: folder))
    }
    archive.add("last.txt", [])
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: try written(archive, in: folder))
    }
    #expect(error?.description.contains("1025 entries, at most 1024") == true)
    #expect(error?.problemCode.exitCode == .overLimit)
  }

  @Test func `a package in an archive is refused when a byte of a picture is wrong`() throws {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add(
      ZipBuilder.Entry(name: "a.png", content: try PackageFolder.png(), checksum: 12345))
    let faults = try AvatarPackage.lint(path: try written(archive, in: folder))
    #expect(faults.first?.description.contains("\"a.png\" cannot be read: CRC error") == true)
  }

  @Test func `a package in an archive is refused when it is packed in a way that is not known`()
    throws
  {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add(
      ZipBuilder.Entry(name: "a.png", content: try PackageFolder.png(), method: 98))
    let faults = try AvatarPackage.lint(path: try written(archive, in: folder))
    #expect(faults.first?.description.contains("\"a.png\" cannot be read: ") == true)
  }

  @Test func `a package in an archive is refused when it is longer than 64 MiB`() throws {
    let folder = try PackageFolder()
    try folder.write(ZipBuilder().bytes, to: "long.zip")
    try folder.stretch("long.zip", to: 64 << 20 + 1)
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: folder.path + "/long.zip")
    }
    #expect(error?.description.hasSuffix(": it is larger than 64 MiB") == true)
    #expect(error?.problemCode.exitCode == .overLimit)
  }

  @Test func `a package in an archive never brings the reader down, wherever it is cut off`() throws
  {
    let folder = try PackageFolder()
    var archive = ZipBuilder()
    archive.add("avatar.json", PackageFolder.manifest("a.png"))
    archive.add("a.png", try PackageFolder.png())
    let bytes = archive.bytes
    for length in stride(from: 0, to: bytes.count, by: 7) {
      try folder.write(Array(bytes[..<length]), to: "cut.zip")
      let error = #expect(throws: AvatarPackageError.self) {
        try AvatarPackage.load(path: folder.path + "/cut.zip")
      }
      #expect(error?.description.contains("not an avatar package") == true)
    }
  }
}

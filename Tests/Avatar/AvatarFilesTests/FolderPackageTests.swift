import AvatarFiles
import Avatars
import Foundation
import Geometry
import Imaging
import Problems
import Testing

@Suite struct FolderPackageTests {
  @Test func `a package in a folder loads with a picture for each layer`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png", "art/b.png", "a.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(width: 8, height: 4, opaque: (2..<6, 1..<3)), to: "a.png")
    try folder.write(PackageFolder.png(width: 16, height: 9), to: "art/b.png")
    let package = try AvatarPackage.load(path: folder.path)
    #expect(package.avatar.id == "ox")
    let pictures = try (0..<3).map(package.picture(ofLayer:))
    #expect(pictures.map(\.width) == [8, 16, 8])
    #expect(pictures.map(\.height) == [4, 9, 4])
    #expect(package.measured.pictureSizes.map(\.description) == ["8 x 4", "16 x 9", "8 x 4"])
    #expect(pictures[0].bytes[4 * (1 * 8 + 2)..<4 * (1 * 8 + 3)] == [200, 30, 20, 255])
    #expect(try AvatarPackage.lint(path: folder.path).isEmpty)
  }

  @Test(arguments: [PictureDecoding.later, .checked, .kept(bytes: 1000)])
  func `its pictures are the same whenever they are decoded`(decoding: PictureDecoding) throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png", "b.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(width: 8, height: 4, opaque: (2..<6, 1..<3)), to: "a.png")
    // More than is kept.
    try folder.write(PackageFolder.png(width: 210, height: 200), to: "b.png")
    var package = try AvatarPackage.load(path: folder.path, decoding: decoding)
    let pictures = try (0..<2).map(package.picture(ofLayer:))
    #expect(pictures.map(\.width) == [8, 210])
    #expect(package.keptBytes == (decoding == .kept(bytes: 1000) ? 4 * 8 * 4 : 0))
    package.letGoOfPixels()
    #expect(package.keptBytes == 0)
    for (index, picture) in pictures.enumerated() {
      let again = try package.picture(ofLayer: index)
      #expect(again.bytes == picture.bytes)
    }
  }

  /// What makes a package faulty, and the one line that says so.
  static let faults: [(images: [String], files: [String: [UInt8]], expected: String)] = [
    (
      ["mask.png"], ["msak.png": [1]],
      "avatar.json:2:30: layers[0].image: there is no \"mask.png\" in the package;"
        + " did you mean \"msak.png\"?"
    ),
    (["a.png"], ["a.png": []], "avatar.json:2:30: layers[0].image: \"a.png\": the file is empty"),
    (
      ["a.png"], ["a.png": Array("GIF89a...".utf8)],
      "avatar.json:2:30: layers[0].image: \"a.png\": not a PNG"
    ),
    (
      ["a.png"], ["a.png": [0xFF, 0xD8, 0xFF, 0xE0]],
      "\"a.png\": not a PNG picture: this is a JPEG; export a PNG with transparency"
    ),
    (
      ["a.jpg"], ["a.jpg": [0xFF, 0xD8, 0xFF, 0xE0]],
      "\"a.jpg\": not a PNG picture: this is a JPEG; export a PNG with transparency"
    ),
    (["a.svg"], ["a.svg": Array("<svg/>".utf8)], "this is an SVG; export a PNG with transparency"),
    (["a.psd"], ["a.psd": Array("8BPS".utf8)], "this is a PSD; export a PNG with transparency"),
    (["a.png"], ["a.png/b.png": [0]], "\"a.png\" cannot be read: not a plain file"),
    (["../b.png"], [:], "layers[0].image: \"../b.png\" leads out with \"..\""),
    (["/etc/hostname"], [:], "layers[0].image: \"/etc/hostname\" is an absolute path"),
  ]

  @Test(arguments: faults)
  func `a package in a folder is refused with the fault's place`(
    images: [String], files: [String: [UInt8]], expected: String
  ) throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest(images[0]), to: "avatar.json")
    for (name, bytes) in files {
      try folder.write(bytes, to: name)
    }
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: folder.path)
    }
    let description = try #require(error).description
    #expect(description.hasPrefix("\(folder.path)/avatar.json:2:30: layers[0].image: "))
    #expect(description.contains(expected))
  }

  @Test func `a package in a folder names every fault of manifest and pictures together`() throws {
    let folder = try PackageFolder()
    var text = PackageFolder.manifest("a.png", "b.png", "c.png")
    text.replace("\"version\"", with: "\"vresion\"")
    try folder.write(text, to: "avatar.json")
    try folder.write(PackageFolder.png(), to: "a.png")
    try folder.write(Array(PackageFolder.png().dropLast(30)), to: "c.png")
    let faults = try AvatarPackage.lint(path: folder.path)
    #expect(faults.allSatisfy { $0.severity == .error })
    #expect(
      faults.map(\.path) == ["", "", "layers[1].image", "layers[2].image"], "\(faults)")
    #expect(faults[0].description.contains("unknown key \"vresion\"; did you mean \"version\"?"))
    #expect(faults[1].description.contains("the key \"version\" is missing"))
  }

  @Test func `a package in a folder is refused without a manifest, and where there is nothing`()
    throws
  {
    let folder = try PackageFolder()
    let missing = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: folder.path)
    }
    #expect(
      missing?.description
        == "\(folder.path)/avatar.json: there is no \"avatar.json\" in the package")
    #expect(throws: AvatarPackageError.lookup(.notFound(path: folder.path + "/none"))) {
      try AvatarPackage.load(path: folder.path + "/none")
    }
  }

  /// A link, and whether it may be followed.
  @Test(arguments: [("b.png", true), ("../outside.png", false), ("../ox-other/b.png", false)])
  func `a package in a folder follows links that stay inside alone`(target: String, allowed: Bool)
    throws
  {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(), to: "b.png")
    try folder.write(PackageFolder.png(), to: "../outside.png")
    // A neighbour whose path begins like the package's own.
    try folder.write(PackageFolder.png(), to: "../ox-other/b.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/a.png", withDestinationPath: target)
    let faults = try AvatarPackage.lint(path: folder.path).filter { $0.severity == .error }
    let stray = AvatarFault.Kind.unsafePath(
      "a.png",
      reason:
        "is a link that leads out of the package, to \(target); put the file itself in its place")
    #expect(faults.map(\.kind) == (allowed ? [] : [stray]))
  }

  @Test func `a package in a folder does not follow a folder that is a link out`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("art/b.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(), to: "../elsewhere/b.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/art", withDestinationPath: folder.parent + "/elsewhere")
    let faults = try AvatarPackage.lint(path: folder.path)
    #expect(faults.first?.description.contains("leads out of the package") == true)
  }

  @Test func `a package in a folder does not wait for a named pipe`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    #expect(mkfifo(folder.path + "/a.png", 0o600) == 0)
    let faults = try AvatarPackage.lint(path: folder.path)
    #expect(faults.first?.description.contains("not a plain file") == true)
  }

  @Test func `a package in a folder may have 1024 files and no more`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(), to: "a.png")
    for index in 0..<1022 {
      try folder.write([], to: "\(index).txt")
    }
    // Hidden files do not count, nor what lies in hidden folders.
    for index in 0..<9 {
      try folder.write([], to: ".git/objects/\(index)")
    }
    #expect(throws: Never.self) { try AvatarPackage.load(path: folder.path) }
    try folder.write([], to: "last.txt")
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: folder.path)
    }
    #expect(error?.description.contains("more than 1024 files and folders") == true)
  }

  @Test func `a package in a folder may decode to 64 MiB of pixels and no more`() throws {
    let folder = try PackageFolder()
    // Twice 2900 x 2900 x 4 bytes are 64.2 MiB; the same file twice counts once.
    let large = try PackageFolder.png(width: 2900, height: 2900)
    try folder.write(large, to: "a.png")
    try folder.write(large, to: "b.png")
    try folder.write(PackageFolder.manifest("a.png", "a.png"), to: "avatar.json")
    #expect(try AvatarPackage.lint(path: folder.path).filter { $0.severity == .error }.isEmpty)
    try folder.write(PackageFolder.manifest("a.png", "b.png"), to: "avatar.json")
    let fault = try #require(try AvatarPackage.lint(path: folder.path).first)
    #expect(
      fault.description
        == "avatar.json:3:30: layers[1].image: all pictures decoded: more found,"
        + " at most 64 MiB allowed")
  }

  @Test func `a package in a folder may have pictures of 4096 pixels a side and no more`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(width: 4096, height: 8), to: "a.png")
    #expect(try AvatarPackage.lint(path: folder.path).isEmpty)
    try folder.write(PackageFolder.png(width: 4097, height: 8), to: "a.png")
    let fault = try #require(try AvatarPackage.lint(path: folder.path).first)
    #expect(fault.description.contains("4097 x 8 found, at most 4096 x 4096 allowed"))
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: folder.path)
    }
    #expect(try #require(error).problemCode == .avatarTooLarge)
  }

  @Test
  func `a package in a folder may have picture files of 65 MiB, 128 MiB together, and no more`()
    throws
  {
    let folder = try PackageFolder()
    // What follows the end of a PNG is not looked at, but it is read, as far as a picture of this size
    // may need.
    let picture = try PackageFolder.png(width: 4096, height: 1824)
    for name in ["a.png", "b.png"] {
      try folder.write(picture, to: name)
      try folder.stretch(name, to: 65 << 20)
    }
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    #expect(throws: Never.self) { try AvatarPackage.load(path: folder.path) }
    try folder.write(PackageFolder.manifest("a.png", "b.png"), to: "avatar.json")
    #expect(
      try AvatarPackage.lint(path: folder.path).map(\.description) == [
        "avatar.json:3:30: layers[1].image: all picture files together: more found,"
          + " at most 128 MiB allowed"
      ])
    try folder.stretch("a.png", to: 65 << 20 + 1)
    #expect(
      try AvatarPackage.lint(path: folder.path).first?.description
        == "avatar.json:2:30: layers[0].image: the size of \"a.png\": more than 65 MiB found,"
        + " at most 65 MiB allowed")
  }

  @Test func `a package in a folder is refused when its manifest is no file`() throws {
    let folder = try PackageFolder()
    try folder.write("", to: "avatar.json/readme.txt")
    #expect(
      try AvatarPackage.lint(path: folder.path).map(\.description) == [
        "avatar.json: not a plain file"
      ])
  }
}

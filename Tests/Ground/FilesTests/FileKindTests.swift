import Files
import Foundation
import TestSupport
import Testing

/// What files are by their first bytes, as each format's document has them.
@Suite struct FileKindTests {
  static let files: [(bytes: [UInt8], words: String)] = [
    (
      Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n".utf8),
      "this is a pointer of Git LFS, not the file itself; run git lfs pull"
    ),
    (Array("/annex/objects/SHA256E-s1--0.png\n".utf8), "git annex get"),
    (Array("\u{FEFF}{\"a\": 1}".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "UTF-16"),
    (Array("{\"a\": 1}".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "save it as UTF-8"),
    ([UInt8](repeating: 0, count: 4096), "zero bytes"), ([0], "zero bytes"),
    (Array("<!DOCTYPE html>\n<html>".utf8), "this is a web page; download the file itself"),
    (
      Array("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>".utf8),
      "a server's error in XML"
    ),
    (Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8), "a raw photo (CR2)"),
    (Array("\0\0\0\u{18}ftypcrx \0\0\0\0".utf8), "a raw photo (CR3)"),
    (Array("FUJIFILMCCD-RAW 0201".utf8), "save it as JPEG or PNG"),
    (Array("\0\0\0\u{18}ftypqt  \0\0\0\0".utf8), "this is a clip"),
    ([0x1A, 0x45, 0xDF, 0xA3, 1], "this is a clip"), (Array("RIFF\0\0\0\0WAVE".utf8), "a sound"),
    (Array("{\"v\":\"5.7\",\"meta\":{\"fr\":1},\"ip\":0,\"op\":9,\"layers\":[".utf8), "a Lottie"),
    (Array("{\"asset\": {\"version\": \"2.0\"}, \"scenes\": []}".utf8), "a glTF model"),
    (
      Array("{\"format\": \"avatar-tracking/1\", \"width\": 4, \"height\": 3}\n{".utf8),
      "the tracking of a recording"
    ),
    (Array(" {\"error\": 404}".utf8), "this is a JSON file"),
  ]

  @Test(arguments: files)
  func `a file is told by its first bytes`(bytes: [UInt8], words: String) throws {
    let kind = try #require(FileKind(beginning: bytes))
    #expect("\(kind)".contains(words), "\(kind)")
    let folder = try ScratchFolder()
    try Data(bytes).write(to: URL(filePath: folder.path("file")))
    #expect(FileKind(ofFileAt: folder.path("file")) == kind)
  }

  @Test func `what is not known has no kind`() {
    for text in ["", "plain text", "[1, 2]", "v"] {
      #expect(FileKind(beginning: Array(text.utf8)) == nil, "\(text)")
    }
    // MPEG's layers begin with the bits that mark UTF-16 too.
    #expect(FileKind(beginning: [0xFF, 0xFE, 0x90, 0x64, 0, 0, 1, 2]) == nil)
    #expect(FileKind(beginning: [UInt8](repeating: 0, count: 511) + [1]) == nil)
    #expect(FileKind(ofFileAt: "/none") == nil)
  }

  @Test func `keys within values do not count`() {
    let text = #"{"a": {"layers": 1, "version": 2}, "b": ["\"layers\":", "version"]}"#
    #expect(FileKind(beginning: Array(text.utf8))?.name == "a JSON file")
  }
}

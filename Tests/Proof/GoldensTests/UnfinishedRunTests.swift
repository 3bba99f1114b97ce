import Files
import Foundation
import Goldens
import Review
import TestSupport
import Testing

/// What hostile or half-done files in a suite's folder must not lead to.
@Suite struct UnfinishedRunTests {
  @Test(arguments: [
    "../precious.png", "/etc/hostname", "golden.json", "a/../../precious.png", ".results/x.png",
    "clip.mp4", ".png",
  ])
  func `a record that reaches out of the goldens removes nothing`(target: String) throws {
    let stage = try RenderedSuite("\"name\": \"a\"").recorded()
    try stage.folder.write("precious", to: "precious.png")
    let path = stage.path + "/provenance.jsonl"
    let line =
      "{\"golden\": \"\(target)\", \"sha256\": \"0\", \"by\": \"x\", \"at\": \"2026\","
      + " \"renderer\": \"1\"}\n"
    try (String(contentsOfFile: path, encoding: .utf8) + line)
      .write(toFile: path, atomically: true, encoding: .utf8)
    let before = try stage.files()
    #expect(try stage.verify().obsolete.recorded == [])
    let error = #expect(throws: GoldenError.self) { try stage.approve(.all, prunes: true) }
    guard case .damagedProvenance(_, line: 2, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(target))
    #expect(try stage.files() == before)
    #expect(try stage.folder.bytes("precious.png") == Array("precious".utf8))
  }

  @Test func `records of frames of the longest name are records`() throws {
    let name = String(repeating: "n", count: GoldenName.lengthLimit)
    var file = ProvenanceFile()
    for golden in ["\(name).png", "\(name)/1000000000.png"] {
      file[golden] = Provenance(
        golden: golden, sha256: "0", by: "x", at: "2026", renderer: "1", reason: nil)
    }
    let folder = try ScratchFolder()
    let path = try folder.write(file.bytes, to: "provenance.jsonl")
    #expect(try ProvenanceFile(path: path) == file)
  }

  @Test func `a failure leaves no folder of a case that has no golden`() throws {
    let stage = try RenderedSuite("\"name\": \"new/deep/a\"")
    _ = try stage.verify()
    // No file replaces a folder.
    try stage.folder.write("", to: "Golden/provenance.jsonl/in-the-way")
    #expect(throws: GoldenError.self) { try stage.approve(.all) }
    #expect(!FileManager.default.fileExists(atPath: stage.path + "/new"))
  }

  /// A run that was killed before the records had their name: everything goes back.
  @Test func `the next run puts back what a killed one had begun to replace`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"", "\"name\": \"b/c\"").recorded()
    let before = try stage.files()
    let old = try #require(before["a.png"])
    try stage.folder.write("new", to: "Golden/a.png")
    try stage.folder.write(old, to: "Golden/.a.png.123.kept")
    try stage.folder.write("new", to: "Golden/d/e.png")
    try stage.folder.write("new", to: "Golden/d/.e.png.123.made")
    try stage.folder.write("new", to: "Golden/b/.c.png.123.staged")
    try stage.folder.write("ne", to: "Golden/b/..f.png.123.staged.123.99.partial")
    try stage.folder.write("new", to: "Golden/.provenance.jsonl.123.staged")
    let verdicts = try stage.verify().results.map(\.review.verdict)
    #expect(verdicts == [.passed, .passed])
    #expect(try stage.files() == before)
    #expect(!FileManager.default.fileExists(atPath: stage.path + "/d"))
  }

  /// Where the name of a golden is long, that of the file that is being written has not all of it.
  @Test(arguments: [1, 139, 140, 145, 150, 157, 158, 159, 160, 200])
  func `the next run removes what a killed write left of any name`(length: Int) throws {
    let stage = try RenderedSuite("\"name\": \"a\"").recorded()
    let before = try stage.files()
    let staged = ".\(String(repeating: "n", count: length)).123.staged"
    try stage.folder.write("ne", to: "Golden/\(try hiddenName(of: staged, in: stage.folder))")
    _ = try stage.verify()
    #expect(try stage.files() == before)
  }

  @Test func `what a killed write left is known where a character was cut`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"").recorded()
    let before = try stage.files()
    for shift in 0..<3 {
      let name = String(repeating: "x", count: shift) + String(repeating: "牙", count: 60)
      let hidden = try hiddenName(of: ".\(name).123.staged", in: stage.folder)
      try stage.folder.write("ne", to: "Golden/\(hidden)")
    }
    _ = try stage.verify()
    #expect(try stage.files() == before)
  }

  /// Names that a user may have given stay.
  @Test func `a run leaves unfinished files that are not its own`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"").recorded()
    let names = [
      // Of another program's hidden file, and of a short name.
      ".\(String(repeating: "n", count: 200)).123-abc.partial", "..note.123-abc.partial",
      "..\(String(repeating: "n", count: 158)).123-abc.partial",
      "..\(String(repeating: "n", count: 200)).abc.partial",
    ]
    for name in names { try stage.folder.write("mine", to: "Golden/\(name)") }
    _ = try stage.verify()
    let after = try stage.files()
    for name in names { #expect(after[name] == Array("mine".utf8)) }
  }

  /// The name that a file has while it is being written, as the writer itself makes it.
  private func hiddenName(of name: String, in folder: ScratchFolder) throws -> String {
    let file = try AtomicFile(path: folder.path(name), replacing: false)
    return URL(filePath: file.temporaryPath).lastPathComponent
  }

  /// A run that was killed while it tidied up: what it recorded stays.
  @Test func `the next run keeps what a killed one had recorded`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"").recorded()
    let before = try stage.files()
    try stage.folder.write("old", to: "Golden/.a.png.123.kept")
    try stage.folder.write(try #require(before["a.png"]), to: "Golden/.a.png.77.made")
    // Names that only look alike are the user's.
    try stage.folder.write("mine", to: "Golden/.a.png.kept")
    _ = try stage.verify()
    var after = try stage.files()
    #expect(after.removeValue(forKey: ".a.png.kept") == Array("mine".utf8))
    #expect(after == before)
  }
}

import Foundation
import Imaging
import TestSupport
import Testing

/// Goldens whose contents lie outside of Git, as a person has them: another clone, another machine, a page.
@Suite struct GoldenContentsVerbTests {
  private static let cases = ["\"name\": \"a\"", "\"name\": \"c\", \"clip\": {}"]
  private static let header = "\"goldenStore\": \"../store\","

  private func recorded() throws -> SuiteStage {
    let suite = try SuiteStage(Self.cases, header: Self.header)
    try suite.record()
    return suite
  }

  /// The file of a golden's content, by what its pointer says.
  private func content(_ suite: SuiteStage, _ golden: String) throws -> String {
    let pointer = try JSONSerialization.jsonObject(
      with: Data(suite.folder.bytes("Golden/\(golden)")))
    let members = try #require(pointer as? [String: Any])
    #expect(members.keys.sorted() == ["bytes", "format", "sha256"])
    let sha256 = try #require(members["sha256"] as? String)
    let file = "store/\(sha256.prefix(2))/\(sha256.dropFirst(2))"
    #expect(try members["bytes"] as? Int == suite.folder.bytes(file).count)
    return file
  }

  @Test func `a clone without the store fails with what is missing, and passes with it`() throws {
    let suite = try recorded()
    #expect(try PNG.read(path: suite.folder.path(content(suite, "a.png"))).width == 96)
    let clip = try content(suite, "c.clip.png")
    try FileManager.default.moveItem(
      atPath: suite.folder.path("store"), toPath: suite.folder.path("elsewhere"))
    let lost = try suite.run("verify", "--report", "out/r.html")
    #expect(lost.exitCode == 1 && lost.error.contains("2 cases, 2 in error"), "\(lost.error)")
    for file in ["a.png", "c.clip.png"] {
      let line = lost.errorLines.first { $0.contains("Golden/\(file): its content is not in") }
      #expect(line?.contains("found no folder Golden/../store; copy it there") == true)
    }
    #expect(lost.error.contains("bytes at Golden/../\(clip),"), "\(lost.error)")
    let there = try suite.run("verify", "--golden-store", "elsewhere")
    #expect(there.exitCode == 0, "\(there.error)")
    let variable = ["AVATAR_OVERLAY_GOLDEN_STORE": suite.folder.path("elsewhere")]
    #expect(try suite.run("verify", environment: variable).exitCode == 0)
    // The option wins over the variable.
    let other = try suite.run("verify", "--golden-store", "nowhere", environment: variable)
    #expect(
      other.exitCode == 1 && other.error.contains("found no folder nowhere;"), "\(other.error)")
  }

  @Test func `a content that was changed fails as damaged, whatever its picture`() throws {
    let suite = try recorded()
    let file = try content(suite, "a.png")
    // Another picture, even one that is what is rendered now, is not the golden.
    var picture = try PNG.read(path: suite.folder.path(file))
    picture[0, 0] = RGBA8(1, 2, 3)
    try PNG.write(picture, to: suite.folder.path(file), replacing: true)
    let outcome = try suite.run("verify")
    #expect(outcome.exitCode == 1 && outcome.error.contains("2 cases, 1 passed, 1 in error"))
    #expect(
      outcome.error.contains("Golden/a.png: its content in the golden store is damaged: "),
      "\(outcome.error)")
    let approved = try suite.run("approve", "a")
    #expect(approved.exitCode == 0 && approved.error.contains("a: recorded, "), "\(approved.error)")
    #expect(try suite.run("verify").exitCode == 0)
  }

  @Test func `the page and the summary show the content of a golden`() throws {
    let suite = try recorded()
    let golden = try suite.folder.bytes(content(suite, "a.png"))
    try suite.set(Self.cases.map { $0 + ", \"mirror\": true" }, header: Self.header)
    let outcome = try suite.run(
      "verify", "--report", "out/r.html", "--markdown", "out/s.md", "--golden-store", "store")
    #expect(outcome.exitCode == 1)
    let page = try suite.text("out/r.html")
    #expect(page.contains(Data(golden).base64EncodedString()))
    let links = try suite.text("out/s.md").matches(of: /!\[(\w+)\]/).map { String($0.1) }
    #expect(links == ["expected", "actual", "difference", "expected", "actual", "difference"])
    let approved = try suite.run("approve", "--failed", "--reason", "mirrored")
    #expect(approved.error.contains("note: 2 goldens, "), "\(approved.error)")
    #expect(approved.error.contains("golden store Golden/../store, which Git does not hold"))
    #expect(try suite.run("verify").exitCode == 0)
  }

  @Test func `contents that no golden names are named, and stay`() throws {
    let suite = try recorded()
    let old = try content(suite, "a.png")
    let all = try suite.run("verify", "--unused-contents")
    #expect(all.exitCode == 0 && !all.error.contains("unused"))
    #expect(all.error.contains("2 contents, 0 of them (0 KiB) named by no golden here"))
    try suite.set([Self.cases[0] + ", \"mirror\": true", Self.cases[1]], header: Self.header)
    _ = try suite.run("verify")
    _ = try suite.run("approve", "--failed")
    let bytes = try suite.folder.bytes(old)
    let told = try suite.run("verify", "--unused-contents")
    #expect(told.exitCode == 0)
    #expect(
      told.error.contains("unused   Golden/../\(old): \(bytes.count) bytes\n"), "\(told.error)")
    #expect(try suite.folder.bytes(old) == bytes)
  }

  @Test func `options for a store that the suite does not name are refused`() throws {
    let suite = try SuiteStage(["\"name\": \"a\""])
    for words in [
      ["verify", "--golden-store", "x"], ["verify", "--unused-contents"],
      ["approve", "--all", "--golden-store", "x"], ["report", "--json", "--golden-store", "x"],
    ] {
      let outcome = try suite.run(words)
      #expect(outcome.exitCode == 64 && outcome.errorLines.count == 1, "\(outcome.error)")
      #expect(outcome.error.contains("names no golden store"), "\(outcome.error)")
    }
  }
}

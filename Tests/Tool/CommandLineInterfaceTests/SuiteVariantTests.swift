import Foundation
import Imaging
import TestSupport
import Testing

/// `approve --as-variant`, `verify` that meets one, and the summary for a pull request.
@Suite struct SuiteVariantTests {
  private static let cases = ["\"name\": \"a\"", "\"name\": \"b/c\", \"frames\": \"0-2\""]
  private static let header = "\"environments\": [\"old\", \"new\"],"

  /// A recorded suite whose mask has another colour by now, as another decoder might give.
  private func suite() throws -> SuiteStage {
    let suite = try SuiteStage(Self.cases, header: Self.header)
    try suite.record()
    try paint(suite, RGBA8(20, 60, 230))
    return suite
  }

  private func paint(_ suite: SuiteStage, _ colour: RGBA8) throws {
    for file in try suite.folder.names(in: "Avatars/mask") where file.hasSuffix(".png") {
      let path = suite.folder.path("Avatars/mask/\(file)")
      let picture = try SyntheticAvatar.drawn(40, 30) { x, y in
        x < 2 || y < 2 || x > 38 || y > 28
          ? RGBA8(colour.red, colour.green, colour.blue, 0) : colour
      }
      try PNG.write(picture, to: path, replacing: true)
    }
  }

  @Test func `a run names the variant that it met, and fails where it meets none`() throws {
    let suite = try suite()
    let red = try suite.run("verify")
    #expect(red.exitCode == 1 && red.error.contains("failed   a: "))
    let before = try suite.folder.bytes("Golden/a.png")
    let approved = try suite.run("approve", "--failed", "--as-variant", "new", "--reason", "FFmpeg")
    #expect(approved.exitCode == 0 && approved.error.contains("2 recorded"), "\(approved.error)")
    #expect(try suite.folder.bytes("Golden/a.png") == before)
    #expect(
      try suite.folder.names(in: "Golden/b/c") == [
        "00000.png", "00000@new.png", "00001.png", "00001@new.png", "00002.png", "00002@new.png",
      ])
    let met = try suite.run("verify")
    #expect(met.exitCode == 0, "\(met.error)")
    #expect(met.error.contains("variant  a: it met the variant new"))
    #expect(met.error.contains("variant  b/c: 3 of 3 frames met the variant new"))
    // The environment of the goldens meets them, and says nothing of variants.
    try paint(suite, RGBA8(230, 60, 20))
    let own = try suite.run("verify")
    #expect(own.exitCode == 0 && !own.error.contains("variant"), "\(own.error)")
    // What is neither fails.
    try paint(suite, RGBA8(20, 230, 60))
    let neither = try suite.run("verify")
    #expect(neither.exitCode == 1 && neither.error.contains("no variant fits either: new"))
    #expect(!neither.error.contains("met the variant"))
  }

  @Test func `a variant is for an environment that the suite lists, and beside a golden`() throws {
    let suite = try suite()
    _ = try suite.run("verify")
    let unknown = try suite.run("approve", "--failed", "--as-variant", "newer")
    #expect(unknown.exitCode == 64 && unknown.errorLines.count == 1, "\(unknown.error)")
    #expect(unknown.error.contains("lists no environment \"newer\", only \"old\", \"new\""))
    try suite.set(Self.cases + ["\"name\": \"d\""], header: Self.header)
    _ = try suite.run("verify")
    let missing = try suite.run("approve", "--missing", "--as-variant", "new")
    #expect(missing.exitCode == 64 && missing.error.contains("d.png is not recorded"))
    #expect(try suite.folder.names(in: "Golden").contains { $0.contains("@") } == false)
  }

  // MARK: - The summary for a pull request

  /// The table below a heading of Markdown: its rows' cells.
  private func tables(_ text: String) -> [[[String]]] {
    var tables: [[[String]]] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isRow = line.hasPrefix("|") && line.hasSuffix("|")
      if isRow {
        let cells = line.dropFirst().dropLast().split(separator: "|")
          .map { $0.trimmingCharacters(in: .whitespaces) }
        if isOpen { tables[tables.count - 1].append(cells) } else { tables.append([cells]) }
      }
      isOpen = isRow
    }
    return tables
  }

  @Test func `the summary counts verdicts, names what failed and shows it`() throws {
    let suite = try suite()
    try suite.set(Self.cases + ["\"name\": \"new/one\""], header: Self.header)
    let outcome = try suite.run("verify", "--markdown", "out/summary.md")
    #expect(outcome.exitCode == 1)
    let text = try suite.text("out/summary.md")
    let tables = tables(text)
    // Every table has a rule below its head, and as many cells in each row.
    #expect(tables.count == 4)
    for table in tables {
      #expect(table.count == 3 && Set(table.map(\.count)).count == 1, "\(table)")
      #expect(table[1].allSatisfy { $0 == "---" })
    }
    #expect(tables[0][0] == ["cases", "failed", "missing"] && tables[0][2] == ["3", "2", "1"])
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(
      headings == ["## Golden", "### failed: `a`", "### failed: `b/c`", "### missing: `new/one`"])
    #expect(text.contains("maxChannelDifference "))
    let links = text.matches(of: /!\[(\w+)\]\((summary-pictures\/[^)]*)\)/)
    #expect(
      links.map { String($0.1) } == [
        "expected", "actual", "difference", "expected", "actual", "difference", "actual",
      ])
    for link in links {
      let picture = try PNG.read(path: suite.folder.path("out/\(link.2)"))
      #expect(picture.width == 96 && picture.height == 64)
    }
  }

  @Test func `the summary of a run that met variants names them, and no failure`() throws {
    let suite = try suite()
    _ = try suite.run("verify")
    _ = try suite.run("approve", "--failed", "--as-variant", "old")
    let outcome = try suite.run("verify", "--markdown", "out/summary.md")
    #expect(outcome.exitCode == 0)
    let text = try suite.text("out/summary.md")
    #expect(text.contains("2 cases met the variant `old`."))
    #expect(tables(text) == [[["cases", "passed"], ["---", "---"], ["2", "2"]]])
    #expect(!text.contains("###") && !text.contains("!["))
    // It is not written over without being asked to, and `report` writes the same.
    let again = try suite.run("verify", "--markdown", "out/summary.md")
    #expect(again.exitCode == 73 && again.error.contains("exists already"), "\(again.error)")
    #expect(try suite.run("report", "--markdown", "out/other.md").exitCode == 0)
    #expect(try suite.text("out/other.md") == text)
    #expect(try suite.run("verify", "--markdown", "out/summary.txt").exitCode == 64)
  }
}

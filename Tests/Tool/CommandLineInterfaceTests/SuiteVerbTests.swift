import Foundation
import Imaging
import TestSupport
import Testing

/// `verify`, `approve` and `report`, as the process that a person starts.
@Suite struct SuiteVerbTests {
  /// A suite of two cases in `Golden`, the folder that is taken where none is named.
  private func stage(_ cases: String...) throws -> ToolStage {
    let stage = try ToolStage()
    try write(
      cases.isEmpty ? ["\"name\": \"a/first\"", "\"name\": \"a/fourth\", \"frame\": 3"] : cases,
      in: stage)
    return stage
  }

  private func write(_ cases: [String], in stage: ToolStage) throws {
    let list = cases.map { "{\($0)}" }.joined(separator: ",\n")
    try stage.folder.write(
      """
      {"format": "golden-suite/1", "defaults": {"recording": "../in.mkv", "avatar": "mask"},
       "cases": [\(list)]}
      """, to: "Golden/golden.json")
  }

  /// Runs a verb without progress, outside of any CI.
  private func run(_ stage: ToolStage, _ words: String...) throws -> Program.Outcome {
    let isVerify = words.first == "verify"
    return try stage.run(
      words + (isVerify ? ["--progress", "none"] : []),
      environment: ["CI": "", "GIT_AUTHOR_NAME": "Ada"])
  }

  @Test func `from an empty folder to a red build and back`() throws {
    let stage = try stage()
    let first = try run(stage, "verify")
    #expect(first.exitCode == 1)
    #expect(first.error.contains("missing  a/first: there is no golden yet"))
    #expect(first.error.contains("avatar-overlay approve --missing"))
    #expect(first.output.isEmpty)
    let approved = try run(stage, "approve", "--missing", "--reason", "first goldens")
    #expect(approved.exitCode == 0 && approved.error.contains("2 recorded"))
    let second = try run(stage, "verify")
    #expect(second.exitCode == 0 && second.error.contains("2 cases, 2 passed"))
    let provenance = String(
      decoding: try stage.folder.bytes("Golden/provenance.jsonl"), as: UTF8.self)
    #expect(provenance.contains("\"by\": \"Ada\"") && provenance.contains("first goldens"))
    try write(["\"name\": \"a/first\", \"mirror\": true", "\"name\": \"a/fourth\""], in: stage)
    let red = try run(stage, "verify", "--report", "out/r.html", "--junit", "out/r.xml", "--json")
    #expect(red.exitCode == 1 && red.error.contains("failed   a/first: "))
    #expect(red.error.contains("maxChannelDifference") && red.error.contains("allowed 0"))
    #expect(try stage.folder.names(in: "out") == ["r.html", "r.xml"])
    let json = try JSONSerialization.jsonObject(with: red.output) as? [String: Any]
    let cases = try #require(json?["cases"] as? [[String: Any]])
    #expect(cases.compactMap { $0["verdict"] as? String } == ["failed", "failed"])
    let some = try run(stage, "approve", "a/first")
    #expect(some.exitCode == 0 && some.error.contains("1 recorded"))
    let rest = try run(stage, "verify", "--only", "a/f?rst")
    #expect(rest.exitCode == 0 && rest.error.contains("1 case, 1 passed"))
    let report = try run(stage, "report", "-o", "out/again.html", "--junit", "out/again.xml")
    #expect(report.exitCode == 0 && report.error.contains("2 cases, 1 not passed"))
    #expect(
      try stage.folder.names(in: "out") == ["again.html", "again.xml", "r.html", "r.xml"])
  }

  @Test func `every command that verify proposes can be given as it stands, again and again`()
    throws
  {
    let stage = try stage("\"name\": \"a\"")
    try FileManager.default.moveItem(
      atPath: stage.folder.path("Golden"), toPath: stage.folder.path("my suite's"))
    let words = ["verify", "my suite's", "--results", "out/all results", "--avatars", "Avatars"]
    /// What is proposed after a colon, as a shell runs it.
    func proposed(_ outcome: Program.Outcome) -> [String] {
      outcome.errorLines.compactMap { line in
        line.range(of: ": avatar-overlay ").map { String(line[$0.upperBound...]) }
      }
    }
    func give(_ command: String) throws {
      let outcome = try Program.shell.run(
        ["-c", "exec \"$0\" \(command)", Program.product.path], in: stage.folder,
        environment: ["CI": "", "GIT_AUTHOR_NAME": "Ada"])
      #expect(outcome.exitCode == 0, "\(command): \(outcome.error)")
    }
    for _ in 0..<2 {
      let commands = proposed(
        try stage.run(words + ["--progress", "none"], environment: ["CI": ""]))
      #expect(commands.map { $0.prefix(6) } == ["report", "approv"])
      try give(commands[0])
    }
    let commands = proposed(try stage.run(words + ["--progress", "none"], environment: ["CI": ""]))
    for command in commands { try give(command) }
    #expect(try stage.run(words, environment: ["CI": ""]).exitCode == 0)
  }

  @Test func `a picture of another size ends with the code for sizes`() throws {
    let stage = try stage("\"name\": \"a\"")
    _ = try run(stage, "verify")
    _ = try run(stage, "approve", "--all")
    try write(["\"name\": \"a\", \"size\": \"48x32\""], in: stage)
    let outcome = try run(stage, "verify")
    #expect(outcome.exitCode == 2 && outcome.error.contains("96 x 64"))
  }

  @Test func `every fault of a suite is a line, and the last line sums them up`() throws {
    let stage = try stage("\"nmae\": \"a\"", "\"name\": \"b\", \"frames\": 3")
    let outcome = try run(stage, "verify")
    #expect(outcome.exitCode == 65)
    #expect(
      outcome.errorLines == [
        "Golden/golden.json:2:12: cases[0]: the key \"name\" is missing",
        "Golden/golden.json:2:13: cases[0]: unknown key \"nmae\"; did you mean \"name\"?",
        "Golden/golden.json:3:25: cases[1].frames: a string expected, a number found",
        "error: Golden/golden.json:2:12: cases[0]: the key \"name\" is missing (and 2 more faults)",
      ])
  }

  @Test func `what cannot be done is one line and its code`() throws {
    let stage = try stage()
    func expect(_ words: [String], _ code: Int32, _ text: String) throws {
      let outcome = try stage.run(words, environment: ["CI": ""])
      #expect(outcome.exitCode == code && outcome.errorLines.count == 1, "\(outcome.error)")
      #expect(outcome.error.contains(text), "\(outcome.error)")
    }
    try expect(["verify", "nowhere"], 66, "there is no suite")
    try expect(["verify", "--only", "b"], 66, "no case of Golden/golden.json is called b")
    try expect(["verify", "--jobs", "0"], 64, "--jobs")
    try expect(["verify", "--report", "page.pdf"], 64, ".html")
    try expect(["verify", "--report", "out/none/page.html", "--progress", "none"], 73, "out/none")
    try expect(["approve"], 64, "--missing")
    try expect(["approve", "--all", "--failed"], 64, "both choose")
    _ = try run(stage, "verify")
    try expect(["approve", "b"], 66, "there are no results of b")
    try expect(["report"], 64, "-o review.html")
    try stage.folder.write("", to: "out/r.html")
    try expect(["report", "-o", "out/r.html"], 73, "exists already")
    try FileManager.default.removeItem(atPath: stage.folder.path("Golden/.results"))
    try expect(["report", "--json"], 66, "run avatar-overlay verify first")
    try expect(["approve", "--all"], 66, "run avatar-overlay verify first")
  }

  @Test func `nothing is recorded where CI is set`() throws {
    let stage = try stage()
    _ = try run(stage, "verify")
    let outcome = try stage.run(["approve", "--all"], environment: ["CI": "true"])
    #expect(outcome.exitCode == 64 && outcome.error.contains("where CI is set"))
    #expect(try stage.folder.names(in: "Golden") == [".results", "golden.json"])
  }

  @Test func `obsolete goldens fail where that is asked for`() throws {
    let stage = try stage()
    _ = try run(stage, "verify")
    _ = try run(stage, "approve", "--all")
    try write(["\"name\": \"a/first\""], in: stage)
    let lenient = try run(stage, "verify")
    #expect(lenient.exitCode == 0 && lenient.error.contains("obsolete a/fourth.png"))
    #expect(try run(stage, "verify", "--strict-obsolete").exitCode == 1)
    _ = try run(stage, "approve", "--failed", "--prune")
    #expect(try run(stage, "verify", "--strict-obsolete").exitCode == 0)
  }

  @Test func `results that cannot be kept end with one line, and go where they are sent`() throws {
    let stage = try stage()
    try stage.folder.write("", to: "Golden/.results")
    let outcome = try run(stage, "verify")
    #expect(outcome.exitCode == 73 && outcome.errorLines.count == 1, "\(outcome.error)")
    let elsewhere = try run(stage, "verify", "--results", "out/results")
    #expect(elsewhere.exitCode == 1 && elsewhere.error.contains("2 without a golden"))
    let approved = try run(stage, "approve", "--all", "--results", "out/results")
    #expect(approved.exitCode == 0 && approved.error.contains("2 recorded"))
  }

  @Test func `a full disk ends with its line and leaves the goldens as they were`() throws {
    let stage = try stage()
    _ = try run(stage, "verify")
    // Files may not grow beyond a kilobyte: a golden does.
    let script = "ulimit -f 1; exec \"$0\" approve --all"
    let outcome = try Program.shell.run(
      ["-c", script, Program.product.path], in: stage.folder, environment: ["CI": ""])
    #expect(outcome.exitCode == 73, "\(outcome.error)")
    #expect(try stage.folder.names(in: "Golden") == [".results", "golden.json"])
  }
}

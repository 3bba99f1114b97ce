import Problems
import TestSupport
import Testing

/// The one table of problems, and the documents that are made from it.
@Suite struct ProblemTableTests {
  @Test func `every problem has an exit code or a status, and says what to do`() {
    for code in ProblemCode.allCases {
      #expect(code.isOfTool || code.status != nil, "\(code)")
      #expect(!code.title.isEmpty && code.title.last != ".", "\(code)")
      #expect(code.advice.last == ".", "\(code)")
      #expect(code.rawValue.allSatisfy { $0.isLowercase || "_-".contains($0) }, "\(code)")
      if let status = code.status { #expect((400...599).contains(status), "\(code)") }
    }
  }

  @Test func `what the command line alone tells reaches clients under a code that has a status`() {
    for code in ProblemCode.allCases {
      #expect(code.forClients.status != nil, "\(code)")
      #expect(code.status == nil || code.forClients == code, "\(code)")
    }
  }

  @Test func `the exit codes are those that scripts know`() {
    #expect(
      ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 64, 65, 66, 69, 70, 73, 74, 75, 130])
    let problems: [(ProblemCode, Int32)] = [
      (.comparisonFailed, 1), (.mismatch, 2), (.usage, 64), (.badRecording, 65),
      (.noSuchFrame, 65), (.recordingNotFound, 66), (.unknownAvatar, 66), (.notInstalled, 69),
      (.internal, 70), (.outputExists, 73), (.diskFull, 73), (.unavailable, 74),
      (.recordingTooLarge, 75), (.interrupted, 130), (.notFound, 70),
    ]
    for (problem, code) in problems { #expect(problem.exitCode.rawValue == code, "\(problem)") }
  }

  @Test func `the document of problems is the table`() throws {
    let rows = ProblemCode.allCases.map { code in
      let status = code.status.map { "\($0)" } ?? "–"
      let exit = code.isOfTool ? "\(code.exitCode.rawValue)" : "–"
      return "| `\(code.rawValue)` | \(status) | \(exit) | \(code.title) | \(code.advice) |\n"
    }
    let table =
      "| code | status | exit code | what it means | what to do |\n|---|---|---|---|---|\n"
      + rows.joined()
    #expect(
      try MadePart("problems", of: "Documentation/errors.md").text(recording: table) == table)
  }

  @Test func `the document of exit codes is the table`() throws {
    let rows = ExitCode.allCases.map { "| \($0.rawValue) | \($0.meaning) |\n" }
    let table = "| code | means |\n|---|---|\n" + rows.joined()
    let part = MadePart("exit-codes", of: "Documentation/command-line.md")
    #expect(try part.text(recording: table) == table)
  }
}

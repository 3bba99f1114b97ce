import Foundation
import Goldens
import Review
import TestSupport
import Testing

/// Cases that hold their session's log and trace.
@Suite struct SessionCaseTests {
  private static let held =
    "\"name\": \"game\", \"session\": \"../session.json\", \"events\": true, \"signals\": true"

  private func stage(_ cases: String...) throws -> RenderedSuite {
    let stage = try RenderedSuite("\"name\": \"x\"")
    var game = SyntheticGame()
    (game.width, game.height) = (96, 72)
    try stage.folder.write(game.text, to: "clip/in.jsonl")
    try stage.folder.write("{}", to: "session.json")
    try stage.setCases(cases.isEmpty ? [Self.held] : cases)
    return stage
  }

  @Test func `what the command line writes is recorded, and holds`() throws {
    let stage = try stage()
    let missing = try #require(try stage.verify().results.first)
    #expect(missing.review.verdict == .missing)
    #expect(missing.review.explanation.first == "the session's events have no golden")
    try stage.approve(.missing)
    try Program.product.succeed(
      ["session", "run", "--tracking", "clip/in.jsonl", "--session", "session.json"]
        + ["--events", "e", "--signals", "s"], in: stage.folder)
    let files = try stage.files()
    #expect(try files["game.events.jsonl"] == stage.folder.bytes("e"))
    #expect(try files["game.signals.jsonl"] == stage.folder.bytes("s"))
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.verdict == .passed, "\(result.review.explanation)")
    #expect(result.review.session?.expected == result.review.session?.actual)
    for name in ["game.events.jsonl", "game.signals.jsonl"] {
      let lines = try #require(files[name]).map { $0 == 10 ? [13, 10] : [$0] }.joined()
      try stage.folder.write(Array(lines), to: "Golden/\(name)")
    }
    #expect(try stage.verify().results.first?.review.verdict == .passed, "with the ends of Windows")
    for name in ["game.events.jsonl", "game.signals.jsonl"] {
      try stage.folder.write(Array(try #require(files[name])), to: "Golden/\(name)")
    }
    #expect(try stage.approve(.all).unchanged == ["game"])
    #expect(try stage.verify().obsolete.all == [])
  }

  @Test func `the first event that differs is told in one line, and can be approved`() throws {
    let stage = try stage().recorded()
    try stage.folder.write(#"{"teeth": {"holdMs": 500}}"#, to: "session.json")
    let failed = try #require(try stage.verify().results.first)
    #expect(failed.review.verdict == .failed)
    let first = try #require(failed.review.explanation.first)
    #expect(first.hasPrefix("events differ first at line 6: found "), "\(first)")
    #expect(first.contains("gatePassed") && !first.contains("\n"))
    #expect(failed.review.explanation[1].hasPrefix("signals differ first at line "))
    let session = try #require(failed.review.session)
    #expect(session.expected?.states.map(\.name) == session.actual.states.map(\.name))
    #expect(
      session.thresholds.first { $0.name == "teeth.holdMs" }?.value == 500)
    try stage.approve(.failed)
    #expect(try stage.verify().results.first?.review.verdict == .passed)
    // Where the session file changes after it was verified, another look is needed.
    try stage.folder.write(#"{"teeth": {"holdMs": 600}}"#, to: "session.json")
    #expect(throws: GoldenError.self) { try stage.approve(.all) }
  }

  @Test func `goldens that the case holds no more are obsolete, faults are told`() throws {
    let stage = try stage().recorded()
    try stage.setCases(["\"name\": \"game\", \"events\": true"])
    #expect(try stage.verify().obsolete.all == ["game.signals.jsonl"])
    try stage.setCases(["\"name\": \"game\", \"events\": 1"])
    #expect(throws: GoldenError.self) { try stage.suite() }
    try stage.setCases(["\"name\": \"game\", \"events\": true, \"session\": \"../none.json\""])
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.verdict == .error && result.review.explanation[0].contains("none.json"))
  }
}

import Isolation
import Recipe
import Recordings
import Rendering
import Session
import ShareCards
import TestSupport
import Testing
import Timelines
import TrackingFiles

/// What a card says of a session, against the session's own log.
@Suite struct SessionTallyTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func job(_ text: String, _ plan: SessionPlan) throws -> SessionJob {
    let path = try folder.write(text, to: "t.jsonl")
    return SessionJob(tracking: path, besides: nil, options: TrackingFileOptions(), plan)
  }

  private func settings(_ mode: SessionSettings.Mode) -> SessionSettings {
    var settings = SessionSettings()
    settings.mode = mode
    return settings
  }

  /// The number after a key in the log's first line that has a text in it.
  private func number(_ key: String, after text: String, in log: [String]) throws -> Double {
    let line = try #require(log.first { $0.contains(text) })
    let rest = try #require(line.split(separator: "\"\(key)\": ").dropFirst().first)
    return try #require(Double(rest.prefix { !",}".contains($0) }))
  }

  private func log(_ text: String, _ plan: SessionPlan) throws -> [String] {
    var lines: [String] = []
    _ = try job(text, plan).run(event: { lines.append($0) }, signals: { _ in })
    return lines
  }

  @Test func `short lasts from the first prompt to the end`() throws {
    let (text, plan) = (SyntheticGame().text, SessionPlan(settings: settings(.short)))
    let log = try log(text, plan)
    let found = try job(text, plan).tally(cancellation: Cancellation())
    let asked = try number("timestampMs", after: "\"state\": \"promptTeeth\"", in: log)
    let ended = try number("timestampMs", after: "\"event\": \"outcome\"", in: log)
    #expect(abs(found.durationMs - (ended - asked)) < 0.11)
    #expect(Double(found.points) == (try number("score", after: "\"outcome\"", in: log)))
    #expect(ended < 6000 && found.durationMs > 3000)
  }

  @Test func `full counts what was brushed`() throws {
    let (text, plan) = (SyntheticGame().text, SessionPlan(settings: settings(.full)))
    let found = try job(text, plan).tally(cancellation: Cancellation())
    let brushed = try number("brushedMs", after: "\"outcome\"", in: try log(text, plan))
    #expect(abs(found.durationMs - brushed) < 0.11 && brushed > 500)
  }

  /// Up to the part's last sample, and in the second part from the first part's prompt on.
  @Test(arguments: [SessionSettings.Mode.short, .full])
  func `a part counts with the parts before it`(mode: SessionSettings.Mode) throws {
    let lines = SyntheticGame().text.split(separator: "\n").map(String.init)
    let whole = try job(SyntheticGame().text, SessionPlan(settings: settings(mode)))
      .tally(cancellation: Cancellation())
    let first = try job(
      lines[...120].joined(separator: "\n"), SessionPlan(settings: settings(mode), isPart: true))
    let begun = try first.tally(cancellation: Cancellation())
    if mode == .short { #expect(abs(begun.durationMs - 119 * 1000 / 30) < 0.1) }
    var state: [UInt8] = []
    let report = try first.run(event: { _ in }, signals: { _ in })
    state = Array(report.session.stateText.utf8)
    let rest = [lines[0]] + lines[121...]
    let found = try job(
      rest.joined(separator: "\n"), SessionPlan(resuming: (path: "state.json", bytes: state))
    ).tally(cancellation: Cancellation())
    #expect(found == whole)
    // A session that is over stays as long as it was.
    let over = try job(rest.joined(separator: "\n"), SessionPlan(resuming: ("state.json", state)))
      .run(event: { _ in }, signals: { _ in }).session
    let after = try job(
      lines[0], SessionPlan(resuming: ("over.json", Array(over.stateText.utf8)))
    ).tally(cancellation: Cancellation())
    #expect(after == whole)
  }
}

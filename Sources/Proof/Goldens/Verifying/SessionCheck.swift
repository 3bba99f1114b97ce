internal import Foundation
import Isolation
internal import Recipe
internal import Recordings
import Rendering
import Requests
import Review
import Session
internal import Timelines
import Verification

/// Replays the session of a case, and compares its log and its trace with their goldens, exactly.
struct SessionCheck {
  let paths: GoldenPaths
  let cancellation: Cancellation

  /// The longest text that is read, in bytes.
  private static let textBytes = 64 << 20

  struct Finding {
    var verdict = ReviewCase.Verdict.passed
    var explanation: [String] = []
    var review: ReviewSession
    /// The log and the trace as they are now, as far as the case holds them.
    var events, signals: String?

    /// Adds it to what was found of the pictures.
    func add(to result: inout CaseResult) {
      result.review.session = review
      result.review.explanation = explanation + result.review.explanation
      result.review.verdict = CaseSummary.gravest([verdict, result.review.verdict])
      (result.events, result.signals) = (events, signals)
    }
  }

  /// Replays and compares.
  func check(_ name: String, _ scene: RenderedScene) throws -> Finding {
    let location = try scene.recordingLocation()
    guard let tracking = location.tracking else { throw SessionError.untracked(location.media) }
    var job = SessionJob(
      tracking: tracking, besides: location.media, options: scene.request.tracking,
      try scene.request.session.plan())
    job.recording = location
    var (events, signals): ([String], [String]) = ([], [])
    let report = try job.run(
      event: { events.append($0) }, signals: { signals.append($0) }, cancellation: cancellation)
    var finding = Finding(
      review: ReviewSession(
        actual: .init(events: events, signals: signals),
        thresholds: ReviewSession.thresholds(of: report.session.settings)))
    var expected: (events: [String], signals: [String])?
    if scene.holds.events {
      finding.events = events.joined(separator: "\n") + "\n"
      let golden = try lines(of: paths.events(of: name))
      finding.compare("events", events, golden)
      golden.map { expected = ($0, []) }
    }
    if scene.holds.signals {
      finding.signals = signals.joined(separator: "\n") + "\n"
      let golden = try lines(of: paths.signals(of: name))
      finding.compare("signals", signals, golden)
      golden.map { expected = (expected?.events ?? [], $0) }
    }
    finding.review.expected = expected.map { .init(events: $0.events, signals: $0.signals) }
    return finding
  }

  /// The lines of a golden; nil where there is none.
  private func lines(of file: String) throws(GoldenError) -> [String]? {
    let place = paths.place(file)
    guard place.exists else { return nil }
    let bytes = try place.read(limit: Self.textBytes)
    // Git on Windows ends lines by both characters, which Swift takes as one.
    return String(decoding: bytes, as: UTF8.self)
      .split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }
}

extension SessionCheck.Finding {
  /// Compares lines with a golden's, and says in one line where they differ first.
  fileprivate mutating func compare(
    _ what: String, _ actual: [String], _ golden: [String]?
  ) {
    guard let golden else {
      explanation.append("the session's \(what) have no golden")
      verdict = CaseSummary.gravest([verdict, .missing])
      return
    }
    let count = max(actual.count, golden.count)
    guard
      let index = (0..<count).first(where: {
        !actual.indices.contains($0) || !golden.indices.contains($0) || actual[$0] != golden[$0]
      })
    else { return }
    let found = actual.indices.contains(index) ? actual[index] : "the end"
    let expected = golden.indices.contains(index) ? golden[index] : "the end"
    explanation.append(
      "\(what) differ first at line \(index + 1): found \(SessionLine.words(found, against: expected)),"
        + " expected \(SessionLine.words(expected, against: found))")
    verdict = CaseSummary.gravest([verdict, .failed])
  }
}

/// A line of a log or of a trace in few words.
enum SessionLine {
  /// The longest list of members that is told.
  private static let mostMembers = 4

  /// The line: its time, its event, and the members that another line has otherwise.
  static func words(_ line: String, against other: String) -> String {
    guard let object = object(line), let time = object["timestampMs"] else {
      return line.count > 160 ? "\(line.prefix(160))..." : line
    }
    let others = Self.object(other) ?? [:]
    let differing = object.keys.sorted().filter {
      !["timestampMs", "event"].contains($0) && "\(object[$0] ?? "")" != "\(others[$0] ?? "")"
    }
    let members = differing.prefix(mostMembers).map { key in
      "\(key) \(text(object[key]))"
    }
    let event = (object["event"] as? String).map { " \($0)" } ?? ""
    let more = differing.count > mostMembers ? " and more" : ""
    return "\(text(time)) ms\(event)"
      + (members.isEmpty ? "" : " (\(members.joined(separator: ", "))\(more))")
  }

  private static func object(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }

  private static func text(_ value: Any?) -> String {
    guard let value,
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    else { return "?" }
    return String(decoding: data.prefix(120), as: UTF8.self)
  }
}

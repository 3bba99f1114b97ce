internal import Foundation
public import Isolation
internal import Recipe
import Recordings
public import Review
public import Session
internal import TrackingFiles

/// Tries values of a threshold on labelled recordings.
public struct SessionTuning: Sendable {
  /// One value and what it does.
  public struct Row: Hashable, Encodable, Sendable {
    /// A candidate for the threshold, in its unit.
    public var value: Double
    /// Stretches without the gate's label in which it is passed.
    public var falsePasses: Int
    /// Spans with its label in which it is not.
    public var falseRefusals: Int
    /// Both together.
    var errors: Int { falsePasses + falseRefusals }
  }

  /// A labelled recording at the value of the session file.
  public struct Recording: Hashable, Encodable, Sendable {
    /// Its name in the labels.
    public var name: String
    /// The stretches in which the gate is passed, in milliseconds, [from, to] each.
    public var falsePasses: [[Double]]
    /// The spans in which it is not.
    public var falseRefusals: [[Double]]
  }

  /// What was found.
  public struct Report: Encodable, Sendable {
    /// The name of the format, with its version.
    public var format = "avatar-session-tuning/1"
    /// The threshold's path in the session file, and the gate that it decides.
    public var threshold: String
    /// The gate that it decides.
    public var gate: SessionThreshold.Gate
    /// What it is in the session file.
    public var current: Double
    /// How many spans have the gate's label, and how many stretches lie between them.
    public var spans, stretches: Int
    /// The values that were tried, rising.
    public var rows: [Row]
    /// The values with the fewest errors.
    public var best: [Double]
    /// The recordings at the session file's value.
    public var recordings: [Recording]
  }

  private let threshold: SessionThreshold
  private let values: [Double]
  private let settings: SessionSettings
  private let recordings: [Source]

  /// A labelled recording, and where its tracking lies.
  public struct Source: Sendable {
    /// What an observer wrote down.
    public var labels: SessionLabels.Recording
    /// The tracking file.
    public var tracking: String
    /// The clip beside it, which tells the size of a dump's picture.
    public var media: String?

    /// Makes a source.
    public init(_ labels: SessionLabels.Recording, tracking: String, media: String?) {
      (self.labels, self.tracking, self.media) = (labels, tracking, media)
    }

    func spans(_ gate: SessionThreshold.Gate) -> [ClosedRange<Double>] {
      gate == .teeth ? labels.teeth : labels.brushing
    }
  }

  /// Makes the tuning of a threshold.
  ///
  /// - Parameter values: what is tried; the value of the settings is among them anyway.
  public init(
    _ threshold: SessionThreshold, values: [Double], _ settings: SessionSettings,
    _ recordings: [Source]
  ) {
    (self.threshold, self.settings, self.recordings) = (threshold, settings, recordings)
    self.values = Set(values + [threshold.value(settings)]).sorted()
  }

  /// Does it: the report, and the recordings' curves as a review.
  ///
  /// - Throws: `TrackingFault`, `SessionError`, `RenderingError.interrupted`.
  public func run(
    cancellation: Cancellation = Cancellation()
  ) throws -> (report: Report, review: ReviewDocument) {
    let current = threshold.value(settings)
    var report = Report(
      threshold: threshold.name, gate: threshold.gate, current: current, spans: 0, stretches: 0,
      rows: [], best: [], recordings: [])
    var cases: [ReviewCase] = []
    // Pictures show the same whatever the threshold.
    let plans = try recordings.map { try plan(of: $0, cancellation) }
    for value in values {
      var settings = settings
      threshold.set(&settings, value)
      var row = Row(value: value, falsePasses: 0, falseRefusals: 0)
      for (source, plan) in zip(recordings, plans) {
        let verdicts = try judge(source, settings, plan.teeth, cancellation)
        row.falsePasses += verdicts.falsePasses.count
        row.falseRefusals += verdicts.falseRefusals.count
        guard value == current else { continue }
        report.spans += verdicts.spans.count
        report.stretches += verdicts.stretchCount
        report.recordings.append(
          Recording(
            name: source.labels.name,
            falsePasses: verdicts.falsePasses.map { [$0.lowerBound, $0.upperBound] },
            falseRefusals: verdicts.falseRefusals.map { [$0.lowerBound, $0.upperBound] }))
        cases.append(try review(source, verdicts, plan, cancellation))
      }
      report.rows.append(row)
    }
    let fewest = report.rows.map(\.errors).min()
    report.best = report.rows.filter { $0.errors == fewest }.map(\.value)
    let table = ReviewCase(
      name: "\(threshold.name) over all recordings", verdict: .passed,
      explanation: [report.headline] + report.lines)
    return (
      report,
      ReviewDocument(
        title: "Tuning of \(threshold.name)",
        createdAt: Date.now.formatted(.iso8601), rendererVersion: RendererVersion.number,
        cases: [table] + cases)
    )
  }

  /// The session of a recording, with what it asks for of the clip's pictures.
  private func plan(of source: Source, _ cancellation: Cancellation) throws -> SessionPlan {
    try SessionJob(
      tracking: source.tracking, besides: source.media, options: TrackingFileOptions(),
      SessionPlan(settings: settings)
    ).seenPlan(cancellation: cancellation)
  }

  private func judge(
    _ source: Source, _ settings: SessionSettings, _ teeth: TeethReadings?,
    _ cancellation: Cancellation
  ) throws -> SessionVerdicts {
    let reader = try reader(source)
    var judge = SessionJudge(
      threshold.gate, settings, spans: source.spans(threshold.gate), header: reader.header,
      teeth: teeth)
    while let sample = try reader.next() {
      try cancellation.check()
      do throws(SessionFault) {
        try judge.add(sample)
      } catch {
        throw SessionError.unfit(source.tracking, error)
      }
    }
    return judge.verdicts
  }

  private func reader(_ source: Source) throws -> TrackingReader {
    try SessionJob.reader(source.tracking, besides: source.media)
  }

  /// A recording's curves at the session file's value, with its labels.
  private func review(
    _ source: Source, _ verdicts: SessionVerdicts, _ plan: SessionPlan,
    _ cancellation: Cancellation
  ) throws -> ReviewCase {
    var (events, signals): ([String], [String]) = ([], [])
    _ = try SessionJob(
      tracking: source.tracking, besides: source.media, options: TrackingFileOptions(),
      plan
    ).run(
      event: { events.append($0) }, signals: { signals.append($0) }, cancellation: cancellation)
    let labels =
      source.labels.teeth.map { ("teeth", $0) } + source.labels.brushing.map { ("brushing", $0) }
    func words(_ what: String, _ range: ClosedRange<Double>) -> String {
      "\(threshold.gate.rawValue) \(what) from \(Int(range.lowerBound)) to \(Int(range.upperBound)) ms"
    }
    let faults =
      verdicts.falsePasses.map { words("wrongly passed", $0) }
      + verdicts.falseRefusals.map { words("wrongly refused", $0) }
    return ReviewCase(
      name: source.labels.name, verdict: faults.isEmpty ? .passed : .failed,
      explanation: faults.isEmpty
        ? ["every labelled span and every other stretch is right"] : faults,
      session: ReviewSession(
        actual: .init(events: events, signals: signals),
        thresholds: ReviewSession.thresholds(of: settings),
        labels: labels.map {
          .init(name: $0.0, startMs: $0.1.lowerBound, endMs: $0.1.upperBound)
        }))
  }
}

extension SessionTuning.Report {
  /// What was looked at, in a line.
  public var headline: String {
    "\(threshold): \(Self.count(spans, "labelled span")),"
      + " \(Self.count(stretches, "stretch", "stretches")) without, in"
      + " \(Self.count(recordings.count, "recording")); the fewest errors at \(bestWords)"
  }

  /// The table, a line a value; the session file's own is marked.
  public var lines: [String] {
    rows.map { row in
      "\(Self.shown(row.value)): \(Self.count(row.falsePasses, "false pass", "false passes")),"
        + " \(Self.count(row.falseRefusals, "false refusal"))"
        + (row.value == current ? " (the session file's)" : "")
    }
  }

  /// The table in columns, for people at a terminal.
  public var table: String {
    func row(_ cells: [String]) -> String {
      cells.map { String(repeating: " ", count: max(0, 16 - $0.count)) + $0 }.joined()
    }
    let head = row(["value", "false passes", "false refusals"])
    return
      ([headline, head]
      + rows.map {
        row([Self.shown($0.value), "\($0.falsePasses)", "\($0.falseRefusals)"])
          + ($0.value == current ? "  the session file's" : "")
      }).joined(separator: "\n")
  }

  /// The best values, those that follow each other in the table as a range.
  private var bestWords: String {
    var runs: [(first: Double, last: Double, index: Int)] = []
    for (index, row) in rows.enumerated() where best.contains(row.value) {
      if let last = runs.last, last.index == index - 1 {
        runs[runs.count - 1] = (last.first, row.value, index)
      } else {
        runs.append((row.value, row.value, index))
      }
    }
    return runs.map {
      $0.first == $0.last
        ? Self.shown($0.first) : "\(Self.shown($0.first)) to \(Self.shown($0.last))"
    }.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  private static func shown(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

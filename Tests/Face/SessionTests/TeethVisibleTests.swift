import Foundation
import Session
import Testing
import Tracking

/// The teeth's gate by what a clip's pictures show.
@Suite struct TeethVisibleTests {
  private static let settings: SessionSettings = {
    var settings = SessionSettings()
    settings.teeth.signal = .teethVisible
    return settings
  }()

  /// Plays a recording whose jaw is always open, with the share at each time; nil where pictures do not tell.
  private func play(
    _ share: (Double) -> Double?, _ settings: SessionSettings = settings, lengthMs: Double = 3000,
    perSecond rate: Double = 30, offsetMs: Double = 0, carrying: Set<Int> = []
  ) throws -> Played {
    var header = try MadeRecording.header()
    header.timeOffsetMs = offsetMs
    let samples = MadeRecording(jaw: { _ in 0.9 }).samples(lengthMs, perSecond: rate)
    var teeth = TeethReadings()
    for sample in samples { teeth.add([share(sample.timestampMs)], atMs: sample.timestampMs) }
    var session = BrushingSession(settings, header: header)
    session.teeth = teeth
    var played = Played()
    for (index, sample) in samples.enumerated() {
      if carrying.contains(index) {
        session = try BrushingSession(
          resuming: Array(session.stateText.utf8), header: header, settings: settings)
        session.teeth = teeth
      }
      let step = try session.add(sample)
      played.events += step.events
      if let signals = step.signals { played.signals.append(signals) }
    }
    played.events += try session.finish()
    return played
  }

  private func passed(_ played: Played) -> (atMs: Double, openedMs: Double, source: MouthSource)? {
    for event in played.events {
      if case .teethPassed(let openedMs, let source) = event.kind {
        return (event.timestampMs, openedMs, source)
      }
    }
    return nil
  }

  private func resets(_ played: Played) -> [(atMs: Double, isUnseen: Bool)] {
    played.events.compactMap { event in
      if case .teethReset(_, let isUnseen) = event.kind {
        (event.timestampMs, isUnseen)
      } else {
        nil
      }
    }
  }

  @Test func `the gate passes at the exact moment along the line of shares`() throws {
    for offsetMs in [0.0, 250] {
      // 0 to 0.7 within a sample of 100 ms: 0.35 in its middle.
      let played = try play({ $0 < 1000 ? 0 : 0.7 }, perSecond: 10, offsetMs: offsetMs)
      let found = try #require(passed(played))
      #expect(abs(found.openedMs - 950 - offsetMs) < 0.01)
      #expect(abs(found.atMs - 1350 - offsetMs) < 0.01)
      #expect(found.source == .teethVisible)
    }
  }

  @Test func `an open jaw that shows no teeth does not pass`() throws {
    #expect(passed(try play { _ in 0 }) == nil)
    #expect(passed(try play { _ in nil }) == nil)
  }

  @Test func `shares at the limits count, and those below do not`() throws {
    #expect(passed(try play { _ in 0.35 }) != nil)
    #expect(passed(try play { _ in 0.3499 }) == nil)
    // Open once, it stays so down to the lower limit.
    #expect(passed(try play { $0 < 200 ? 0.35 : 0.30 }) != nil)
    #expect(passed(try play { $0 < 200 ? 0.35 : 0.2999 }) == nil)
  }

  @Test func `pictures that do not tell neither count nor close, up to the limits of gaps`() throws
  {
    // The line rises through 0.35 at 458.3 ms; up to the sample at 600 ms 141.7 ms are held.
    let joined = try play({ $0 < 500 ? 0 : $0 == 700 ? nil : 0.6 }, perSecond: 10)
    let apart = try play({ $0 < 500 ? 0 : (700..<900) ~= $0 ? nil : 0.6 }, perSecond: 10)
    #expect(resets(joined).isEmpty && resets(apart).isEmpty)
    let opened = 400 + 100 * 0.35 / 0.6
    #expect(abs(try #require(passed(joined)).atMs - opened - 400) < 0.01)
    // 300 ms from sample to sample are too long to count.
    #expect(abs(try #require(passed(apart)).atMs - opened - 400 - 300) < 0.01)
    let long = try play({ $0 < 500 ? 0 : (700..<1300) ~= $0 ? nil : 0.6 }, perSecond: 10)
    let reset = try #require(resets(long).first)
    #expect(reset.isUnseen && abs(reset.atMs - 1100) < 0.01)
  }

  @Test func `the trace has the share where the session asks for it alone`() throws {
    let lines = try play { $0 < 1000 ? nil : 0.5 }.signals.map(\.line)
    #expect(lines.first?.contains("\"teethVisible\": null") == true)
    #expect(lines.last?.contains("\"teethVisible\": 0.5") == true)
    #expect(lines.last?.contains("\"mouthOpenScore\": 0.9") == true)
    let other = try play({ _ in 0.5 }, SessionSettings()).signals.map(\.line)
    #expect(!other.contains { $0.contains("teethVisible") })
  }

  @Test func `a session that is split anywhere goes on`() throws {
    let share = { 0.5 + 0.5 * sin($0 / 150) }
    let whole = try play(share)
    for index in [1, 20, 31, 40, 60] {
      let parts = try play(share, carrying: [index])
      #expect(parts.lines == whole.lines)
    }
  }

  @Test func `the file names it, and keeps it`() throws {
    let read = try SessionSettings(json: Array(#"{"teeth": {"signal": "teethVisible"}}"#.utf8))
    #expect(read.teeth.signal == .teethVisible)
    #expect(read.teeth.openAbove == 0.35 && read.teeth.closedBelow == 0.30)
  }
}

import Recipe
import Session
import TestSupport
import Testing
import Timelines
import Tracking
import TrackingFiles

/// The session at any time of a clip, as it is drawn.
@Suite struct SessionMomentTests {
  private func timeline(
    _ settings: SessionSettings? = nil, _ game: SyntheticGame = SyntheticGame()
  ) throws -> MomentTimeline {
    let reader = try TrackingReader(bytes: Array(game.text.utf8), options: TrackingFileOptions())
    let plan = settings.map { SessionPlan(settings: $0) }
    return try MomentTimeline(plan, header: reader.header, path: "t.jsonl") { try reader.next() }
  }

  private func moments(
    _ timesMs: [Double], _ settings: SessionSettings? = nil,
    _ game: SyntheticGame = SyntheticGame()
  ) throws -> [SessionMoment] {
    var timeline = try timeline(settings, game)
    return try timesMs.map { try timeline.session(atMs: $0) }
  }

  /// The log of the whole game.
  private func events(_ settings: SessionSettings, _ game: SyntheticGame) throws -> [SessionEvent] {
    let reader = try TrackingReader(bytes: Array(game.text.utf8), options: TrackingFileOptions())
    var session = BrushingSession(settings, header: reader.header)
    var events: [SessionEvent] = []
    while let sample = try reader.next() { events += try session.add(sample).events }
    return try events + session.finish()
  }

  /// None of them a sample's, at which a frame may come a hair before its events.
  private let times = Array(stride(from: 0.3, to: 7000, by: 12.5))

  @Test func `does not depend on the times that were asked for before`() throws {
    let whole = try moments(times)
    for step in [7, 40, 333] {
      let chosen = Array(stride(from: step, to: times.count, by: step))
      #expect(try moments(chosen.map { times[$0] }) == chosen.map { whole[$0] })
    }
  }

  @Test(arguments: [10.0, 30, 60])
  func `has the state and the score of the log at every time`(rate: Double) throws {
    var game = SyntheticGame()
    game.rate = rate
    let log = try events(SessionSettings(), game)
    for moment in try moments(times, nil, game) {
      let last = log.last { $0.timestampMs <= moment.timeMs }
      #expect(moment.phase.state == last?.state ?? .selectAvatar)
      #expect(moment.score == last?.score ?? 0)
      let over = log.contains {
        if case .outcome = $0.kind { $0.timestampMs <= moment.timeMs } else { false }
      }
      #expect((moment.phase.outcome != nil) == over)
    }
  }

  @Test(arguments: [15.0, 30])
  func `the ring fills evenly up to the gate's own time`(rate: Double) throws {
    var game = SyntheticGame()
    game.rate = rate
    let passed = try events(SessionSettings(), game).first {
      if case .teethPassed = $0.kind { true } else { false }
    }
    let passedMs = try #require(passed?.timestampMs)
    let ages = [350.0, 200, 100, 50, 1]
    let seen = try moments(ages.map { passedMs - $0 }, nil, game)
    for (age, moment) in zip(ages, seen) {
      #expect(abs(moment.teethHeld - (1 - age / 400)) < 1e-6, "\(age)")
    }
  }

  @Test func `a mouth that closes too early loses what it held`() throws {
    var game = SyntheticGame()
    game.opensMs = 500..<700
    let reset = try #require(
      try events(SessionSettings(), game).first {
        if case .teethReset = $0.kind { true } else { false }
      })
    guard case .teethReset(let heldMs, _) = reset.kind else { return }
    let seen = try moments([reset.timestampMs - 1, reset.timestampMs + 1], nil, game)
    #expect(abs(seen[0].teethHeld - (heldMs - 1) / 400) < 1e-6 && seen[0].teethLost == nil)
    #expect(seen[1].teethHeld == 0)
    #expect(seen[1].teethLost == .init(heldMs / 400, atMs: reset.timestampMs))
  }

  @Test func `quadrants fill one after the other, as long as is brushed`() throws {
    var settings = SessionSettings()
    settings.mode = .full
    settings.full.quadrantMs = 300
    let seen = try moments(times, settings)
    let parts = seen.map { $0.quadrants.reduce(0) { $0 + $1.part } }
    let last = try #require(parts.last)
    #expect(abs(last - 4) < 1e-9 && parts.first == 0)
    #expect(zip(parts.dropFirst(), parts).allSatisfy { $0 >= $1 && $0 - $1 <= 12.6 / 300 })
    for moment in seen {
      // None is begun before the one before it is done.
      for (one, next) in zip(moment.quadrants, moment.quadrants.dropFirst()) {
        #expect(next.part < 1e-9 || one.part > 1 - 1e-9)
      }
    }
    #expect(seen.contains { $0.quadrant?.value == 3 && $0.phase.outcome == nil })
  }

  @Test func `a session that never starts waits`() throws {
    var settings = SessionSettings()
    settings.startMs = 500_000
    for moment in try moments(times, settings) {
      #expect(moment.phase == .init(.selectAvatar) && moment.score == 0)
    }
  }
}

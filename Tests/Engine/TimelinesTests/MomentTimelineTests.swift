import Avatars
import Foundation
import Recipe
import Session
import TestSupport
import Testing
import Timelines
import Tracking
import TrackingFiles

/// What avatars follow beside faces: hands and the session.
@Suite struct MomentTimelineTests {
  private static let names = SignalRegistry.standard.sources.flatMap(\.signals)
    .filter(\.followsRecording).map(\.name)

  private func timeline(
    _ plan: SessionPlan?, _ game: SyntheticGame = SyntheticGame()
  ) throws -> MomentTimeline {
    let reader = try TrackingReader(bytes: Array(game.text.utf8), options: TrackingFileOptions())
    return try MomentTimeline(plan, header: reader.header, path: "t.jsonl") { try reader.next() }
  }

  private func moments(_ plan: SessionPlan?, _ timesMs: [Double]) throws -> [RecordedMoment] {
    var timeline = try timeline(plan)
    return try timesMs.map { try timeline.moment(atMs: $0) }
  }

  @Test func `every state and outcome of a session is a signal`() {
    // `completed` is a state and an outcome.
    let words = Set(
      SessionState.allCases.map(\.rawValue) + SessionOutcome.allCases.map(\.rawValue))
    for word in words { #expect(Self.names.contains("session.\(word)")) }
    #expect(Self.names.count == 8 + 7 + HandMotion.Kind.allCases.count + words.count + 4 + 10)
  }

  @Test func `a moment does not depend on the times that were asked for before`() throws {
    let all = Array(stride(from: 0.0, to: 7000, by: 12.5))
    let whole = try moments(SessionPlan(), all)
    for step in [7, 40, 333] {
      let chosen = Array(stride(from: step, to: all.count, by: step))
      #expect(try moments(SessionPlan(), chosen.map { all[$0] }) == chosen.map { whole[$0] })
    }
  }

  @Test func `states and events have their exact times, whatever the samples' rate`() throws {
    // The mouth's score rises through 0.35 between two samples; 400 ms later the gate is passed.
    var game = SyntheticGame()
    game.rate = 15
    var timeline = try timeline(SessionPlan(), game)
    var session = BrushingSession(
      SessionSettings(),
      header: try TrackingReader(bytes: Array(game.text.utf8), options: TrackingFileOptions())
        .header)
    let reader = try TrackingReader(bytes: Array(game.text.utf8), options: TrackingFileOptions())
    while let sample = try reader.next() { _ = try session.add(sample) }
    let passedMs = try #require(session.teethPassedMs)
    let before = try timeline.moment(atMs: passedMs - 1)
    #expect(before["session.promptTeeth"] == 1 && before["event.teethConfirmed"] == 0)
    #expect(before["session.teethHeld"] > 0.5)
    let at = try timeline.moment(atMs: passedMs + 0.001)
    #expect(at["session.teethConfirmed"] == 1 && at["session.promptTeeth"] == 0)
    #expect(abs(at["event.teethConfirmed"] - 1) < 1e-6 && at["session.score"] == 10)
    #expect(abs(try timeline.moment(atMs: passedMs + 500)["event.teethConfirmed"] - 0.75) < 1e-6)
    #expect(try timeline.moment(atMs: passedMs + 2000)["event.teethConfirmed"] == 0)
  }

  @Test func `without a session hands alone are followed`() throws {
    let times = [1000.0, 3500, 4000, 5200, 5500]
    let (with, without) = (try moments(SessionPlan(), times), try moments(nil, times))
    for name in Self.names where name.hasPrefix("session.") || name.hasPrefix("event.") {
      #expect(without.allSatisfy { $0[name] == 0 }, "\(name)")
    }
    for name in Self.names where name.hasPrefix("hand.") || name.hasPrefix("gesture.") {
      #expect(without.map { $0[name] } == with.map { $0[name] }, "\(name)")
    }
    // No hand, brushing, brushing, held after it was seen last, lost.
    #expect(without.map { $0["hand.present"] } == [0, 1, 1, 1, 0])
    #expect(without.map { $0["hand.brushing"] } == [0, 1, 1, 1, 0])
    // The made fist's thumb points up.
    #expect(without[1]["gesture.Thumb_Up"] == 1 && without[0]["gesture.Thumb_Up"] == 0)
    #expect(with.last?["session.completed"] == 1)
  }

  @Test func `the palm goes evenly from one sample to the next, from end to end of its stroke`()
    throws
  {
    let times = Array(stride(from: 4000.0, through: 4400, by: 1))
    let seen = try moments(nil, times)
    let places = seen.map { $0["hand.x"] }
    // 3 cm to either side of the middle, of a picture of 80 cm; the samples miss the ends a little.
    #expect(abs((places.max() ?? 0) - 0.5375) < 0.003 && abs((places.min() ?? 0) - 0.4625) < 0.003)
    let steps = zip(places.dropFirst(), places).map { abs($0 - $1) }
    #expect((steps.max() ?? 1) < 0.001)
    let strokes = seen.map { $0["hand.stroke"] }
    #expect((strokes.max() ?? 0) > 0.95 && (strokes.min() ?? 0) < -0.95)
    // It follows the palm: equal places, equal strokes.
    for (place, stroke) in zip(places, strokes) where abs(place - 0.5) > 0.01 {
      #expect((place > 0.5) == (stroke > 0))
    }
  }
}

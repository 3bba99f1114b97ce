import Foundation
import Geometry
import Session
import TestSupport
import Testing
import Tracking

/// A state that was kept: what does not fit, or was damaged, is refused.
struct KeptStateTests {
  private func state() throws -> String {
    var session = BrushingSession(SessionInvariantTests.full, header: try MadeRecording.header())
    for sample in SessionInvariantTests.eventful.samples(9000) { _ = try session.add(sample) }
    return session.stateText
  }

  private func resume(
    _ text: String, _ settings: SessionSettings? = nil, header: TrackingHeader? = nil
  ) throws -> BrushingSession {
    try BrushingSession(
      resuming: Array(text.utf8), header: try header ?? MadeRecording.header(), settings: settings)
  }

  @Test func `a state is written as it was read`() throws {
    let text = try state()
    #expect(try resume(text).stateText == text)
    #expect(try resume(text, SessionInvariantTests.full).stateText == text)
  }

  @Test func `what does not fit is refused`() throws {
    let text = try state()
    #expect(throws: SessionFaults.self) { try resume(text, SessionSettings()) }
    #expect(throws: SessionFaults.self) {
      try resume(text, header: MadeRecording.header(mirrored: true))
    }
    // Where it begins and ends may change.
    var other = SessionInvariantTests.full
    other.endMs = 20_000
    #expect(try resume(text, other).settings.endMs == 20_000)
  }

  @Test func `a damaged state is a fault or another state, never a crash`() throws {
    let text = Array(try state().utf8)
    var random = SplitMix64(state: 7)
    var refused = 0
    for _ in 0..<300 {
      var damaged = text
      for _ in 0..<3 {
        let place = Int(random.next() % UInt64(damaged.count))
        damaged[place] = Array("0123456789-e.\",[]{}nulltrue".utf8)[Int(random.next() % 27)]
      }
      do {
        var session = try BrushingSession(
          resuming: damaged, header: try MadeRecording.header())
        for sample in SessionInvariantTests.eventful.samples(9300).suffix(9) {
          _ = try session.add(sample)
        }
        _ = try session.finish()
      } catch {
        refused += 1
      }
    }
    #expect(refused > 100)
  }
}

import Session
import Tracking

/// The motions of hands of a recording over time.
///
/// A motion is known only some time after its end. Afterwards that time is known as well, so that it acts at its end.
struct MotionTimeline {
  private var motions: HandMotions
  private let timeOffsetMs: Double
  /// How far samples are read ahead, in milliseconds.
  private let aheadMs: Double
  private let source: () throws -> TrackingSample?
  private var ahead: TrackingSample?
  private var isAtEnd = false
  /// Those that are known and have not come.
  private var known: [HandMotion] = []

  /// Follows the hands of a tracking file's samples, nil at their end.
  ///
  /// - Parameter isLive: whether later samples are not known, so that a motion comes when it is known.
  init(_ header: TrackingHeader, isLive: Bool, source: @escaping () throws -> TrackingSample?) {
    motions = HandMotions(header)
    timeOffsetMs = header.timeOffsetMs
    aheadMs = isLive ? 0 : HandMotion.knownAfterMs + 1
    self.source = source
  }

  /// Those that have come since the last time that was asked for; times must not go down.
  mutating func reach(_ timeMs: Double) throws -> [HandMotion] {
    while !isAtEnd {
      if ahead == nil { ahead = try source() }
      guard let sample = ahead else {
        isAtEnd = true
        break
      }
      guard sample.timestampMs + timeOffsetMs <= timeMs + aheadMs else { break }
      ahead = nil
      // A picture that the tracker gave no answer for says nothing of hands.
      guard sample.failure == nil else { continue }
      known += motions.take(sample.hands, atMs: sample.timestampMs + timeOffsetMs)
    }
    let come = known.prefix { $0.timeMs <= timeMs }
    known.removeFirst(come.count)
    return Array(come)
  }
}

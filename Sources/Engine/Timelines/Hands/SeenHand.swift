package import Placement
import Session
package import Tracking

/// A hand of a recording at one time, in the scene.
package struct SeenHand: Sendable {
  /// The same as long as the hand is followed.
  package let identity: Int
  /// Where it is, and whose hand it is.
  package let hand: SceneHand
  /// What it shows: MediaPipe's name, `None` for nothing that is known.
  package let gesture: Gesture
  /// 1, or less where the hand fades out.
  package let opacity: Double
}

/// The hands of a recording over time.
package struct SceneHandTimeline {
  private var timeline: HandTimeline
  private let gesture: HandGestures

  /// Follows the hands of a tracking file's samples, nil at their end.
  package init(
    header: TrackingHeader, gaps: GapOptions, intervalMs: Double? = nil, isLive: Bool = false,
    source: @escaping () throws -> TrackingSample?
  ) {
    timeline = HandTimeline(
      header: header, gaps: gaps, intervalMs: intervalMs, isLive: isLive, source: source)
    gesture = HandGestures(header)
  }

  /// When the last sample at or before the time was taken that was asked for last; nil before the first.
  package var sampleMs: Double? { timeline.sampleMs }

  /// The hands at a time of the clip, in milliseconds.
  package mutating func hands(atMs timeMs: Double, in scene: SceneMapping) throws -> [SeenHand] {
    try timeline.hands(atMs: timeMs).compactMap { timed in
      guard let hand = SceneHand(timed.hand, through: scene), let gesture = gesture(timed.hand)
      else { return nil }
      return SeenHand(
        identity: timed.identity, hand: hand, gesture: gesture, opacity: timed.opacity)
    }
  }
}

internal import Foundation
internal import Tracking

/// What a track's last samples say together: how fast it shakes, how often it turns, whose hand.
struct ShakeWindow: Hashable, Sendable {
  /// The speed now, in metres a second; nil where the track is too young for one.
  var speed: Double?
  /// The part of the window in which the hand is fast.
  var fastShare = 0.0
  /// The mean square of the speed, in metres squared a second squared.
  var shakeEnergy = 0.0
  /// How often the stroke turns.
  var directionChanges = 0
  /// Where the palm is on its stroke, -1 to 1.
  var stroke = 0.0
  /// The part of the window in which a fist is seen.
  var coverage = 0.0
  /// The hand that most of the samples say.
  var hand: HandSample.Handedness?
  /// When the window begins.
  var startMs = 0.0
  /// Whether all that makes brushing holds.
  var isBrushing = false

  /// The steps in which the path is looked at, in milliseconds; the frame rate plays no part.
  private static let stepMs = 10.0

  /// Looks at a track that has a sample now.
  init(_ track: HandTrack, _ settings: SessionSettings) {
    let brushing = settings.brushing
    let endMs = track.lastMs
    startMs = max(endMs - brushing.windowMs, track.firstMs)
    let inside = track.moments.filter { [startMs] in $0.timeMs >= startMs - Tolerance.ms }
    let path = HandPath(
      track.moments, metresPerPixel: Self.median(inside.compactMap(\.metresPerPixel)))
    let steps = Self.steps(from: startMs, to: endMs)
    measureSpeed(path, steps, brushing)
    stroke = path.stroke(atMs: steps)
    directionChanges = path.turns(atMs: steps.reversed(), deadBand: brushing.deadBandM)
    coverage =
      Self.fistMs(track.moments, fromMs: startMs, joinMs: settings.gaps.joinMs)
      / brushing.windowMs
    hand = Self.label(inside)
    isBrushing =
      track.isFist && endMs - track.firstMs >= brushing.windowMs - Tolerance.ms
      && coverage >= brushing.coverage - Tolerance.share
      && fastShare >= brushing.fastShare - Tolerance.share
      && directionChanges >= brushing.directionChanges && brushing.hand.fits(hand)
  }

  /// The end of a window, and times before it, up to its start.
  private static func steps(from startMs: Double, to endMs: Double) -> [Double] {
    let count = Int(((endMs - startMs + Tolerance.ms) / stepMs).rounded(.down))
    return (0...max(count, 0)).map { endMs - Double($0) * stepMs }
  }

  private mutating func measureSpeed(
    _ path: HandPath, _ steps: [Double], _ settings: SessionSettings.BrushingSettings
  ) {
    let baseline = settings.baselineMs
    let speeds = steps.prefix { [startMs] in $0 - baseline >= startMs - Tolerance.ms }.map {
      path.distance(fromMs: $0 - baseline, toMs: $0) / (baseline / 1000)
    }
    guard !speeds.isEmpty else { return }
    let count = Double(speeds.count)
    speed = speeds[0]
    fastShare = Double(speeds.count { $0 > settings.speedAbove }) / count
    shakeEnergy = speeds.reduce(0) { $0 + $1 * $1 } / count
  }

  private static func fistMs(
    _ moments: [HandTrack.Moment], fromMs startMs: Double, joinMs: Double
  ) -> Double {
    zip(moments, moments.dropFirst()).reduce(0) { sum, pair in
      let (before, after) = pair
      guard before.isFist, after.isFist,
        after.timeMs - before.timeMs <= joinMs + Tolerance.ms
      else { return sum }
      return sum + max(0, after.timeMs - max(before.timeMs, startMs))
    }
  }

  /// The label with the larger sum of scores; the last one where they are equal.
  private static func label(_ moments: [HandTrack.Moment]) -> HandSample.Handedness? {
    func sum(_ hand: HandSample.Handedness) -> Double {
      moments.reduce(0) { $0 + ($1.handedness == hand ? $1.score : 0) }
    }
    guard let last = moments.last(where: { $0.handedness != nil })?.handedness else { return nil }
    let other: HandSample.Handedness = last == .left ? .right : .left
    return sum(other) > sum(last) + Tolerance.share ? other : last
  }

  /// The middle of some numbers, of an even count the mean of the middle two; 0 for none.
  private static func median(_ numbers: [Double]) -> Double {
    guard !numbers.isEmpty else { return 0 }
    let sorted = numbers.sorted()
    let upper = sorted[sorted.count / 2]
    return sorted.count % 2 == 1 ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
  }
}

extension SessionSettings.BrushingSettings.Hand {
  /// Whether a hand may brush.
  func fits(_ hand: HandSample.Handedness?) -> Bool {
    switch self {
    case .any: true
    case .left: hand == .left
    case .right: hand == .right
    }
  }
}

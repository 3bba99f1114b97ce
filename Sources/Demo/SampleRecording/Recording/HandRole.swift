import Foundation
import Geometry

/// What a hand with a toothbrush does over time.
struct HandRole: Sendable {
  /// How high the hand is: 0 below the picture, 1 at the mouth.
  let raised: Keyframes
  let strokes: Strokes

  /// The girl raises the brush, brushes, and lowers it again.
  static let brusher = HandRole(
    raised: Keyframes((3.7, 0), (4.7, 1), (9.6, 1), (10.5, 0)),
    strokes: Strokes(
      begin: 4.6, end: 9.4, reach: 3.4, slow: 0.5, fast: 3.2, quickens: 7...7.5))

  /// The hand at a time in seconds, beside the mouth of its owner.
  func pose(at time: Double, before owner: SamplePose) -> HandPose {
    let mouth = owner.transform(Point3<CanonicalSpace>(0, -4.3, 5))
    let stroke = strokes.offset(at: time)
    let down = 1 - raised.value(at: time)
    // The wrist turns with the stroke, as the elbow stays where it is.
    return HandPose(
      roll: -6 + 1.2 * stroke - 25 * down, yaw: -4,
      wrist: Vector3(
        mouth.x - 8.6 + stroke - 4 * down, mouth.y - 5.2 - 0.12 * abs(stroke) - 24 * down,
        mouth.z + 3.4),
      elbow: Vector3(mouth.x - 19 + 0.35 * stroke, mouth.y - 27 - 10 * down, mouth.z - 2))
  }
}

/// Strokes to and fro that begin slowly and quicken.
struct Strokes: Sendable {
  /// When they begin and end, in seconds.
  let begin, end: Double
  /// How far they go to either side, in centimetres.
  let reach: Double
  /// Strokes to and fro a second, at first and at last.
  let slow, fast: Double
  /// When they quicken, in seconds.
  let quickens: ClosedRange<Double>

  /// How far the hand is from the middle at a time, in centimetres, to the picture's right.
  func offset(at time: Double) -> Double {
    let swing = smoothStep(begin, begin + 0.4, time) * (1 - smoothStep(end - 0.3, end, time))
    return reach * swing * sin(2 * Double.pi * turns(at: time))
  }

  /// How many strokes were made since the beginning: their frequency, which grows evenly while they
  /// quicken, summed over time.
  private func turns(at time: Double) -> Double {
    let since = max(time - quickens.lowerBound, 0)
    let span = quickens.upperBound - quickens.lowerBound
    let quickening = min(since, span)
    return slow * max(time - begin, 0)
      + (fast - slow) * (quickening * quickening / (2 * span) + since - quickening)
  }
}

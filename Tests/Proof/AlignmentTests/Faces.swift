import Alignment
import FaceModel
import Foundation
import Geometry
import TestSupport
import Tracking

/// A flat face of 468 points whose size is known, and what moves it.
enum Faces {
  /// The canonical face's front view, at this many pixels a centimetre.
  static func shape(
    scale: Double = 20, x: Double = 300, y: Double = 300, degrees: Double = 0,
    noise: (Int) -> (Double, Double) = { _ in (0, 0) }
  ) -> FaceShape {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let points = CanonicalFace.vertices.enumerated().map { index, v in
      let (u, w) = (scale * v.x, -scale * v.y)
      let (dx, dy) = noise(index)
      return Point2<SceneSpace>(x + c * u - s * w + dx, y + s * u + c * w + dy)
    }
    guard let shape = FaceShape(points) else { preconditionFailure("468 finite points") }
    return shape
  }

  /// The points of a shape as a reference.
  static func reference(_ shape: FaceShape, id: Int? = nil) -> ReferenceFace? {
    ReferenceFace(
      id: id, points: Dictionary(uniqueKeysWithValues: shape.points.enumerated().map { ($0, $1) }))
  }

  /// A normally distributed number (Box and Muller).
  static func gauss(_ random: inout SplitMix64) -> Double {
    let u = random.number(1e-12...1)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * random.number(0...1))
  }

  /// The measures of a face whose shapes a function gives, at times in milliseconds.
  static func motion(
    times: [Double], raw: (Double) -> FaceShape, smoothed: ((Double) -> FaceShape)? = nil
  ) -> (
    raw: MotionMeter.Measures, smoothed: MotionMeter.Measures,
    lag: (lagMs: Double, errorMs: Double)?, deviation: Double?
  ) {
    var meter = MotionMeter(maxGapMs: 250)
    for time in times {
      let shape = raw(time)
      meter.add(face: 1, atMs: time, raw: shape, smoothed: smoothed?(time) ?? shape)
    }
    return meter.finish()
  }

  /// Steps of 20 to 60 ms, as a phone writes them.
  static func irregularTimes(_ count: Int) -> [Double] {
    var random = SplitMix64(state: 7)
    var time = 0.0
    return (0..<count).map { _ in
      time += random.number(20...60)
      return time
    }
  }
}

import Drawing
import Foundation
import Geometry

/// The rounded form that hair lies on: a skull below the crown, straight down below its equator.
enum Scalp {
  /// The skull's middle, in the canonical face's centimetres.
  static let centre = Point3<CanonicalSpace>(0, 3.2, -2.6)
  /// The half axes, hair included: across, up, and along.
  static let (across, up, along) = (8.9, 10.5, 9.6)

  /// The top of the head.
  static var crown: Double { centre.y + up }

  /// A point on the hair.
  ///
  /// - Parameters:
  ///   - degrees: The direction about the head: 0 in front, 90 to the subject's left, 180 behind.
  ///   - y: The height, in the canonical face's centimetres.
  ///   - proud: How far the point stands off, in centimetres.
  static func point(_ degrees: Double, y: Double, proud: Double = 0) -> Point3<CanonicalSpace> {
    let part = max(min((y - centre.y) / up, 1), 0)
    // A little fuller at the top than an ellipse.
    let round = (1 - pow(part, 2.4)).squareRoot()
    let angle = degrees * Double.pi / 180
    // A head is narrower between the temples than an ellipse is.
    let taper = cos(angle) > 0 ? 0.8 + 0.2 * cos(angle) : 1
    // Below the equator the hair lies closer, towards the ears and the nape.
    let tuck = 0.75 * smoothStep(6.5, 1.5, y)
    return Point3(
      centre.x + ((across + proud) * round - tuck) * sin(angle), y + proud * part,
      centre.z + ((along + proud) * round - tuck) * cos(angle) * taper)
  }

  /// A point on the hair a part of the way from the crown (0) down to a height (1), evenly by
  /// angle.
  static func point(
    _ degrees: Double, part: Double, downTo y: Double, proud: Double = 0
  ) -> Point3<CanonicalSpace> {
    let end = acos(max(min((y - centre.y) / up, 1), -1))
    // Below the equator the angle goes on as if the skull were a sphere.
    let height =
      y >= centre.y ? centre.y + up * cos(end * part) : y + (crown - y) * pow(1 - part, 2)
    return point(degrees, y: height, proud: proud)
  }

  /// The surface of the hair between two directions, down to a hairline.
  static func cap(
    from start: Double, to end: Double, step: Double, hairline: (Double) -> Double
  ) -> Surface {
    let directions = Array(stride(from: start, through: end + 0.01, by: step))
    let rows = 9
    return Surface(
      rows: (0...rows).map { row in
        directions.map { point($0, part: Double(row) / Double(rows), downTo: hairline($0)) }
      })
  }
}

/// A lock of hair: a leaf that follows the scalp from its root to its tip.
struct Lock {
  /// Directions and heights of the middle line, root first, in degrees and centimetres.
  var line: [(degrees: Double, y: Double)]
  /// The widest part, in centimetres.
  var width: Double
  /// Where along the line it is widest, 0 to 1.
  var peak = 0.45
  /// How far it stands off the scalp, in centimetres.
  var proud = 0.25

  /// What is seen of a lock: its area, and the ends of its middle line.
  struct Seen {
    var area: Path
    var root, tip: PicturePoint
  }

  /// The lock in the picture; nil where its middle is turned away.
  ///
  /// - Parameter offset: How far to move it in the picture, for its shadow.
  func seen(_ frame: PosedFrame, offset: PictureVector = PictureVector(0, 0)) -> Seen? {
    guard facing(frame, at: 0.5) > -0.05 else { return nil }
    let points = (0...8).map { frame(point(at: Double($0) / 8)) + offset }
    let scale = frame.unit(at: point(at: 0))
    return Seen(
      area: .taper(points, width: width * scale, peak: peak), root: points[0], tip: points[8])
  }

  /// Direction and height at a part of the middle line.
  private func place(at part: Double) -> (degrees: Double, y: Double) {
    let along = part * Double(line.count - 1)
    let index = min(Int(along), line.count - 2)
    let rest = along - Double(index)
    let (a, b) = (line[index], line[index + 1])
    return (a.degrees + (b.degrees - a.degrees) * rest, a.y + (b.y - a.y) * rest)
  }

  private func point(at part: Double) -> Point3<CanonicalSpace> {
    let (degrees, y) = place(at: part)
    return Scalp.point(degrees, y: y, proud: proud)
  }

  /// How far the scalp under the lock is turned to the camera: the cosine.
  func facing(_ frame: PosedFrame, at part: Double) -> Double {
    let (degrees, y) = place(at: part)
    let point = Scalp.point(degrees, y: y)
    let normal = Vector3<CanonicalSpace>(
      (point.x - Scalp.centre.x) / (Scalp.across * Scalp.across),
      max(point.y - Scalp.centre.y, 0) / (Scalp.up * Scalp.up),
      (point.z - Scalp.centre.z) / (Scalp.along * Scalp.along))
    return frame.facing(normal, at: point)
  }
}

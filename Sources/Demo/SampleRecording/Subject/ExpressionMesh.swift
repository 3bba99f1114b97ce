import FaceModel
import Foundation
package import Geometry

/// The canonical face, moved by an expression.
///
/// Both the drawing and the tracking start from these points, so that they cannot disagree. At
/// rest the face differs from the canonical one in the lids (wide, a child's) and the lips (thin,
/// closed and a little raised at the corners) alone: none of the landmarks that a pose is fitted
/// to moves, and MediaPipe's pose solver returns the very matrix that posed the face.
package struct ExpressionMesh: Sendable {
  /// The 468 vertices of the face mesh.
  package let vertices: [Point3<CanonicalSpace>]
  /// The irises, right then left: the centre, then the ring at +x, top, -x and bottom.
  package let irises: [Point3<CanonicalSpace>]

  /// Moves the canonical face, and stretches it to a shape.
  package init(_ expression: SampleExpression, shape: SampleFaceShape = .average) {
    var points = CanonicalFace.vertices
    for index in points.indices {
      Self.closeLips(&points[index])
      Self.thinLips(&points[index])
    }
    Self.moveLids(&points, expression)
    for index in points.indices {
      let rest = CanonicalFace.vertices[index]
      Self.moveBrows(&points[index], rest, expression)
      Self.moveMouth(&points[index], rest, expression)
      Self.openJaw(&points[index], rest, expression.jawOpen)
    }
    vertices = points.map { shape($0) }
    irises = (EyeBall.right.iris(expression) + EyeBall.left.iris(expression)).map { shape($0) }
  }

  /// How much a point of the face follows the lower jaw: 0 above the mouth, 1 below it.
  ///
  /// The border is sharp between the lips and ever softer towards the ears.
  static func jawShare(_ rest: Point3<CanonicalSpace>) -> Double {
    let band = 0.04 + 2.6 * smoothStep(1.9, 4.4, abs(rest.x))
    return smoothStep(-band, band, mouthLine - rest.y)
  }

  /// A point turned about the axis through both jaw joints, as the lower jaw is.
  static func jawTurned(
    _ point: Point3<CanonicalSpace>, open: Double, share: Double = 1
  ) -> Point3<CanonicalSpace> {
    let angle = 16.5 * Double.pi / 180 * open * share
    let (y, z) = (point.y - 0.6, point.z + 1.2)
    return Point3(
      point.x, 0.6 + y * cos(angle) - z * sin(angle), -1.2 + y * sin(angle) + z * cos(angle))
  }

  /// The height of the closed mouth, in the canonical face's centimetres.
  private static let mouthLine = -4.28

  private static func closeLips(_ point: inout Point3<CanonicalSpace>) {
    let gap = abs(point.y - mouthLine)
    guard abs(point.x) < 2.2, point.z > 3.9, gap < 1 else { return }
    point.y += (mouthLine - point.y) * 0.9 * (1 - smoothStep(0.27, 1, gap))
  }

  /// A child's lips are thinner than the canonical ones, and their corners rest a little higher.
  private static func thinLips(_ point: inout Point3<CanonicalSpace>) {
    let gap = abs(point.y - mouthLine)
    let part = (1 - smoothStep(2.2, 3.2, abs(point.x))) * (1 - smoothStep(1.1, 2, gap))
    point.y += (mouthLine - point.y) * 0.24 * part
    let corner = smoothStep(1, 2.5, abs(point.x)) * (1 - smoothStep(2.6, 3.6, abs(point.x)))
    point.y += 0.3 * corner * (1 - smoothStep(0.5, 1.4, gap))
  }

  private static func moveBrows(
    _ point: inout Point3<CanonicalSpace>, _ rest: Point3<CanonicalSpace>, _ e: SampleExpression
  ) {
    let inner = bump(rest, about: Point3(1.5, 4.6, 5.1), width: 1.7)
    let outer = bump(rest, about: Point3(4.7, 4.6, 3.9), width: 1.9)
    point.y += 0.85 * e.browInnerUp * inner + 0.75 * e.browOuterUp * outer
    point.y -= 0.6 * e.browDown * max(inner, 0.8 * outer)
    point.x -= 0.25 * e.browDown * inner * side(of: rest)
  }

  private static func moveMouth(
    _ point: inout Point3<CanonicalSpace>, _ rest: Point3<CanonicalSpace>, _ e: SampleExpression
  ) {
    // On the middle line both corners pull equally.
    let side = side(of: rest)
    let smile = side == 0 ? e.smile : side < 0 ? e.smileRight : e.smileLeft
    let corner = bump(rest, about: Point3(2.5, -4.34, 4.2), width: 1.9)
    let cheek = bump(rest, about: Point3(4.4, -1, 3.7), width: 2.4)
    point.x += side * smile * (0.6 * corner + 0.1 * cheek)
    point.y += smile * (0.75 * corner + 0.4 * cheek)
    point.z += smile * (0.3 * cheek - 0.35 * corner)

    let lips = bump(Point3(0, rest.y, 0), about: Point3(0, -4.3, 0), width: 1.6)
    let reach = lips * (1 - smoothStep(2.6, 5, abs(rest.x))) * e.pucker
    point.x *= 1 - 0.38 * reach
    point.z += 0.55 * reach
  }

  private static func openJaw(
    _ point: inout Point3<CanonicalSpace>, _ rest: Point3<CanonicalSpace>, _ open: Double
  ) {
    guard open > 0 else { return }
    let share = jawShare(rest)
    point = jawTurned(point, open: open, share: share)
    // The corners of an open mouth come together.
    let corner = bump(rest, about: Point3(2.4, -4.34, 4.2), width: 1.5)
    point.x -= 0.35 * open * corner * side(of: rest)
  }

  /// 1 on the subject's left, -1 on the right, 0 on the middle line.
  private static func side(of rest: Point3<CanonicalSpace>) -> Double {
    abs(rest.x) < 1e-6 ? 0 : rest.x < 0 ? -1 : 1
  }

  /// 1 at a place and at its mirror image, falling off as a Gauss curve does.
  private static func bump(
    _ point: Point3<CanonicalSpace>, about centre: Point3<CanonicalSpace>, width: Double
  ) -> Double {
    let distance = (Point3<CanonicalSpace>(abs(point.x), point.y, point.z) - centre).length
    return exp(-(distance / width) * (distance / width))
  }
}

/// 0 below `low`, 1 above `high`, smooth between (3 t^2 - 2 t^3).
func smoothStep(_ low: Double, _ high: Double, _ value: Double) -> Double {
  let part = min(max((value - low) / (high - low), 0), 1)
  return part * part * (3 - 2 * part)
}

import FaceModel
import Foundation
import Geometry

// Lids and eyeballs: what opens, closes and looks.

/// The lid landmarks of the subject's left eye, from the outer to the inner corner.
enum Lids {
  /// The edges of the upper and lower lid, without the corners they share.
  static let upper = [466, 388, 387, 386, 385, 384, 398]
  static let lower = [249, 390, 373, 374, 380, 381, 382]
  /// The skin one row above and below the edges.
  static let aboveUpper = [467, 260, 259, 257, 258, 286, 414]
  static let belowLower = [255, 339, 254, 253, 252, 256, 341]
  static let corners = (outer: 263, inner: 362)

  /// A list of landmarks of the left eye, or their counterparts of the right one.
  static func of(_ landmarks: [Int], left: Bool) -> [Int] {
    left ? landmarks : landmarks.map { FaceTopology.mirrorIndex[$0] }
  }

  /// How far each landmark of the lids opens beyond the canonical face, in parts of the most.
  static let opening = [0.42, 0.78, 0.96, 1, 0.96, 0.8, 0.46]
}

extension ExpressionMesh {
  /// Opens the lids to the subject's rest and closes them by the expression.
  static func moveLids(_ points: inout [Point3<CanonicalSpace>], _ expression: SampleExpression) {
    for left in [true, false] {
      let blink = left ? expression.blinkLeft : expression.blinkRight
      let smile = left ? expression.smileLeft : expression.smileRight
      let upper = Lids.of(Lids.upper, left: left)
      let lower = Lids.of(Lids.lower, left: left)
      let above = Lids.of(Lids.aboveUpper, left: left)
      let below = Lids.of(Lids.belowLower, left: left)
      for place in Lids.opening.indices {
        let part = Lids.opening[place]
        let lowerRest = points[lower[place]].y
        let lift = 1.02 * part + 0.22 * max(expression.gazeUp, 0) * part
        points[below[place]].y -= 0.3 * part
        points[lower[place]].y += part * (-0.5 + 0.26 * smile + 0.2 * blink)
        // The closed lids meet a little above where the lower one rests.
        let meeting = lowerRest - 0.2 * part
        let open = points[upper[place]].y + lift + 0.3 * min(expression.gazeUp, 0) * part
        points[upper[place]].y = open + (meeting - open) * blink
        points[above[place]].y += 0.9 * part * (1 - 0.75 * blink)
      }
    }
  }
}

/// An eyeball and its iris.
struct EyeBall {
  /// The centre, in the canonical face's centimetres.
  let centre: Point3<CanonicalSpace>

  /// The iris's radius, in centimetres: larger than a real 0.59, as picture books draw it.
  static let irisRadius = 0.98
  /// From the eyeball's centre to the iris's plane, in centimetres.
  static let irisDepth = 1.15

  static let left = EyeBall(centre: Point3(3.14, 2.68, 2.72))
  static let right = EyeBall(centre: Point3(-3.14, 2.68, 2.72))

  /// The iris's centre, then its ring at +x, top, -x and bottom.
  func iris(_ expression: SampleExpression) -> [Point3<CanonicalSpace>] {
    let across = 30 * Double.pi / 180 * expression.gazeLeft
    let up = 20 * Double.pi / 180 * expression.gazeUp
    // The line of sight, and two axes across it.
    let sight = Vector3<CanonicalSpace>(sin(across) * cos(up), sin(up), cos(across) * cos(up))
    let right = Vector3<CanonicalSpace>(cos(across), 0, -sin(across))
    let top = Vector3<CanonicalSpace>(-sin(across) * sin(up), cos(up), -cos(across) * sin(up))
    let middle = centre + sight * Self.irisDepth
    let radius = Self.irisRadius
    return [
      middle, middle + right * radius, middle + top * radius, middle + right * -radius,
      middle + top * -radius,
    ]
  }
}

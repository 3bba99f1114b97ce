import Drawing
import Foundation
import Geometry

// The boy's hair: a cloud of curls, each a ball, drawn from the back to the front.

extension HeadView {
  /// A curl: a ball on the scalp.
  struct Curl {
    let centre: Point3<CanonicalSpace>
    let radius: Double
    /// Whether it belongs to the front of the head and hides the face's edge.
    let front: Bool
  }

  /// Balls spread evenly over the scalp above the hairline.
  ///
  /// Golden-angle spiral (H. Vogel, 1979): even without rows, and the same in every frame.
  private static let curls: [Curl] = {
    let count = 210
    let golden = 180 * (3 - 5.0.squareRoot())
    return (0..<count).compactMap { index in
      let part = (Double(index) + 0.5) / Double(count)
      var degrees = (Double(index) * golden).truncatingRemainder(dividingBy: 360)
      if degrees > 180 { degrees -= 360 }
      let turn = abs(degrees)
      let y = Scalp.crown - part * (Scalp.crown + 3)
      let line = 7.9 - 3.6 * smoothStep(40, 72, turn) - 6.4 * smoothStep(98, 140, turn)
      guard y > line else { return nil }
      // Cropped closer towards the temples and the nape.
      let cropped = smoothStep(8.5, 4.5, y)
      let radius = 1.5 - 0.35 * cropped + 0.22 * sin(Double(index) * 2.4)
      return Curl(
        centre: Scalp.point(
          degrees, y: y, proud: 0.1 - 0.8 * cropped + 0.3 * sin(Double(index) * 1.7)),
        radius: radius, front: turn < 98)
    }
  }()

  /// The curls behind the face, or those before it.
  func drawCurls(front: Bool, on canvas: borrowing Canvas) {
    let seen = Self.curls.filter { $0.front || !front }
      .map { (curl: $0, depth: head.place(of: $0.centre).z) }
      .sorted { $0.depth < $1.depth }
    // Before the face only what is turned to the camera; behind it everything.
    let shown = seen.filter { entry in
      guard front else { return true }
      let c = entry.curl.centre
      let out = Vector3<CanonicalSpace>(c.x, c.y - Scalp.centre.y, c.z - Scalp.centre.z)
      return head.facing(out, at: c) > -0.1
    }
    if !front {
      // The ink line: larger balls behind; to stroke all of them took three times as long.
      var ink = Path()
      for entry in shown {
        let circle = place(entry.curl)
        ink.append(.circle(circle.at, circle.radius + 0.17 * unit))
      }
      canvas.fill(ink, palette.hairShadow)
    } else {
      canvas.clipped(to: faceHull) {
        var shadow = Path()
        for entry in shown {
          let circle = place(entry.curl)
          shadow.append(
            .circle(
              PicturePoint(circle.at.x + 0.25 * unit, circle.at.y + 0.8 * unit), circle.radius))
        }
        canvas.fill(shadow, palette.skinShadow.opacity(0.4))
      }
    }
    for entry in shown {
      drawCurl(entry.curl, on: canvas)
    }
  }

  private func place(_ curl: Curl) -> (at: PicturePoint, radius: Double) {
    (head(curl.centre), curl.radius * head.unit(at: curl.centre))
  }

  private func drawCurl(_ curl: Curl, on canvas: borrowing Canvas) {
    let (at, radius) = place(curl)
    let lit = PicturePoint(at.x - radius * 0.4, at.y - radius * 0.45)
    // Those that face the light are lighter: the mass keeps its roundness.
    let out = Vector3<CanonicalSpace>(
      curl.centre.x, curl.centre.y - Scalp.centre.y, curl.centre.z - Scalp.centre.z)
    let turned = head.transform.rotatedOnly(out)
    let length = max(turned.length, 1e-6)
    let tone = smoothStep(
      -0.2, 1, (-0.55 * turned.x + 0.65 * turned.y + 0.5 * turned.z) / length)
    let base = palette.hairShadow.mixed(with: palette.hair, 0.25 + 0.75 * tone)
    canvas.fill(
      .circle(at, radius),
      .radial(
        centre: lit, radius: radius * 1.5,
        [
          (0, base.mixed(with: palette.hairLight, 0.15 + 0.6 * tone)), (0.5, base),
          (1, palette.hairShadow),
        ]))
    // The turn of the curl.
    let turns = [30.0, 90, 150, 210, 270].map { degrees -> PicturePoint in
      let angle = (degrees + curl.radius * 400) * Double.pi / 180
      let reach = radius * (0.22 + degrees / 270 * 0.45)
      return PicturePoint(at.x + reach * cos(angle), at.y + reach * sin(angle))
    }
    canvas.fill(
      .taper(turns, width: radius * 0.16),
      palette.hairLight.opacity(0.15 + 0.45 * tone))
  }
}

extension FacialTransform {
  /// A direction turned (and scaled) without being moved.
  func rotatedOnly(_ v: Vector3<CanonicalSpace>) -> Vector3<CameraSpace> {
    Vector3(
      m00 * v.x + m01 * v.y + m02 * v.z, m10 * v.x + m11 * v.y + m12 * v.z,
      m20 * v.x + m21 * v.y + m22 * v.z)
  }
}

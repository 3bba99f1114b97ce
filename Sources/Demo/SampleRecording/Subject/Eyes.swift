import Drawing
import FaceModel
import Foundation
import Geometry

extension HeadView {
  /// Both eyes with their lids, and the brows.
  func drawEyes(on canvas: borrowing Canvas) {
    for left in [false, true] {
      drawEye(left: left, on: canvas)
      drawBrow(left: left, on: canvas)
    }
  }

  private func drawEye(left: Bool, on canvas: borrowing Canvas) {
    let upper = lidLine(Lids.upper, left: left)
    let lower = lidLine(Lids.lower, left: left)
    let opening = Path.shape([upper, lower.reversed()])
    let iris = left ? 473 : 468
    let centre = landmark(iris)
    let across = landmark(iris + 1) - centre
    let up = landmark(iris + 2) - centre
    func part(_ size: Double, _ x: Double = 0, _ y: Double = 0) -> Path {
      let middle = PicturePoint(
        centre.x + across.x * x + up.x * y, centre.y + across.y * x + up.y * y)
      return .ellipse(
        middle, PictureVector(across.x * size, across.y * size),
        PictureVector(up.x * size, up.y * size))
    }

    // The socket's soft shadow settles the eye in the face.
    canvas.glow(
      landmark(left ? 386 : 159), 2.3 * unit, squash: 0.7, palette.skinShadow.opacity(0.28))
    canvas.fill(opening, Colour(0xFFFBF2))
    canvas.clipped(to: opening) {
      canvas.fill(part(1), palette.irisRim)
      canvas.fill(
        part(0.86),
        .linear(
          from: PicturePoint(centre.x + up.x, centre.y + up.y),
          to: PicturePoint(centre.x - up.x, centre.y - up.y),
          [
            (0, palette.irisRim), (0.45, palette.iris),
            (1, palette.iris.mixed(with: Colour(0xFFE0A0), 0.45)),
          ]))
      canvas.fill(part(0.56), palette.irisRim.mixed(with: Colour(0x000000), 0.5))
      canvas.fill(part(0.27, -0.34, 0.4), Colour(0xFFFFFF))
      canvas.fill(part(0.13, 0.4, -0.42), Colour(0xFFFFFF, 0.75))
      // The upper lid's shadow on the eyeball.
      canvas.stroke(.line(through: upper), palette.line.opacity(0.3), width: 0.55 * unit)
    }
    drawLids(left: left, upper: upper, lower: lower, on: canvas)
  }

  /// A lid's edge from the outer to the inner corner.
  private func lidLine(_ lid: [Int], left: Bool) -> [PicturePoint] {
    landmarks(Lids.of([Lids.corners.outer] + lid + [Lids.corners.inner], left: left))
  }

  private func drawLids(
    left: Bool, upper: [PicturePoint], lower: [PicturePoint], on canvas: borrowing Canvas
  ) {
    let blink = left ? pose.expression.blinkLeft : pose.expression.blinkRight
    let ink = palette.line.mixed(with: Colour(0x1A0C10), 0.55)
    canvas.fill(
      .brush(
        upper, widths: [0.34, 0.36, 0.34, 0.32, 0.3, 0.27, 0.22, 0.16, 0.07].map { $0 * unit }),
      ink)
    canvas.fill(
      .taper(Array(lower[1...6]), width: 0.11 * unit, peak: 0.3), palette.line.opacity(0.6))

    // Lashes sweep outwards, and down with the lid.
    let outer = upper[0]
    let away = PictureVector(outer.x - upper[8].x, outer.y - upper[8].y)
    let length = max(away.length, 1e-6)
    let (dx, dy) = (away.x / length, away.y / length)
    let lashes = subject.hasLashes ? [(0, 0.62, 0.34), (1, 0.5, 0.5)] : []
    for (start, reach, rise) in lashes {
      let lift = rise * (1 - 1.5 * blink)
      let from = upper[start]
      // Perpendicular to the eye's axis, upwards in the picture for either eye.
      let (ux, uy) = left ? (dy, -dx) : (-dy, dx)
      let tip = PicturePoint(
        from.x + (dx * reach + ux * lift) * unit, from.y + (dy * reach + uy * lift) * unit)
      let bend = PicturePoint(
        from.x + (dx * reach * 0.6 + ux * lift * 0.25) * unit,
        from.y + (dy * reach * 0.6 + uy * lift * 0.25) * unit)
      canvas.fill(.brush([from, bend, tip], widths: [0.3, 0.2, 0.02].map { $0 * unit }), ink)
    }

    let crease = landmarks(Lids.of(Array(Lids.aboveUpper[0...5]), left: left))
    canvas.fill(
      .taper(crease, width: 0.13 * unit, peak: 0.35),
      palette.skinShadow.mixed(with: palette.line, 0.4).opacity(0.75))
  }

  private func drawBrow(left: Bool, on canvas: borrowing Canvas) {
    let upper = landmarks(left ? FaceTopology.leftBrowUpper : FaceTopology.rightBrowUpper)
    let lower = landmarks(left ? FaceTopology.leftBrowLower : FaceTopology.rightBrowLower)
    // A child's brow is short and round: the outermost landmark is left out, and the line runs
    // along the upper edge in the middle and nearer to the lower one at both ends.
    let middle = zip(zip(upper, lower), [0, 0.75, 0.25, 0.22, 0.3]).dropFirst()
      .map { $0.0.interpolated(to: $0.1, at: $1) }
    canvas.fill(
      .brush(middle, widths: [0.12, 0.46, 0.54, 0.3].map { $0 * unit }),
      palette.hair.mixed(with: palette.line, 0.3).opacity(0.85))
  }
}

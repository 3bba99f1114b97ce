import Drawing
import Geometry

extension HeadView {
  /// The bow of a pigtail: two loops, two ends and a knot.
  func drawRibbon(
    at knot: PicturePoint, scale: Double, on canvas: borrowing Canvas
  ) {
    func at(_ x: Double, _ y: Double) -> PicturePoint {
      PicturePoint(knot.x + x * scale, knot.y + y * scale)
    }
    let (red, dark) = (palette.cloth, palette.clothShadow)
    var bow = Path()
    for wing in [-1.0, 1] {
      bow.append(
        .loop([
          at(0, 0), at(wing * 1.2, -1.25), at(wing * 2.4, -1.3), at(wing * 2.5, 0.1),
          at(wing * 1.9, 0.95), at(wing * 0.9, 0.55),
        ]))
      bow.append(
        .shape([
          [at(wing * 0.1, 0.1), at(wing * 0.7, 1.4), at(wing * 1.3, 2.9)],
          [at(wing * 1.3, 2.9), at(wing * 1.55, 2.2), at(wing * 2.2, 2.35)],
          [at(wing * 2.2, 2.35), at(wing * 1.4, 1.1), at(wing * 0.4, -0.1)],
        ]))
    }
    canvas.stroke(bow, dark.mixed(with: palette.line, 0.4), width: 0.3 * unit)
    canvas.fill(
      bow,
      .linear(
        from: at(-1, -1.5), to: at(1, 2.8),
        [(0, red.mixed(with: Colour(0xFFFFFF), 0.18)), (0.5, red), (1, dark)]))
    for wing in [-1.0, 1] {
      canvas.fill(
        .taper(
          [at(wing * 0.3, -0.1), at(wing * 1.1, -0.4), at(wing * 1.9, -0.5)], width: 0.22 * scale),
        dark.opacity(0.7))
    }
    canvas.fill(
      .ellipse(at(0, 0), PictureVector(0.55 * scale, 0), PictureVector(0, 0.62 * scale)), dark)
    canvas.fill(
      .ellipse(at(-0.08, -0.1), PictureVector(0.4 * scale, 0), PictureVector(0, 0.46 * scale)), red)
  }
}

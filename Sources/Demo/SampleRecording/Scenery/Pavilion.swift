import Drawing
import Foundation
import Geometry

extension Valley {
  /// A pavilion of three roofs on the third range.
  func drawPavilion(on canvas: borrowing Canvas) {
    let foot = groundOfPavilion(185)
    func at(_ x: Double, _ y: Double) -> PicturePoint {
      PicturePoint(foot.x + x * scale, foot.y + (6 - y) * scale)
    }
    let (wood, dark) = (Colour(0xB9533F), Colour(0x7E3A37))
    let (roof, lit) = (Colour(0x47636B), Colour(0x6E8C8A))
    for (level, half) in [(0.0, 30.0), (1, 23), (2, 16)] {
      let y = level * 34
      canvas.fill(
        .polygon([
          at(-half * 0.72, y), at(half * 0.72, y), at(half * 0.68, y + 24),
          at(-half * 0.68, y + 24),
        ]),
        .linear(from: at(-half, y), to: at(half, y), [(0, wood), (1, dark)]))
      canvas.fill(
        .polygon([
          at(-half * 0.2, y), at(half * 0.2, y), at(half * 0.2, y + 15), at(-half * 0.2, y + 15),
        ]),
        Colour(0xFFDF9A))
      canvas.fill(
        .shape([
          [
            at(-half * 1.5, y + 25), at(-half * 0.7, y + 22), at(0, y + 21), at(half * 0.7, y + 22),
            at(half * 1.5, y + 25),
          ],
          [at(half * 1.5, y + 25), at(half * 0.95, y + 28), at(half * 0.55, y + 36)],
          [at(half * 0.55, y + 36), at(0, y + 38), at(-half * 0.55, y + 36)],
          [at(-half * 0.55, y + 36), at(-half * 0.95, y + 28), at(-half * 1.5, y + 25)],
        ]), .linear(from: at(-half, y), to: at(half, y), [(0, lit), (1, roof)]))
    }
    canvas.fill(.taper([at(0, 104), at(0, 112), at(0, 126)], width: 5 * scale, peak: 0.3), roof)
  }

  /// Round blossoming trees along the nearest range.
  func drawTrees(on canvas: borrowing Canvas) {
    for (x, size, tint) in [
      (-60.0, 40.0, 0.2), (70, 54, 0.6), (330, 34, 0), (955, 38, 0.3), (1130, 56, 0.7),
      (1235, 42, 0.1),
    ] {
      let foot = groundOfTrees(x)
      func at(_ dx: Double, _ dy: Double) -> PicturePoint {
        PicturePoint(foot.x + dx * size * scale, foot.y - dy * size * scale)
      }
      canvas.fill(
        .brush(
          [at(0, -0.2), at(0.05, 0.5), at(-0.05, 1.2)],
          widths: [0.3, 0.2, 0.12].map { $0 * size * scale }),
        Colour(0x5B3A36))
      let (light, dark) = (
        Colour(0xFFD3CB).mixed(with: Colour(0xFFE9DC), tint), Colour(0xD9797D)
      )
      for (dx, dy, radius) in [
        (-0.62, 1.1, 0.5), (0.6, 1.15, 0.5), (0, 0.98, 0.5), (-0.36, 1.6, 0.52), (0.36, 1.66, 0.5),
        (0, 1.95, 0.42),
      ] {
        canvas.fill(
          .circle(at(dx, dy), radius * size * scale),
          .radial(
            centre: at(dx - 0.2, dy + 0.25), radius: radius * 1.5 * size * scale,
            [(0, light), (0.5, light.mixed(with: dark, 0.4)), (1, dark)]))
      }
    }
  }

  /// A plum branch that reaches in from the upper left corner.
  func drawBranch(on canvas: borrowing Canvas) {
    let nod = 3 * sin(time * 1.1)
    let shift = -100 * sway * 0.25
    func at(_ x: Double, _ y: Double) -> PicturePoint {
      self.at(x + shift, y + nod * x / 300)
    }
    let bark = Colour(0x4A2E30)
    canvas.fill(
      .brush(
        [at(-60, 210), at(30, 165), at(105, 172), at(180, 128), at(268, 120)],
        widths: [20, 15, 11, 7, 1].map { $0 * scale }), bark)
    canvas.fill(
      .brush(
        [at(60, 166), at(110, 120), at(170, 92), at(196, 58)],
        widths: [9, 6, 4, 1].map { $0 * scale }), bark)
    canvas.fill(
      .brush([at(140, 152), at(190, 168), at(236, 196)], widths: [6, 4, 1].map { $0 * scale }), bark
    )
    for (x, y, size, turn) in [
      (36.0, 152.0, 17.0, 10.0), (110, 112, 15, 40), (172, 86, 17, 0), (196, 56, 11, 25),
      (104, 182, 16, 55),
      (182, 122, 18, 30), (232, 126, 13, 5), (268, 118, 10, 50), (196, 174, 14, 15),
      (238, 196, 11, 35), (70, 196, 11, 20),
    ] {
      drawBlossom(at(x, y), radius: size * scale, degrees: turn, on: canvas)
    }
  }

  private func drawBlossom(
    _ middle: PicturePoint, radius: Double, degrees: Double, on canvas: borrowing Canvas
  ) {
    func at(_ angle: Double, _ reach: Double) -> PicturePoint {
      let a = (degrees + angle) * Double.pi / 180
      return PicturePoint(middle.x + reach * radius * cos(a), middle.y + reach * radius * sin(a))
    }
    var petals = Path()
    for petal in 0..<5 {
      petals.append(.circle(at(Double(petal) * 72, 0.6), radius * 0.5))
    }
    canvas.fill(
      petals,
      .radial(
        centre: middle, radius: radius * 1.1,
        [(0, Colour(0xD8485E)), (0.4, Colour(0xF58E98)), (1, Colour(0xFFD9D6))]))
    for petal in 0..<5 {
      canvas.fill(.circle(at(Double(petal) * 72 + 36, 0.3), radius * 0.07), Colour(0xFFE08A))
    }
    canvas.fill(.circle(middle, radius * 0.13), Colour(0xFFE9A8))
  }
}

import Drawing
import Geometry

extension HandView {
  /// Draws the arm, a hand that holds a toothbrush, and the brush, from the back to the front.
  func draw(on canvas: borrowing Canvas) {
    drawForearm(from: hand(0, 1.4, 0.4), on: canvas)
    drawPalm(on: canvas)
    drawToothbrush(on: canvas)
    for first in stride(from: 17, through: 5, by: -4) {
      drawFinger(Array(first..<(first + 4)), width: first == 17 ? 1.75 : 2, on: canvas)
    }
    drawFinger([2, 3, 4], width: 2, on: canvas)
  }

  var ink: Colour { palette.line }

  /// The forearm, from a point within the palm, bare to where the sleeve has slipped to.
  func drawForearm(from start: PicturePoint, on canvas: borrowing Canvas) {
    func along(_ part: Double) -> PicturePoint {
      joints[0].interpolated(to: elbow, at: part)
    }
    let bare = Path.brush(
      [start, along(0), along(0.2), along(0.45)],
      widths: [4.6, 4.2, 4.6, 5.2].map { $0 * unit })
    canvas.stroke(bare, ink, width: 0.5 * unit)
    canvas.fill(
      bare,
      .linear(
        from: along(0.2) + PictureVector(-2 * unit, 0),
        to: along(0.2) + PictureVector(2.4 * unit, 0),
        [
          (0, palette.skinLight), (0.4, palette.skin),
          (1, palette.skin.mixed(with: palette.skinShadow, 0.55)),
        ]))
    let sleeve = Path.brush(
      [along(0.27), along(0.5), along(0.8), along(1.2)],
      widths: [7.2, 8.2, 9.4, 10.5].map { $0 * unit })
    canvas.stroke(sleeve, palette.clothShadow.mixed(with: ink, 0.55), width: 0.5 * unit)
    canvas.fill(
      sleeve,
      .linear(
        from: along(0.5) + PictureVector(-4 * unit, 0),
        to: along(0.5) + PictureVector(4.5 * unit, 0),
        [
          (0, palette.cloth.mixed(with: Colour(0xFFE3B0), 0.25)), (0.4, palette.cloth),
          (1, palette.cloth.mixed(with: palette.clothShadow, 0.8)),
        ]))
    // The fleece of the cuff, as that of the collar, in tufts across the arm.
    let across = (elbow - joints[0]).across
    let shade = Colour(0xD9B59A)
    let tufts = stride(from: -1.0, through: 1, by: 0.4).map { part in
      along(0.27 - 0.03 * (1 - part * part))
        + PictureVector(
          across.x * part * 3.3 * unit, across.y * part * 3.3 * unit)
    }
    for (colour, radius) in [(shade.mixed(with: ink, 0.5), 1.42), (palette.trim, 1.22)] {
      for tuft in tufts { canvas.fill(.circle(tuft, radius * unit), colour) }
    }
  }

  /// The palm, behind the fingers.
  private func drawPalm(on canvas: borrowing Canvas) {
    let edge = [0, 1, 2, 5, 9, 13, 17].map { joints[$0] }
    let palm = Path.polygon(convexHull(edge))
    canvas.stroke(palm, ink, width: 2.3 * unit)
    let colour = palette.skin.mixed(with: palette.skinShadow, 0.32)
    canvas.stroke(palm, colour, width: 1.8 * unit)
    canvas.fill(palm, colour)
  }

  /// A finger through some joints, lit from the upper left.
  func drawFinger(_ indices: [Int], width: Double, on canvas: borrowing Canvas) {
    let line = Path.line(through: indices.map { joints[$0] })
    canvas.stroke(line, ink, width: (width + 0.5) * unit)
    canvas.stroke(
      line, palette.skin.mixed(with: palette.skinShadow, 0.28), width: width * unit)
    let lit = Path.line(
      through: indices.map { joints[$0] + PictureVector(-0.16 * unit, -0.14 * unit) })
    canvas.stroke(lit, palette.skin, width: 0.72 * width * unit)
    let light = Path.line(
      through: indices.map { joints[$0] + PictureVector(-0.34 * unit, -0.3 * unit) })
    canvas.stroke(light, palette.skinLight.opacity(0.7), width: 0.26 * width * unit)
  }

  /// The toothbrush: its handle runs through the fist, its bristles are at the teeth.
  private func drawToothbrush(on canvas: borrowing Canvas) {
    func at(_ x: Double, _ y: Double = 0) -> PicturePoint {
      hand(Fist.grip.x + x, Fist.grip.y + y - 0.012 * x * x, Fist.grip.z)
    }
    let (plastic, shade, foam) = (Colour(0x35B6A6), Colour(0x14756F), Colour(0xFFFFFF))
    let bristles = Path.shape([
      [at(8.1, 0.1), at(8, 1.5)], [at(8, 1.5), at(9.2, 1.65), at(10.5, 1.5)],
      [at(10.5, 1.5), at(10.6, 0.1)],
    ])
    canvas.stroke(bristles, shade.mixed(with: ink, 0.5), width: 0.4 * unit)
    canvas.fill(
      bristles, .linear(from: at(9, 1.6), to: at(9, 0), [(0, foam), (1, Colour(0xBFE4F2))]))
    for x in [8.5, 9, 9.5, 10] {
      canvas.stroke(
        .line(through: [at(x, 0.3), at(x, 1.4)]), Colour(0x8FBFD6, 0.7), width: 0.09 * unit)
    }
    let handle = [at(-6.2), at(-3), at(0), at(4), at(6.6), at(8), at(10.7)]
    let widths = [1.1, 1.35, 1.3, 1.05, 0.7, 0.85, 0.8].map { $0 * unit }
    let shape = Path.brush(handle, widths: widths)
    canvas.stroke(shape, shade.mixed(with: ink, 0.6), width: 0.5 * unit)
    canvas.fill(
      shape,
      .linear(
        from: at(0, 0.6), to: at(0, -0.6), [(0, Colour(0x9BE8D8)), (0.35, plastic), (1, shade)]))
    for end in [at(-6.2), at(10.7)] {
      canvas.fill(.circle(end, 0.42 * unit), plastic.mixed(with: shade, 0.3))
    }
  }
}

extension PictureVector {
  /// The direction at a right angle, of length 1.
  fileprivate var across: PictureVector {
    let length = max(self.length, 1e-9)
    return PictureVector(-y / length, x / length)
  }
}

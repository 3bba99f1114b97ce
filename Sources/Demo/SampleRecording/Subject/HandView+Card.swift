import Drawing
import Geometry

extension HandView {
  /// Draws what of a hand lies behind the card that it holds.
  func drawBehindCard(on canvas: borrowing Canvas) {
    for first in stride(from: 17, through: 5, by: -4) {
      drawFinger(Array(first..<(first + 4)), width: first == 17 ? 1.75 : 2, on: canvas)
    }
    let heel = [hand(-1.7, 0.3, 0), hand(1.8, 0.3, 0)]
    let palm = Path.polygon(convexHull([1, 2, 5, 9, 13, 17].map { joints[$0] } + heel))
    // The ink is under the arm, so that no line parts the two at the wrist.
    canvas.stroke(palm, ink, width: 2.3 * unit)
    // It begins straight: a bend there would show at its edge.
    drawForearm(from: joints[0].interpolated(to: elbow, at: -0.06), on: canvas)
    let colour = palette.skin.mixed(with: palette.skinShadow, 0.3)
    canvas.stroke(palm, colour, width: 1.8 * unit)
    canvas.fill(palm, colour)
    drawCreases(on: canvas)
  }

  /// The ball of the thumb, lit from the upper left, and the lines of palm and wrist.
  private func drawCreases(on canvas: borrowing Canvas) {
    canvas.glow(hand(1.7, 2.9, 0.9), 2.1 * unit, palette.skinLight.opacity(0.55))
    for (line, width) in [
      ([hand(2, 5.7, 0), hand(0.3, 4.6, 0), hand(0, 2.6, 0), hand(0.5, 0.7, 0)], 0.26),
      ([hand(-3.2, 5, 0), hand(-1.6, 5.3, 0), hand(0.4, 5.9, 0)], 0.2),
      ([hand(-1.8, -0.3, 0), hand(0, -0.6, 0), hand(1.7, -0.3, 0)], 0.2),
    ] {
      canvas.fill(.taper(line, width: width * unit), palette.skinShadow.opacity(0.7))
    }
  }

  /// Draws the thumb that lies on the card, its nail, and its shadow on the paper.
  func drawThumb(on canvas: borrowing Canvas) {
    let shadow = Path.line(
      through: [2, 3, 4].map { joints[$0] + PictureVector(0.1 * unit, 0.42 * unit) })
    canvas.stroke(shadow, Colour(0x6B4A45, 0.2), width: 2.5 * unit)
    drawFinger([2, 3, 4], width: 2, on: canvas)
    let (knuckle, tip) = (joints[3], joints[4])
    let along = tip - knuckle
    let centre = knuckle.interpolated(to: tip, at: 0.98)
    let nail = Path.ellipse(
      centre, PictureVector(0.33 * along.x, 0.33 * along.y),
      PictureVector(-0.25 * along.y, 0.25 * along.x))
    canvas.stroke(nail, palette.skinShadow.opacity(0.75), width: 0.2 * unit)
    canvas.fill(nail, palette.skinLight.mixed(with: palette.blush, 0.14))
  }
}

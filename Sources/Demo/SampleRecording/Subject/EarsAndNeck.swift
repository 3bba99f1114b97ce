import Drawing
import Foundation

extension HeadView {
  /// Both ears, the one that is turned away first.
  func drawEars(on canvas: borrowing Canvas) {
    for side in [-nearSide, nearSide] {
      // x grows outwards; the rim leans back and away from the head.
      func at(_ out: Double, _ y: Double, _ back: Double) -> PicturePoint {
        head(side * (7.3 + out), y + 0.4, -2.6 - back)
      }
      let rim = [
        at(0.1, 1.9, 0), at(0.9, 2.9, 0.9), at(1.7, 2.7, 1.9), at(2, 1.5, 2.3), at(1.7, 0, 2),
        at(1.2, -1.3, 1.4), at(0.8, -2.4, 0.8), at(0.3, -2.6, 0.3), at(-0.1, -1.6, 0),
      ]
      let ear = Path.loop(rim)
      canvas.stroke(ear, palette.line, width: 0.3 * unit)
      canvas.fill(
        ear,
        .linear(
          from: at(0.5, 2.8, 1), to: at(0.5, -2.6, 1),
          [(0, palette.skin), (1, palette.skin.mixed(with: palette.skinShadow, 0.45))]))
      let inner = [
        at(0.25, 1.2, 0.4), at(0.95, 2, 1.1), at(1.4, 1.4, 1.6), at(1.2, 0.1, 1.4),
        at(0.6, -0.9, 0.8),
      ]
      canvas.clipped(to: ear) {
        canvas.fill(.loop(inner), palette.skinShadow.mixed(with: palette.blush, 0.4).opacity(0.7))
      }
      canvas.fill(.taper(Array(inner[0...3]), width: 0.2 * unit), palette.line.opacity(0.55))
    }
  }

  /// The neck, from under the jaw into the collar, in the head's shadow.
  func drawNeck(on canvas: borrowing Canvas) {
    let left = [
      head(-3.6, -4, -5), body(-3.7, -1.5, 0), body(-3.9, -4, 0.3), body(-5.4, -6.4, 0.3),
    ]
    let right = [head(3.6, -4, -5), body(3.7, -1.5, 0), body(3.9, -4, 0.3), body(5.4, -6.4, 0.3)]
    let neck = Path.shape([left, [left[3], right[3]], right.reversed()])
    canvas.stroke(neck, palette.line, width: 0.28 * unit)
    canvas.fill(
      neck,
      .linear(
        from: body(0, -1.5, 4), to: body(0, -6.5, 4),
        [
          (0, palette.skin.mixed(with: palette.skinShadow, 0.95)),
          (0.55, palette.skin.mixed(with: palette.skinShadow, 0.6)),
          (1, palette.skin.mixed(with: palette.skinShadow, 0.25)),
        ]))
  }
}

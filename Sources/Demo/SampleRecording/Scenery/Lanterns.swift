import Drawing
import Foundation
import Geometry

extension Valley {
  /// A row of lanterns on a cord across the upper edge, each swinging in its own time.
  func drawLanterns(on canvas: borrowing Canvas) {
    let shift = -95 * sway
    func cord(_ x: Double) -> PicturePoint {
      let part = (x + 60) / (width + 120)
      return at(x, -8 + 66 * 4 * part * (1 - part) + 2 * sin(time * 1.3 + x * 0.01))
    }
    canvas.stroke(
      .line(through: stride(from: -60.0, through: width + 60, by: 60).map { cord($0) }),
      Colour(0x5B3336), width: 2.6 * scale)
    for index in 0..<6 {
      let x = width * 0.07 + Double(index) * width * 0.19 + shift
      guard x > -60, x < width + 60 else { continue }
      let swing = 0.1 * sin(time * 1.9 + Double(index) * 1.7)
      drawLantern(
        from: cord(x), swing: swing, size: 33 + 5 * sin(Double(index) * 2.2), on: canvas)
    }
  }

  private func drawLantern(
    from hook: PicturePoint, swing: Double, size: Double, on canvas: borrowing Canvas
  ) {
    // y runs down the lantern's own axis.
    func at(_ x: Double, _ y: Double) -> PicturePoint {
      let (dx, dy) = (x * size * scale, y * size * scale)
      return PicturePoint(
        hook.x + dx * cos(swing) - dy * sin(swing), hook.y + dx * sin(swing) + dy * cos(swing))
    }
    let (red, dark, gold) = (Colour(0xE2493B), Colour(0x98222F), Colour(0xF4BE55))
    canvas.stroke(.line(through: [at(0, 0), at(0, 0.8)]), Colour(0x5B3336), width: 2 * scale)
    canvas.glow(at(0, 1.75), 2.3 * size * scale, Colour(0xFFC56B, 0.32))
    let body = Path.shape([
      [at(-0.5, 0.9), at(-1.12, 1.3), at(-1.25, 1.75), at(-1.12, 2.2), at(-0.5, 2.6)],
      [at(0.5, 2.6), at(1.12, 2.2), at(1.25, 1.75), at(1.12, 1.3), at(0.5, 0.9)],
    ])
    canvas.stroke(body, dark.mixed(with: Colour(0x40141E), 0.4), width: 2.4 * scale)
    canvas.fill(
      body,
      .radial(
        centre: at(-0.15, 1.7), radius: 1.5 * size * scale,
        [(0, Colour(0xFFA24E)), (0.45, red), (1, dark)]))
    for rib in [-0.72, -0.28, 0.28, 0.72] {
      canvas.fill(
        .taper(
          [
            at(rib * 0.55, 0.92), at(rib * 1.22, 1.35), at(rib * 1.34, 1.75), at(rib * 1.22, 2.15),
            at(rib * 0.55, 2.58),
          ],
          width: 2.4 * scale), dark.opacity(0.55))
    }
    for y in [0.8, 2.56] {
      canvas.fill(
        .polygon([at(-0.55, y), at(0.55, y), at(0.5, y + 0.16), at(-0.5, y + 0.16)]), gold)
    }
    // The tassel trails a little behind the swing.
    for strand in [-0.16, 0, 0.16] {
      canvas.fill(
        .taper(
          [at(0, 2.7), at(strand, 3.1), at(strand * 1.6 - swing * 1.2, 3.75)], width: 4.5 * scale,
          peak: 0.6),
        strand == 0 ? gold : gold.mixed(with: red, 0.5))
    }
    canvas.fill(.circle(at(0, 2.8), 0.12 * size * scale), red)
  }

  /// Petals that drift down across the view.
  func drawPetals(on canvas: borrowing Canvas) {
    for index in 0..<26 {
      let seed = Double(index)
      func scatter(_ step: Double) -> Double {
        let value = seed * step
        return value - value.rounded(.down)
      }
      let fall = scatter(0.618034) + time * (0.045 + 0.035 * scatter(0.7549))
      let down = fall - fall.rounded(.down)
      let across = scatter(0.5698) + time * (0.016 + 0.012 * scatter(0.3247))
      let x = (across - across.rounded(.down)) * (width + 80) - 40 + 22 * sin(time * 1.4 + seed)
      let y = down * 800 - 40
      let turn = time * (1 + scatter(0.43)) + seed
      let size = (4.5 + 5 * scatter(0.8191)) * scale
      let flip = 0.45 + 0.5 * abs(sin(turn * 1.3))
      canvas.fill(
        .ellipse(
          at(x, y), PictureVector(size * cos(turn), size * sin(turn)),
          PictureVector(-size * 0.6 * flip * sin(turn), size * 0.6 * flip * cos(turn))),
        Colour(0xFFC9C6).mixed(with: Colour(0xF0818C), scatter(0.27)).opacity(0.9))
    }
  }
}

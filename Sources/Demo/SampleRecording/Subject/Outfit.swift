import Drawing
import Foundation
import Geometry

extension HeadView {
  /// Shoulders, arms and chest; the collar's front is drawn apart, over the neck.
  func drawTorso(on canvas: borrowing Canvas) {
    let torso = Path.shape([
      shoulder(-1), [shoulder(-1)[8], shoulder(1)[8]], shoulder(1).reversed(),
    ])
    canvas.stroke(torso, palette.clothShadow.mixed(with: palette.line, 0.55), width: 0.34 * unit)
    canvas.fill(
      torso,
      .linear(
        from: body(-13, -5, 2), to: body(12, -26, 2),
        [
          (0, palette.cloth.mixed(with: Colour(0xFFE3B0), 0.22)), (0.35, palette.cloth),
          (1, palette.cloth.mixed(with: palette.clothShadow, 0.75)),
        ]))
    canvas.clipped(to: torso) {
      switch subject.outfit {
      case .jacket: drawJacket(on: canvas)
      case .pullover: drawPullover(on: canvas)
      }
      // The head's shadow on the chest, and the crease between arm and body.
      canvas.glow(body(1.2, -5.5, 5), 8.5 * unit, squash: 0.55, palette.clothShadow.opacity(0.55))
      for side in [-1.0, 1] {
        canvas.fill(
          .taper(
            [body(side * 7.8, -12.5, 3), body(side * 8.5, -17.5, 3), body(side * 8.2, -27, 3)],
            width: 0.42 * unit, peak: 0.4), palette.clothShadow.opacity(0.85))
      }
    }
  }

  /// The outline from the neck over the shoulder and down the arm.
  private func shoulder(_ side: Double) -> [PicturePoint] {
    [
      body(side * 3.6, -4.4, -0.5), body(side * 5.6, -5.8, -0.5), body(side * 8, -6.9, -0.8),
      body(side * 10.1, -8.6, -1), body(side * 11.6, -12, -0.5), body(side * 12.6, -17, 0),
      body(side * 13.4, -24, 0.5), body(side * 13.9, -32, 0.5), body(side * 14, -48, 0.5),
    ]
  }

  /// Quilting, a buttoned front and golden frogs.
  private func drawJacket(on canvas: borrowing Canvas) {
    for row in 0..<7 {
      let y = -9.5 - 3.6 * Double(row)
      for side in [-1.0, 1] {
        let seam = [0.4, 3.5, 7, 9.6, 12.5, 15.8].map { x in
          body(side * x, y - 0.5 * sin(x * 0.35), 5.2 - x * x * 0.026)
        }
        canvas.fill(.taper(seam, width: 0.2 * unit), palette.clothShadow.opacity(0.6))
        let lit = seam.map { PicturePoint($0.x, $0.y + 0.3 * unit) }
        canvas.fill(.taper(lit, width: 0.2 * unit), Colour(0xFFC9A0, 0.3))
      }
    }
    let front = [body(0.5, -6, 5), body(0.7, -14, 5.6), body(0.6, -24, 5.6), body(0.6, -44, 5.6)]
    canvas.stroke(.line(through: front), palette.clothShadow, width: 0.24 * unit)
    for row in 0..<4 {
      drawFrog(at: Point3(0.6, -11 - 5.2 * Double(row), 5.6), on: canvas)
    }
  }

  private func drawFrog(at middle: Point3<CanonicalSpace>, on canvas: borrowing Canvas) {
    func at(_ x: Double, _ y: Double) -> PicturePoint {
      body(middle.x + x, middle.y + y, middle.z - 0.02 * x * x)
    }
    let dark = palette.accent.mixed(with: palette.clothShadow, 0.55)
    for (colour, width) in [(dark, 0.66), (palette.accent, 0.4)] {
      for side in [-1.0, 1] {
        let cord = Path.line(
          through: [
            at(0, 0), at(side * 1, 0.05), at(side * 2, 0.6), at(side * 2.7, 0.15),
            at(side * 2.1, -0.45), at(side * 1.2, -0.05),
          ])
        canvas.stroke(cord, colour, width: width * unit)
      }
      canvas.fill(.circle(at(0, 0), (width * 0.5 + 0.36) * unit), colour)
    }
    canvas.fill(.circle(at(-0.18, 0.2), 0.18 * unit), Colour(0xFFF6D8, 0.9))
  }

  /// Knitted stripes.
  private func drawPullover(on canvas: borrowing Canvas) {
    for (y, height, colour) in [
      (-13.2, 1.9, palette.trim), (-16.2, 0.8, palette.accent), (-22.0, 1.9, palette.trim),
      (-25.0, 0.8, palette.accent), (-31, 1.9, palette.trim),
    ] {
      let xs = stride(from: -17.0, through: 17, by: 3.4)
      let top = xs.map { body($0, y - 0.012 * $0 * $0, 5.2 - $0 * $0 * 0.022) }
      let bottom = xs.map { body($0, y - height - 0.012 * $0 * $0, 5.2 - $0 * $0 * 0.022) }
      canvas.fill(.shape([top, bottom.reversed()]), colour.mixed(with: palette.cloth, 0.08))
    }
    for row in 0..<11 {
      for column in -8...8 {
        let x = Double(column) * 1.9 + (row % 2 == 0 ? 0 : 0.95)
        let y = -7.6 - 2.5 * Double(row)
        let stitch = [-0.42, 0, 0.42].map { body(x + $0, y - 0.012 * x * x - (0.5 - abs($0)), 5) }
        canvas.stroke(.line(through: stitch), palette.clothShadow.opacity(0.28), width: 0.13 * unit)
      }
    }
  }

  /// The part of the collar that lies behind the neck.
  func drawCollarBack(on canvas: borrowing Canvas) {
    drawCollar(front: false, on: canvas)
  }

  /// The part of the collar that lies before the neck.
  func drawCollarFront(on canvas: borrowing Canvas) {
    drawCollar(front: true, on: canvas)
  }

  private func drawCollar(front: Bool, on canvas: borrowing Canvas) {
    switch subject.outfit {
    case .jacket: drawFleece(front: front, on: canvas)
    case .pullover: drawRollNeck(front: front, on: canvas)
    }
  }

  /// A collar of cream fleece, in tufts.
  private func drawFleece(front: Bool, on canvas: borrowing Canvas) {
    let angles: [Double] = stride(from: -180, to: 180, by: 14).filter { (abs($0) < 97) == front }
    let tufts = angles.sorted { abs($0) > abs($1) }.map { degrees in
      let angle = degrees * Double.pi / 180
      let sag = 1.2 * cos(angle)
      let radius = 1.75 + 0.18 * sin(degrees * 3.1)
      let centre = Point3<CanonicalSpace>(5.7 * sin(angle), -5.3 - sag, 0.4 + 5.0 * cos(angle))
      return (at: body(centre), radius: radius * body.unit(at: centre))
    }
    let shade = Colour(0xD9B59A)
    var ink = Path()
    for tuft in tufts { ink.append(.circle(tuft.at, tuft.radius + 0.15 * unit)) }
    canvas.fill(ink, shade.mixed(with: palette.line, 0.5))
    for tuft in tufts {
      canvas.fill(
        .circle(tuft.at, tuft.radius),
        .radial(
          centre: PicturePoint(tuft.at.x - tuft.radius * 0.3, tuft.at.y - tuft.radius * 0.4),
          radius: tuft.radius * 1.45,
          [
            (0, Colour(0xFFFDF4)), (0.6, palette.trim),
            (1, front ? shade : shade.mixed(with: palette.line, 0.3)),
          ]))
    }
  }

  /// A ribbed roll-neck.
  private func drawRollNeck(front: Bool, on canvas: borrowing Canvas) {
    let angles =
      front
      ? Array(stride(from: -100.0, through: 100, by: 20))
      : Array(stride(from: 100.0, through: 260, by: 20))
    func ring(_ radius: Double, _ y: Double) -> [PicturePoint] {
      angles.map { degrees in
        let angle = degrees * Double.pi / 180
        return body(radius * sin(angle), y - 0.9 * cos(angle), 0.3 + radius * 0.9 * cos(angle))
      }
    }
    let (top, middle, bottom) = (ring(4.7, -3.6), ring(5.5, -5), ring(5.6, -6.9))
    let band = Path.shape([
      top, [top[top.count - 1], middle[middle.count - 1], bottom[bottom.count - 1]],
      bottom.reversed(), [bottom[0], middle[0], top[0]],
    ])
    canvas.stroke(band, palette.clothShadow.mixed(with: palette.line, 0.5), width: 0.3 * unit)
    canvas.fill(
      band,
      .linear(
        from: top[0], to: bottom[bottom.count - 1],
        [
          (0, palette.cloth.mixed(with: Colour(0xFFE3B0), 0.2)), (0.5, palette.cloth),
          (1, palette.clothShadow),
        ]))
    for index in angles.indices {
      canvas.fill(
        .taper([top[index], middle[index], bottom[index]], width: 0.2 * unit),
        palette.clothShadow.opacity(0.7))
    }
  }
}

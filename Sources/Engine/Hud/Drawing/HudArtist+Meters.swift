import Drawing
import Geometry
import Imaging

/// Rings and bars.
extension HudArtist {
  private var width: Double { theme.radii.ringWidth * unit }
  private var radius: Double { theme.radii.ring * unit }

  func ring(_ isDone: Bool) throws(DrawingError) -> StraightRGBA8 {
    let canvas = try canvas(2 * ringReach, 2 * ringReach)
    let centre = middle(of: canvas)
    let circle = Path.circle(centre, radius)
    shade(circle, width: width, on: canvas)
    canvas.stroke(circle, isDone ? theme.colours.success : theme.colours.track, width: width)
    if isDone { gloss(about: centre, on: canvas) }
    return try canvas.picture()
  }

  /// What of the ring is reached, from its top.
  func arc(_ part: Double) throws(DrawingError) -> StraightRGBA8 {
    let side = 2 * (radius + width)
    let canvas = try canvas(side, side)
    let centre = middle(of: canvas)
    canvas.stroke(
      .arc(centre, radius, from: 0, to: 360 * part), paint(about: centre), width: width)
    gloss(about: centre, on: canvas)
    return try canvas.picture()
  }

  /// The ring of quadrants; the one that is brushed is wider.
  func quadrants(_ arcs: [HudDrawing.Arc]) throws(DrawingError) -> StraightRGBA8 {
    let canvas = try canvas(2 * ringReach, 2 * ringReach)
    let centre = middle(of: canvas)
    for arc in arcs {
      shade(.arc(centre, radius, from: arc.from, to: arc.to), width: width, on: canvas)
    }
    for arc in arcs {
      let part = Double(arc.part) / HudDrawing.steps
      let wide = arc.isActive ? 1.25 * width : width
      canvas.stroke(
        .arc(centre, radius, from: arc.from, to: arc.to), theme.colours.track, width: wide)
      guard part > 0 else { continue }
      let reached = Path.arc(
        centre, radius, from: arc.from, to: arc.from + (arc.to - arc.from) * part)
      if part >= 1 {
        canvas.stroke(reached, theme.colours.success, width: wide)
      } else {
        canvas.stroke(reached, paint(about: centre), width: wide)
      }
    }
    return try canvas.picture()
  }

  /// The size of the bar, in pixels.
  private var barSize: (width: Double, height: Double) {
    (2 * radius + width, 2 * theme.radii.bar * unit)
  }

  func bar(_ part: Double, mark: Double) throws(DrawingError) -> StraightRGBA8 {
    let (wide, high) = barSize
    let canvas = try canvas(wide + 2 * shade, high + 2 * shade)
    let centre = middle(of: canvas)
    let room = wide - high
    let left = PicturePoint(centre.x - room / 2, centre.y)
    func line(to part: Double) -> Path {
      var path = Path()
      path.move(to: left)
      path.line(to: PicturePoint(left.x + room * part, left.y))
      return path
    }
    shade(line(to: 1), width: high, on: canvas)
    canvas.stroke(line(to: 1), theme.colours.track, width: high)
    if part > 0 {
      if part >= mark {
        canvas.stroke(line(to: part), theme.colours.success, width: high)
      } else {
        canvas.stroke(line(to: part), paint(about: centre), width: high)
      }
    }
    let at = left.x + room * mark
    var notch = Path()
    notch.move(to: PicturePoint(at, centre.y - high / 2))
    notch.line(to: PicturePoint(at, centre.y + high / 2))
    canvas.stroke(notch, theme.colours.halo, width: 0.55 * unit)
    canvas.stroke(notch, theme.colours.icon, width: 0.3 * unit)
    return try canvas.picture()
  }

  /// Dots for the turns of a stroke.
  func dots(_ lit: Int, of count: Int) throws(DrawingError) -> StraightRGBA8 {
    let radius = theme.radii.bar * unit
    let pitch = min(3.2 * radius, barSize.width / Double(max(count, 1)))
    let canvas = try canvas(
      Double(max(count - 1, 0)) * pitch + 2 * (radius + shade), 2 * (radius + shade))
    let centre = middle(of: canvas)
    for index in 0..<count {
      let place = PicturePoint(
        centre.x + (Double(index) - Double(count - 1) / 2) * pitch, centre.y)
      let small = min(radius, 0.42 * pitch)
      // A stroke as long as a point has no hole in its middle, as a circle's wide stroke has.
      var point = Path()
      point.move(to: place)
      point.line(to: place)
      shade(point, width: 2 * small, on: canvas)
      let colour = index < lit ? theme.colours.success : theme.colours.track
      canvas.fill(.circle(place, small), colour)
    }
    return try canvas.picture()
  }

  private func paint(about centre: PicturePoint) -> Paint {
    .linear(
      from: PicturePoint(centre.x + radius, centre.y - radius),
      to: PicturePoint(centre.x - radius, centre.y + radius),
      [(0, theme.colours.fillFrom), (1, theme.colours.fillTo)])
  }

  /// A faint light, as on something round.
  private func gloss(about centre: PicturePoint, on canvas: borrowing Canvas) {
    canvas.stroke(
      .arc(centre, radius + 0.18 * width, from: -62, to: -18), Colour(0xFFFFFF, 0.45),
      width: 0.28 * width)
  }
}

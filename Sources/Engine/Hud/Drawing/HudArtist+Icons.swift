import Drawing
import Foundation
import Geometry
import Imaging

/// What stands in the ring, and stars.
extension HudArtist {
  /// Half of an icon's side, in pixels.
  private var half: Double { (theme.radii.ring - theme.radii.ringWidth / 2) * unit * 0.74 }

  func icon(_ icon: HudDrawing.Icon) throws(DrawingError) -> StraightRGBA8 {
    let side = 2 * (1.2 * half + shade)
    let canvas = try canvas(side, side)
    let centre = middle(of: canvas)
    switch icon {
    case .tooth: tooth(at: centre, on: canvas)
    case .brush:
      try canvas.turned(by: 42, about: centre) { brush(at: centre, on: canvas) }
    case .check: check(at: centre, on: canvas)
    }
    return try canvas.picture()
  }

  /// A molar that smiles.
  private func tooth(at centre: PicturePoint, on canvas: borrowing Canvas) {
    let right = [
      (0.0, -0.62), (0.34, -0.8), (0.68, -0.6), (0.72, -0.16), (0.54, 0.26), (0.46, 0.7),
      (0.3, 0.88), (0.17, 0.62), (0.0, 0.3),
    ]
    let left = right[1..<8].reversed().map { (-$0.0, $0.1) }
    let outline = Path.loop((right + left).map { at($0.0, $0.1, centre) })
    shade(outline, width: 0, on: canvas)
    canvas.fill(outline, theme.colours.icon)
    let ink = theme.colours.halo
    for x in [-0.26, 0.26] { canvas.fill(.circle(at(x, -0.26, centre), 0.085 * half), ink) }
    let smile = Path.line(
      through: [(-0.2, -0.06), (0, 0.08), (0.2, -0.06)].map { at($0.0, $0.1, centre) })
    canvas.stroke(smile, ink, width: 0.1 * half)
    for x in [-0.44, 0.44] {
      canvas.fill(.circle(at(x, -0.08, centre), 0.11 * half), Colour(0xFF8FA8, 0.7))
    }
  }

  /// A toothbrush with paste on it, lying flat.
  private func brush(at centre: PicturePoint, on canvas: borrowing Canvas) {
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double) -> Path
    {
      .rounded(at(x, y, centre), width: width * half, height: height * half, radius: radius * half)
    }
    let handle = box(-1.15, 0.08, 2.3, 0.34, 0.17)
    let bristles = box(-1.08, -0.34, 0.86, 0.46, 0.08)
    let paste = Path.loop(
      [(-1.06, -0.3), (-0.94, -0.6), (-0.7, -0.5), (-0.5, -0.64), (-0.28, -0.52), (-0.22, -0.3)]
        .map { at($0.0, $0.1, centre) })
    for path in [handle, bristles, paste] { shade(path, width: 0, on: canvas) }
    canvas.fill(handle, theme.colours.fillFrom)
    canvas.fill(box(-0.1, 0.16, 1.05, 0.09, 0.045), Colour(0xFFFFFF, 0.5))
    canvas.fill(bristles, theme.colours.icon)
    canvas.fill(paste, theme.colours.stars[min(1, theme.colours.stars.count - 1)])
  }

  private func check(at centre: PicturePoint, on canvas: borrowing Canvas) {
    var path = Path()
    path.move(to: at(-0.52, 0.06, centre))
    path.line(to: at(-0.14, 0.44, centre))
    path.line(to: at(0.56, -0.4, centre))
    shade(path, width: 0.34 * half, on: canvas)
    canvas.stroke(path, theme.colours.icon, width: 0.34 * half)
  }

  private func at(_ x: Double, _ y: Double, _ centre: PicturePoint) -> PicturePoint {
    PicturePoint(centre.x + x * half, centre.y + y * half)
  }

  /// A star with soft tips.
  func star(_ number: Int) throws(DrawingError) -> StraightRGBA8 {
    let radius = theme.radii.star * unit
    let canvas = try canvas(2 * (radius + shade), 2 * (radius + shade))
    let centre = middle(of: canvas)
    let soft = 0.26 * radius
    let outline = Path.polygon(
      (0..<10).map { corner in
        let angle = Double(corner) * Double.pi / 5
        let reach = (corner.isMultiple(of: 2) ? 1 : 0.5) * (radius - soft / 2)
        return PicturePoint(centre.x + reach * sin(angle), centre.y - reach * cos(angle))
      })
    let colours = theme.colours.stars
    let colour = colours[((number % colours.count) + colours.count) % colours.count]
    shade(outline, width: soft, on: canvas)
    canvas.stroke(outline, colour, width: soft)
    canvas.fill(outline, colour)
    // A light on it.
    canvas.fill(
      .ellipse(
        PicturePoint(centre.x - 0.2 * radius, centre.y - 0.26 * radius),
        PictureVector(0.2 * radius, -0.14 * radius), PictureVector(0.07 * radius, 0.1 * radius)),
      Colour(0xFFFFFF, 0.6))
    return try canvas.picture()
  }
}

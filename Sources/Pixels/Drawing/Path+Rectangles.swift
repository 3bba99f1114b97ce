import Geometry

extension Path {
  package static func rectangle(_ corner: PicturePoint, width: Double, height: Double) -> Path {
    polygon([
      corner, PicturePoint(corner.x + width, corner.y),
      PicturePoint(corner.x + width, corner.y + height),
      PicturePoint(corner.x, corner.y + height),
    ])
  }

  package static func rounded(
    _ corner: PicturePoint, width: Double, height: Double, radius: Double
  ) -> Path {
    let (left, top) = (corner.x, corner.y)
    let (right, bottom) = (left + width, top + height)
    // The control points' distance from the corner with which a cubic stays within 0.03 % of a
    // quarter circle.
    let k = radius * 0.45
    var path = Path()
    path.move(to: PicturePoint(left + radius, top))
    path.line(to: PicturePoint(right - radius, top))
    path.curve(
      PicturePoint(right - k, top), PicturePoint(right, top + k),
      to: PicturePoint(right, top + radius))
    path.line(to: PicturePoint(right, bottom - radius))
    path.curve(
      PicturePoint(right, bottom - k), PicturePoint(right - k, bottom),
      to: PicturePoint(right - radius, bottom))
    path.line(to: PicturePoint(left + radius, bottom))
    path.curve(
      PicturePoint(left + k, bottom), PicturePoint(left, bottom - k),
      to: PicturePoint(left, bottom - radius))
    path.line(to: PicturePoint(left, top + radius))
    path.curve(
      PicturePoint(left, top + k), PicturePoint(left + k, top),
      to: PicturePoint(left + radius, top))
    path.close()
    return path
  }
}

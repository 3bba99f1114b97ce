internal import Geometry
internal import Registration

/// How a layer went from one quad to another: exact where two sidecars tell, without looking at
/// pixels.
struct QuadChange {
  /// The change, with the motion about the first quad's centre.
  let change: RegionChange
  /// The farthest that a corner is off the motion, in pixels: a change of perspective.
  let farthestCorner: Double

  /// How far a corner may be off, in pixels, before the perspective is told; sidecars round to 0.001.
  static let leastPerspective = 0.5
  /// A turn this near to a quarter, in degrees, is told as one.
  private static let nearQuarter = 10.0

  /// The best similarity by least squares of the corners (Horn 1987, in the plane); nil for a quad
  /// without any extent.
  init?(from a: Quad<OutputSpace>, to b: Quad<OutputSpace>) {
    let isMirrored = a.signedArea * b.signedArea < 0
    // A picture that was mirrored has its left corners where the right ones would be.
    let target = isMirrored ? Quad(b.topRight, b.topLeft, b.bottomLeft, b.bottomRight) : b
    let (from, to) = (Self.centre(of: a), Self.centre(of: target))
    var (along, across, extent) = (0.0, 0.0, 0.0)
    for (p, q) in zip(a.corners, target.corners) {
      let (px, py, qx, qy) = (p.x - from.x, p.y - from.y, q.x - to.x, q.y - to.y)
      along += px * qx + py * qy
      across += px * qy - py * qx
      extent += px * px + py * py
    }
    guard extent > 0 else { return nil }
    let (cosine, sine) = (along / extent, across / extent)
    let scale = (cosine * cosine + sine * sine).squareRoot()
    var farthest = 0.0
    for (p, q) in zip(a.corners, target.corners) {
      let (px, py) = (p.x - from.x, p.y - from.y)
      let (ex, ey) = (
        cosine * px - sine * py + to.x - q.x, sine * px + cosine * py + to.y - q.y
      )
      farthest = max(farthest, (ex * ex + ey * ey).squareRoot())
    }
    // y points down, so a positive angle is clockwise as seen.
    var degrees = PlaneAngle.degrees(sine: sine, cosine: cosine)
    let quarters = (degrees / 90).rounded()
    var kind = RegionChange.Kind.moved
    if !isMirrored, quarters != 0, abs(degrees - 90 * quarters) <= Self.nearQuarter {
      degrees -= 90 * quarters
      kind = quarters == 1 ? .turned90 : quarters == -1 ? .turned270 : .turned180
    } else if isMirrored {
      kind = .mirrored
      if abs(abs(degrees) - 180) <= Self.nearQuarter {
        // Mirrored left to right and turned by a half is mirrored top to bottom.
        kind = .upsideDown
        degrees -= degrees > 0 ? 180 : -180
      }
    }
    let motion = Motion(
      dx: to.x - from.x, dy: to.y - from.y, rotationDegrees: degrees, scale: scale)
    if kind == .moved, motion.isNegligible, farthest < Self.leastPerspective { kind = .same }
    var change = RegionChange(kind: kind, motion: motion)
    (change.centreX, change.centreY) = (from.x, from.y)
    self.change = change
    farthestCorner = farthest
  }

  private static func centre(of quad: Quad<OutputSpace>) -> Point2<OutputSpace> {
    let corners = quad.corners
    return Point2(
      corners.reduce(0) { $0 + $1.x } / 4, corners.reduce(0) { $0 + $1.y } / 4)
  }
}

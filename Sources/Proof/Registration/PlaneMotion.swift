/// An affine map of the plane, in practice a similarity, mirrored or not: `x` goes to `M x + t`.
///
/// Coordinates are those of the picture's edges: the first pixel reaches from 0 to 1, its centre is
/// 0.5. They scale with the picture, so a map of one level of a pyramid is that of another with `t`
/// scaled.
struct PlaneMotion {
  /// The images of the unit vectors: M's columns.
  var right: SIMD2<Double>
  var down: SIMD2<Double>
  /// t, in pixels.
  var shift: SIMD2<Double>

  static let identity = PlaneMotion(right: SIMD2(1, 0), down: SIMD2(0, 1), shift: .zero)

  /// The map that turns clockwise (y points down) and scales about `centre`, mirrored left to right
  /// before that if asked for, and takes the centre to `centre + move`.
  init(
    turn radians: Double, scale: Double, mirrored: Bool, about centre: SIMD2<Double>,
    move: SIMD2<Double>
  ) {
    let (c, s) = (cosine(radians) * scale, sine(radians) * scale)
    right = mirrored ? SIMD2(-c, -s) : SIMD2(c, s)
    down = SIMD2(-s, c)
    shift = .zero
    shift = centre + move - apply(centre)
  }

  init(right: SIMD2<Double>, down: SIMD2<Double>, shift: SIMD2<Double>) {
    (self.right, self.down, self.shift) = (right, down, shift)
  }

  func linear(_ v: SIMD2<Double>) -> SIMD2<Double> { right * v.x + down * v.y }
  func apply(_ p: SIMD2<Double>) -> SIMD2<Double> { linear(p) + shift }

  var determinant: Double { right.x * down.y - right.y * down.x }
  /// How many times longer things are after the map.
  var scale: Double { abs(determinant).squareRoot() }
  var isMirrored: Bool { determinant < 0 }

  /// This map after another one.
  func after(_ first: PlaneMotion) -> PlaneMotion {
    PlaneMotion(
      right: linear(first.right), down: linear(first.down), shift: apply(first.shift))
  }

  /// The map back; nil where this one flattens the plane.
  var inverse: PlaneMotion? {
    let d = determinant
    guard d.isFinite, abs(d) > 1e-9 else { return nil }
    var back = PlaneMotion(
      right: SIMD2(down.y, -right.y) / d, down: SIMD2(-down.x, right.x) / d, shift: .zero)
    back.shift = -back.linear(shift)
    return back
  }

  /// The same map between a picture of `from` times the size and one of `to` times.
  func between(_ from: Double, _ to: Double) -> PlaneMotion {
    PlaneMotion(right: right * (to / from), down: down * (to / from), shift: shift * to)
  }

  var isFinite: Bool {
    (right.x + right.y + down.x + down.y + shift.x + shift.y).isFinite
  }
}

public import Geometry

/// How a layer's quad moved between two placements, where both are known: exact, without pixels.
///
/// The similarity is the one of least squares over the corners, in closed form (Umeyama, "Least-
/// squares estimation of transformation parameters between two point patterns", PAMI 1991), about
/// the mean of the expected corners. What it leaves is perspective or stretching.
public struct GeometryChange: Hashable, Codable, Sendable {
  /// The kind: same, moved, mirrored, upsideDown, turned90, turned180 or turned270.
  public var kind: RegionChange.Kind
  /// The motion beyond mirroring or turning.
  public var motion: Motion
  /// How far the worst corner is from where the motion takes it, in pixels.
  public var leftoverPixels: Double

  /// The least leftover that is told, in pixels.
  public static let leastLeftover = 0.05

  /// The change from the expected quad to the actual one; nil where a corner is not finite or the
  /// expected corners are one point.
  public init?(from expected: Quad<OutputSpace>, to actual: Quad<OutputSpace>) {
    let from = expected.corners.map { SIMD2($0.x, $0.y) }
    let to = actual.corners.map { SIMD2($0.x, $0.y) }
    let centre = from.reduce(.zero, +) / 4
    let target = to.reduce(.zero, +) / 4
    // As complex numbers: the sums of conj(p) q and of conj(F p) q, F mirroring left to right.
    var (plain, mirrored) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var spread = 0.0
    for (a, b) in zip(from, to) {
      let (p, q) = (a - centre, b - target)
      plain += SIMD2(p.x * q.x + p.y * q.y, p.x * q.y - p.y * q.x)
      mirrored += SIMD2(-p.x * q.x + p.y * q.y, -p.x * q.y - p.y * q.x)
      spread += (p * p).sum()
    }
    let moved = target - centre
    guard spread > 1e-12, spread.isFinite, moved.x.isFinite, moved.y.isFinite,
      (plain.x + plain.y + mirrored.x + mirrored.y).isFinite
    else { return nil }
    // The longer sum leaves the smaller residual.
    let isMirrored = (mirrored * mirrored).sum() > (plain * plain).sum() * (1 + 1e-9)
    let best = (isMirrored ? mirrored : plain) / spread
    let map = PlaneMotion(
      turn: arcTangent(best.y, best.x), scale: (best * best).sum().squareRoot(),
      mirrored: isMirrored, about: centre, move: moved)
    (kind, motion) = map.explained(about: centre)
    leftoverPixels =
      zip(from, to).map { a, b in
        let rest = map.apply(a) - b
        return (rest * rest).sum().squareRoot()
      }.max() ?? 0
    if kind == .same, leftoverPixels >= Self.leastLeftover { kind = .moved }
  }

  /// The change in words: those of ``RegionChange/words``, and the leftover.
  public var words: String {
    let isBent = leftoverPixels >= Self.leastLeftover
    let bent = isBent ? "bent by up to \(Motion.figure(leftoverPixels)) px" : ""
    if kind == .same { return "no difference" }
    let moved = RegionChange(kind: kind, motion: motion).words
    if kind == .moved, motion.isNegligible { return bent }
    return isBent ? "\(moved), \(bent)" : moved
  }
}

/// A map of a plane that keeps lines straight and parallels parallel.
///
///     x' = a x + b y + tx
///     y' = c x + d y + ty
public struct AffineMap<From: CoordinateSpace, To: CoordinateSpace>: Hashable, Sendable {
  /// The matrix's first row: how x' depends on x and y.
  public var a, b: Double
  /// The matrix's second row: how y' depends on x and y.
  public var c, d: Double
  /// The translation.
  public var tx, ty: Double

  /// Makes the map from the two rows of its matrix.
  public init(_ a: Double, _ b: Double, _ tx: Double, _ c: Double, _ d: Double, _ ty: Double) {
    (self.a, self.b, self.tx) = (a, b, tx)
    (self.c, self.d, self.ty) = (c, d, ty)
  }

  /// Where a point lands.
  @inlinable
  public func callAsFunction(_ point: Point2<From>) -> Point2<To> {
    Point2(a * point.x + b * point.y + tx, c * point.x + d * point.y + ty)
  }

  /// This map, then another.
  public func then<Next: CoordinateSpace>(_ next: AffineMap<To, Next>) -> AffineMap<From, Next> {
    AffineMap<From, Next>(
      next.a * a + next.b * c, next.a * b + next.b * d, next.a * tx + next.b * ty + next.tx,
      next.c * a + next.d * c, next.c * b + next.d * d, next.c * tx + next.d * ty + next.ty)
  }

  /// The determinant: by how much areas grow; negative where the map flips.
  public var determinant: Double { a * d - b * c }

  /// The same map as a homography.
  public var homography: Homography<From, To> {
    Homography(rowMajor: [a, b, tx, c, d, ty, 0, 0, 1])
  }
}

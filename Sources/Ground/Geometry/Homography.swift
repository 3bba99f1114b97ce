/// A projective map of a plane: straight lines stay straight.
///
///     (x', y') = ((h0 x + h1 y + h2) / w, (h3 x + h4 y + h5) / w)   w = h6 x + h7 y + h8
///
/// The matrix is kept in double precision; its scale has no meaning.
public struct Homography<From: CoordinateSpace, To: CoordinateSpace>: Hashable, Sendable {
  /// The first row of the matrix.
  public let h0, h1, h2: Double
  /// The second row of the matrix.
  public let h3, h4, h5: Double
  /// The third row of the matrix.
  public let h6, h7, h8: Double

  /// Makes the map from the nine numbers of its matrix, row by row.
  init(rowMajor h: [Double]) {
    (h0, h1, h2) = (h[0], h[1], h[2])
    (h3, h4, h5) = (h[3], h[4], h[5])
    (h6, h7, h8) = (h[6], h[7], h[8])
  }

  /// Makes the map from the nine numbers of its matrix, row by row.
  public init(
    _ h0: Double, _ h1: Double, _ h2: Double,
    _ h3: Double, _ h4: Double, _ h5: Double,
    _ h6: Double, _ h7: Double, _ h8: Double
  ) {
    (self.h0, self.h1, self.h2) = (h0, h1, h2)
    (self.h3, self.h4, self.h5) = (h3, h4, h5)
    (self.h6, self.h7, self.h8) = (h6, h7, h8)
  }

  /// Makes the map that takes a rectangle from (0, 0) to (width, height) to a quad.
  ///
  /// The closed form for the unit square: P. Heckbert, "Fundamentals of Texture Mapping and Image
  /// Warping" (1989), section 2.2.3. Nil where three corners of the quad lie on a line, or a
  /// number is not finite.
  public init?(rectangle width: Double, _ height: Double, to quad: Quad<To>) {
    let (p0, p1, p2, p3) = (quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft)
    let (dx1, dx2) = (p1.x - p2.x, p3.x - p2.x)
    let (dy1, dy2) = (p1.y - p2.y, p3.y - p2.y)
    let (sx, sy) = (p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y)
    let denominator = dx1 * dy2 - dx2 * dy1
    guard denominator != 0, width > 0, height > 0 else { return nil }
    let g = (sx * dy2 - dx2 * sy) / denominator
    let h = (dx1 * sy - sx * dy1) / denominator
    let unit = Homography(
      p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x,
      p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y,
      g, h, 1)
    self.init(
      unit.h0 / width, unit.h1 / height, unit.h2,
      unit.h3 / width, unit.h4 / height, unit.h5,
      unit.h6 / width, unit.h7 / height, unit.h8)
    guard isFinite, determinant.isFinite, determinant != 0 else { return nil }
  }

  /// Whether every number of the matrix is finite.
  public var isFinite: Bool {
    [h0, h1, h2, h3, h4, h5, h6, h7, h8].allSatisfy(\.isFinite)
  }

  /// The homogeneous weight of a point; its sign tells the sides of the horizon apart.
  @inlinable
  public func weight(at point: Point2<From>) -> Double {
    h6 * point.x + h7 * point.y + h8
  }

  /// Where a point lands; nil for a point of the horizon, which lands nowhere.
  @inlinable
  public func callAsFunction(_ point: Point2<From>) -> Point2<To>? {
    let w = weight(at: point)
    guard w != 0 else { return nil }
    return Point2(
      (h0 * point.x + h1 * point.y + h2) / w, (h3 * point.x + h4 * point.y + h5) / w)
  }

  /// This map, then another.
  public func then<Next: CoordinateSpace>(_ next: Homography<To, Next>) -> Homography<From, Next> {
    Homography<From, Next>(
      next.h0 * h0 + next.h1 * h3 + next.h2 * h6,
      next.h0 * h1 + next.h1 * h4 + next.h2 * h7,
      next.h0 * h2 + next.h1 * h5 + next.h2 * h8,
      next.h3 * h0 + next.h4 * h3 + next.h5 * h6,
      next.h3 * h1 + next.h4 * h4 + next.h5 * h7,
      next.h3 * h2 + next.h4 * h5 + next.h5 * h8,
      next.h6 * h0 + next.h7 * h3 + next.h8 * h6,
      next.h6 * h1 + next.h7 * h4 + next.h8 * h7,
      next.h6 * h2 + next.h7 * h5 + next.h8 * h8)
  }

  /// This map, then an affine one.
  public func then<Next: CoordinateSpace>(_ next: AffineMap<To, Next>) -> Homography<From, Next> {
    then(next.homography)
  }

  /// The determinant of the matrix.
  public var determinant: Double {
    h0 * (h4 * h8 - h5 * h7) - h1 * (h3 * h8 - h5 * h6) + h2 * (h3 * h7 - h4 * h6)
  }

  /// The map back, up to scale the adjugate matrix; nil where this map squeezes the plane flat.
  public var inverse: Homography<To, From>? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let back = Homography<To, From>(
      (h4 * h8 - h5 * h7) / determinant, (h2 * h7 - h1 * h8) / determinant,
      (h1 * h5 - h2 * h4) / determinant,
      (h5 * h6 - h3 * h8) / determinant, (h0 * h8 - h2 * h6) / determinant,
      (h2 * h3 - h0 * h5) / determinant,
      (h3 * h7 - h4 * h6) / determinant, (h1 * h6 - h0 * h7) / determinant,
      (h0 * h4 - h1 * h3) / determinant)
    return back.isFinite ? back : nil
  }
}

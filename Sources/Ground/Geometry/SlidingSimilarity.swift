/// How points of a body that is not quite flat move in a picture: a shift, a turn and a growth, and
/// a slide by each point's depth, as there is when the body turns.
///
///     move = shift + spin place + slide depth
///
/// in complex numbers. Fitted by weighted least squares.
public struct SlidingSimilarity: Sendable {
  /// The move at the place 0 of depth 0.
  public private(set) var shift = SIMD2<Double>.zero
  /// Turn (imaginary part) and growth (real part) about the place 0.
  public private(set) var spin = SIMD2<Double>.zero
  /// The move of depth 1 against depth 0.
  public private(set) var slide = SIMD2<Double>.zero

  /// A point: its place and depth, in one unit, how it moves, in any, and how much it counts.
  public struct Sample: Sendable {
    /// Where it is, from the place whose move is the shift.
    public var place: SIMD2<Double>
    /// How far it stands out.
    public var depth: Double
    /// How far it moved, in the unit of `place`.
    public var move: SIMD2<Double>
    /// How much it counts, 0 or more.
    public var weight: Double

    /// Makes a sample.
    public init(
      place: SIMD2<Double>, depth: Double, move: SIMD2<Double>, weight: Double = 1
    ) {
      (self.place, self.depth, self.move, self.weight) = (place, depth, move, weight)
    }
  }

  /// Fits the moves of points; nil where none counts or one is not finite.
  public init?(_ samples: [Sample]) {
    let total = samples.reduce(0) { $0 + $1.weight }
    guard total > 0, total.isFinite else { return nil }
    let meanPlace = samples.reduce(.zero) { $0 + $1.place * $1.weight } / total
    let meanDepth = samples.reduce(0) { $0 + $1.depth * $1.weight } / total
    let meanMove = samples.reduce(.zero) { $0 + $1.move * $1.weight } / total
    // About their means, two complex unknowns are left.
    var (places, depths) = (0.0, 0.0)
    var (both, byPlace, byDepth) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    for sample in samples {
      let (place, depth) = (sample.place - meanPlace, sample.depth - meanDepth)
      let (move, weight) = (sample.move - meanMove, sample.weight)
      places += weight * (place * place).sum()
      depths += weight * depth * depth
      both += weight * depth * Self.conjugate(place)
      byPlace += weight * Self.product(Self.conjugate(place), move)
      byDepth += weight * depth * move
    }
    // What is flat has no slide; the ridge keeps it at nothing.
    depths += 1e-9 * places
    let determinant = places * depths - (both * both).sum()
    if determinant > 0 {
      spin = (byPlace * depths - Self.product(both, byDepth)) / determinant
      slide = (byDepth * places - Self.product(Self.conjugate(both), byPlace)) / determinant
    }
    shift = meanMove - Self.product(spin, meanPlace) - slide * meanDepth
    guard shift.x.isFinite, shift.y.isFinite else { return nil }
  }

  /// The move of a point.
  public func callAsFunction(_ place: SIMD2<Double>, depth: Double) -> SIMD2<Double> {
    shift + Self.product(spin, place) + slide * depth
  }

  private static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }

  private static func conjugate(_ a: SIMD2<Double>) -> SIMD2<Double> { SIMD2(a.x, -a.y) }
}

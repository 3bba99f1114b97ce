/// A shift, turn and growth of a picture: q = spin p + shift, in complex numbers.
struct PictureSimilarity {
  var spin = SIMD2<Double>(1, 0)
  var shift = SIMD2<Double>.zero

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    Self.product(spin, point) + shift
  }

  /// This one, then another.
  func then(_ next: PictureSimilarity) -> PictureSimilarity {
    PictureSimilarity(spin: Self.product(next.spin, spin), shift: next(shift))
  }

  /// Whether it moves pixels onto pixels.
  var isWholeShift: Bool {
    spin == SIMD2(1, 0) && shift == shift.rounded(.toNearestOrAwayFromZero)
  }

  static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }
}

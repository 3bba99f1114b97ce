package import Geometry

/// A shift, turn and growth of a picture: q = spin p + shift, in complex numbers.
package struct PictureSimilarity: Sendable {
  package var spin = SIMD2<Double>(1, 0)
  package var shift = SIMD2<Double>.zero

  package init(spin: SIMD2<Double> = SIMD2(1, 0), shift: SIMD2<Double> = .zero) {
    (self.spin, self.shift) = (spin, shift)
  }

  package func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    Self.product(spin, point) + shift
  }

  /// This one, then another.
  package func then(_ next: PictureSimilarity) -> PictureSimilarity {
    PictureSimilarity(spin: Self.product(next.spin, spin), shift: next(shift))
  }

  package static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }
}

extension Point2 {
  package var simd: SIMD2<Double> { SIMD2(x, y) }
}

/// A matrix of 4 x 4 numbers, by its columns.
package struct ModelMatrix: Hashable, Sendable {
  package var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    (first, second, third, fourth)
  }
  private var first, second, third, fourth: SIMD4<Double>

  package init(
    _ first: SIMD4<Double>, _ second: SIMD4<Double>, _ third: SIMD4<Double>,
    _ fourth: SIMD4<Double>
  ) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  package static let identity = ModelMatrix(
    SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))

  package static func * (matrix: ModelMatrix, vector: SIMD4<Double>) -> SIMD4<Double> {
    matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
      + matrix.fourth * vector.w
  }

  package static func * (left: ModelMatrix, right: ModelMatrix) -> ModelMatrix {
    ModelMatrix(left * right.first, left * right.second, left * right.third, left * right.fourth)
  }
}

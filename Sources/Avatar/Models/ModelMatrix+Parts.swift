import Foundation

extension ModelMatrix {
  /// A turn about z, y and x, x first: about x and y right-handed, about z clockwise as seen from the front.
  package init(degrees: SIMD3<Double>) {
    let turns = (0..<3).map { axis in
      let radians = degrees[axis] * Double.pi / 180
      return (cosine: cos(radians), sine: sin(radians) * (axis == 2 ? -1 : 1))
    }
    let (x, y, z) = (turns[0], turns[1], turns[2])
    let aboutX = ModelMatrix(
      SIMD4(1, 0, 0, 0), SIMD4(0, x.cosine, x.sine, 0), SIMD4(0, -x.sine, x.cosine, 0),
      SIMD4(0, 0, 0, 1))
    let aboutY = ModelMatrix(
      SIMD4(y.cosine, 0, -y.sine, 0), SIMD4(0, 1, 0, 0), SIMD4(y.sine, 0, y.cosine, 0),
      SIMD4(0, 0, 0, 1))
    let aboutZ = ModelMatrix(
      SIMD4(z.cosine, z.sine, 0, 0), SIMD4(-z.sine, z.cosine, 0, 0), SIMD4(0, 0, 1, 0),
      SIMD4(0, 0, 0, 1))
    self = aboutZ * aboutY * aboutX
  }

  /// The turn of a quaternion of length 1.
  init(quaternion q: SIMD4<Double>) {
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    self.init(
      SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0),
      SIMD4(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0),
      SIMD4(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0),
      SIMD4(0, 0, 0, 1))
  }

  /// The matrix with a vector in place of its last column.
  package func moved(to place: SIMD3<Double>) -> ModelMatrix {
    ModelMatrix(columns.0, columns.1, columns.2, SIMD4(place, 1))
  }

  /// The matrix after a scale along each axis.
  package func scaled(by scale: SIMD3<Double>) -> ModelMatrix {
    ModelMatrix(columns.0 * scale.x, columns.1 * scale.y, columns.2 * scale.z, columns.3)
  }

  /// The matrix with 0 for -0, so that equal matrices are of the same bits.
  var settled: ModelMatrix {
    let zero = SIMD4<Double>(repeating: 0)
    return ModelMatrix(columns.0 + zero, columns.1 + zero, columns.2 + zero, columns.3 + zero)
  }

  /// Where the origin goes.
  package var origin: SIMD3<Double> { columns.3.xyz }

  /// What becomes of normals, to be made 1 long again: the inverse transpose by its columns, times a positive number.
  ///
  /// It is made of cofactors, so that a matrix that flattens a model has one too.
  package var normals: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    let (x, y, z) = (columns.0.xyz, columns.1.xyz, columns.2.xyz)
    let cofactors = (cross(y, z), cross(z, x), cross(x, y))
    let largest = [cofactors.0, cofactors.1, cofactors.2].map {
      max(abs($0.x), abs($0.y), abs($0.z))
    }.max()
    guard let largest, largest > 0, largest.isFinite else { return (.zero, .zero, .zero) }
    let factor = (determinant < 0 ? -1 : 1) / largest
    return (cofactors.0 * factor, cofactors.1 * factor, cofactors.2 * factor)
  }

  /// By how much volumes grow; negative where the matrix mirrors.
  package var determinant: Double {
    dot(columns.0.xyz, cross(columns.1.xyz, columns.2.xyz))
  }
}

extension SIMD4 {
  package var xyz: SIMD3<Scalar> { SIMD3(x, y, z) }
}

func dot<Scalar: FloatingPoint>(_ a: SIMD3<Scalar>, _ b: SIMD3<Scalar>) -> Scalar {
  a.x * b.x + a.y * b.y + a.z * b.z
}

func cross<Scalar: FloatingPoint>(_ a: SIMD3<Scalar>, _ b: SIMD3<Scalar>) -> SIMD3<Scalar> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension SIMD3<Double> {
  /// Made 1 long; nil where it has no direction.
  var unit: SIMD3<Double>? {
    let length = dot(self, self).squareRoot()
    return length > 0 && length.isFinite ? self / length : nil
  }
}

extension SIMD3<Float> {
  /// Made 1 long; nil where it has no direction.
  var unit: SIMD3<Float>? {
    let square = dot(self, self)
    if square > 1e-30, square < 1e30 { return self / square.squareRoot() }
    if self == SIMD3(0, 0, 0) { return nil }
    // Squares leave the range of a Float.
    return SIMD3<Double>(self).unit.map { SIMD3<Float>($0) }
  }
}

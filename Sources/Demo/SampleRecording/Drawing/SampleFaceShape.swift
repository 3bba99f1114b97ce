package import Geometry

/// The shape of a sample subject's head: the average one's, stretched.
public enum SampleFaceShape: String, CaseIterable, Sendable {
  /// A narrow, long face.
  case narrow
  /// The canonical face.
  case average
  /// A broad, short face.
  case wide

  /// How much wider, higher and deeper it is than the canonical face.
  private var stretch: SIMD3<Double> {
    switch self {
    case .narrow: SIMD3(0.86, 1.08, 1.04)
    case .average: SIMD3(1, 1, 1)
    case .wide: SIMD3(1.16, 0.93, 0.97)
    }
  }

  /// Where a point of the average head lies on a head of this shape, in the canonical face's centimetres.
  package func callAsFunction(_ point: Point3<CanonicalSpace>) -> Point3<CanonicalSpace> {
    Point3(point.x * stretch.x, point.y * stretch.y, point.z * stretch.z)
  }
}

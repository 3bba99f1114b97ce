internal import FaceModel
internal import Geometry
internal import PointTracking

/// The landmarks by whose motion in the picture a lag is measured, in two parts of the face: one
/// that moves with the skull, and the jaw, which moves fast where a head is still.
public enum LagLandmarks {
  /// A landmark, and how far it stands out of the plane through the eyes, in eye distances.
  struct Place: Sendable {
    var landmark: Int
    var depth: Double
  }

  /// The numbers, part by part.
  public static let numbers: [Int] = parts.flatMap { part in part.map(\.landmark) }

  /// The upper face, and the jaw with the lower lip.
  static let parts: [[Place]] = [upper, jaw.map(place)]

  /// The least distance between two of the upper face, in eye distances: fewer than for the
  /// slide over the skin tell the mean motion as well.
  private static let least = 0.25

  private static let jaw = [
    18, 32, 83, 148, 152, 199, 200, 208, 262, 313, 377, 428,
  ]

  private static let upper: [Place] = {
    var kept: [Place] = []
    for seed in SkinSeed.all
    where kept.allSatisfy({ distance($0.landmark, seed.landmark) > least }) {
      kept.append(Place(landmark: seed.landmark, depth: seed.depth))
    }
    return kept
  }()

  private static func place(_ landmark: Int) -> Place {
    let depth = CanonicalFace.vertices[landmark].z - CanonicalFace.eyeMidpoint.z
    return Place(landmark: landmark, depth: depth / CanonicalFace.eyeDistance)
  }

  private static func distance(_ a: Int, _ b: Int) -> Double {
    let (a, b) = (CanonicalFace.vertices[a], CanonicalFace.vertices[b])
    let (x, y) = (a.x - b.x, a.y - b.y)
    return (x * x + y * y).squareRoot() / CanonicalFace.eyeDistance
  }
}

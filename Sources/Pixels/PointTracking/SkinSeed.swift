internal import FaceModel
internal import Geometry

/// The points of the upper face whose motion in the picture is that of the skin on the skull: brow,
/// bridge of the nose, temples and cheekbones; not the eyes, nor the mouth's surroundings.
package struct SkinSeed: Sendable {
  /// The landmark's number.
  package let landmark: Int
  /// How far it stands out of the plane through the eyes, in eye distances.
  package let depth: Double
  /// How much it counts: most on the bridge and beside the eyes, least far above or below.
  package let weight: Double

  /// The seeds, spread evenly.
  package static let all: [SkinSeed] = {
    var kept: [(place: SIMD2<Double>, seed: SkinSeed)] = []
    for (landmark, vertex) in CanonicalFace.vertices.enumerated() {
      let middle = CanonicalFace.eyeMidpoint
      let place = SIMD2(vertex.x - middle.x, vertex.y - middle.y) / CanonicalFace.eyeDistance
      let depth = (vertex.z - middle.z) / CanonicalFace.eyeDistance
      guard isSkin(place),
        kept.allSatisfy({ (($0.place - place) * ($0.place - place)).sum() > least * least })
      else { continue }
      let seed = SkinSeed(
        landmark: landmark, depth: depth,
        weight: 1 / (1 + place.x * place.x / 3 + (place.y - 0.1) * (place.y - 0.1) / 0.5))
      kept.append((place, seed))
    }
    return kept.map(\.seed)
  }()

  /// The least distance between two, in eye distances.
  private static let least = 0.1

  private static func isSkin(_ place: SIMD2<Double>) -> Bool {
    let isUpper = place.y > -0.75 && place.y < 0.8 && abs(place.x) < 1.05
    let isEye = abs(abs(place.x) - 0.5) < 0.34 && abs(place.y) < 0.2
    let isNose = abs(place.x) < 0.25 && place.y < -0.25
    return isUpper && !isEye && !isNose
  }
}

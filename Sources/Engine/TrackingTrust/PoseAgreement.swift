internal import FaceModel
internal import Geometry
package import Tracking

/// How far the landmarks of a file's faces lie from where their matrices put them, and how far they would if one of
/// both were flipped left to right.
package struct PoseAgreement {
  /// What the samples say.
  package struct Verdict: Equatable, Sendable {
    /// The median distance in pixels of the tracker's picture, and in eye distances.
    package let pixels, eyeDistances: Double
    /// Whether a flip of one of both explains it.
    package let isFlipped: Bool
    /// Whether it is more than faces and cameras differ.
    package let isLarge: Bool
  }

  /// The landmarks that are compared: of the upper face, which hardly change with the expression.
  private static let numbers = [33, 133, 263, 362, 6, 168, 197, 195, 10, 151, 9, 123, 352, 93, 323]
  /// The fewest faces that tell something, and those without which a distance that no flip explains is not told.
  package static let (fewestFaces, fewestApart) = (12, 24)
  /// A distance that faces and cameras alone do not make, in eye distances: real recordings have 0.02 to 0.2.
  package static let large = 0.5
  /// The least distance that a flip can explain, what is left after it at most, and as a part of that before.
  package static let (flipped, unflipped, unflippedPart) = (0.3, 0.3, 0.5)

  /// Of each face: the distance in pixels, in eye distances, and that after each of two flips.
  private var distances: [(pixels: Double, own: Double, flips: [Double])] = []
  private let header: TrackingHeader

  package init(_ header: TrackingHeader) { self.header = header }

  /// Takes the file's next sample.
  package mutating func add(_ sample: TrackingSample) {
    for face in sample.faces where !face.isPoseSolved {
      guard let pose = face.pose, face.landmarks.count >= FaceTopology.meshCount else { continue }
      let camera =
        face.intrinsics.map { PerspectiveCamera(size: header.size, intrinsics: $0) }
        ?? header.camera
      let width = Double(header.size.width)
      var (own, same, named) = ([Double](), [Double](), [Double]())
      for number in Self.numbers {
        guard let posed = camera.project(pose(CanonicalFace.vertices[number])) else { break }
        let seen = face.landmarks[number].xy
        let other = face.landmarks[FaceTopology.mirrorIndex[number]].xy
        own.append(posed.distance(to: seen))
        same.append(posed.distance(to: Point2(width - seen.x, seen.y)))
        // Its sides may have been named by what was seen in a mirror.
        named.append(posed.distance(to: Point2(width - other.x, other.y)))
      }
      let eyes = [FaceTopology.rightEyeCorners, FaceTopology.leftEyeCorners].map { corners in
        let (outer, inner) = (face.landmarks[corners[0]], face.landmarks[corners[1]])
        return Point2<TrackerSpace>((outer.x + inner.x) / 2, (outer.y + inner.y) / 2)
      }
      let unit = eyes[0].distance(to: eyes[1])
      guard own.count == Self.numbers.count, unit > 0, unit.isFinite else { continue }
      let pixels = Self.median(own)
      distances.append(
        (pixels, pixels / unit, [Self.median(same) / unit, Self.median(named) / unit]))
    }
  }

  /// The verdict; nil where too few faces have both.
  package var verdict: Verdict? {
    guard distances.count >= Self.fewestFaces else { return nil }
    let own = Self.median(distances.map(\.own))
    let best = [0, 1].map { flip in Self.median(distances.map { $0.flips[flip] }) }.min() ?? own
    return Verdict(
      pixels: Self.median(distances.map(\.pixels)), eyeDistances: own,
      isFlipped: own > Self.flipped && best <= min(Self.unflipped, Self.unflippedPart * own),
      isLarge: own > Self.large && distances.count >= Self.fewestApart)
  }

  private static func median(_ list: [Double]) -> Double {
    let sorted = list.sorted()
    return sorted[sorted.count / 2]
  }
}

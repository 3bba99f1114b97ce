internal import FaceModel
internal import Geometry

/// How a head's own motion moves the landmarks of its upper face in the picture.
///
/// Fitted (`SlidingSimilarity`, about the middle of the eyes, in eye distances) to the landmarks of
/// the pose's fit above the mouth. What it leaves is no motion of a head but a face that the tracker
/// bent.
struct RigidMove {
  /// The landmarks that it is fitted to: those of the pose's fit, without the jaw.
  static let landmarks = CanonicalFace.fitWeights.map(\.landmark).filter {
    CanonicalFace.vertices[$0].y > lowest
  }
  /// Where the mouth begins, in centimetres of the canonical face.
  private static let lowest = -3.0

  private let move: SlidingSimilarity
  private let coordinates: FaceCoordinates

  /// The move of the eyes' middle, in pixels.
  var shift: SIMD2<Double> { move.shift }

  /// Fits the moves of `landmarks` on a face; nil for a face without its mesh or without extent.
  init?(_ moves: [SIMD2<Double>], on face: [Point3<TrackerSpace>]) {
    guard moves.count == Self.landmarks.count, let coordinates = FaceCoordinates(face) else {
      return nil
    }
    let samples = zip(Self.landmarks, moves).map { index, move in
      let (place, depth) = coordinates(face[index])
      return SlidingSimilarity.Sample(place: place, depth: depth, move: move)
    }
    guard let move = SlidingSimilarity(samples) else { return nil }
    (self.move, self.coordinates) = (move, coordinates)
  }

  /// Fits the way from one set of a face's landmarks to another.
  init?(from: [Point3<TrackerSpace>], to: [Point3<TrackerSpace>]) {
    guard min(from.count, to.count) >= FaceTopology.meshCount else { return nil }
    let moves = Self.landmarks.map { SIMD2(to[$0].x - from[$0].x, to[$0].y - from[$0].y) }
    self.init(moves, on: from)
  }

  /// The root mean square of the fitted landmarks' moves, in pixels.
  func length(on face: [Point3<TrackerSpace>]) -> Double {
    let squares = Self.landmarks.reduce(0) { sum, index in
      let move = self(face[index])
      return sum + (move * move).sum()
    }
    return (squares / Double(Self.landmarks.count)).squareRoot()
  }

  /// The move of a point of the face.
  func callAsFunction(_ point: Point3<TrackerSpace>) -> SIMD2<Double> {
    let (place, depth) = coordinates(point)
    return move(place, depth: depth)
  }
}

/// Points of a face from the middle of its eyes, in eye distances; depths from the mean.
private struct FaceCoordinates {
  private let middle: SIMD2<Double>
  private let eyeDistance: Double
  private let meanDepth: Double

  init?(_ face: [Point3<TrackerSpace>]) {
    guard face.count >= FaceTopology.meshCount,
      let right = Point3.mean(of: FaceTopology.rightEyeCorners.map({ face[$0] })),
      let left = Point3.mean(of: FaceTopology.leftEyeCorners.map({ face[$0] }))
    else { return nil }
    middle = SIMD2(right.x + left.x, right.y + left.y) / 2
    eyeDistance = right.xy.distance(to: left.xy)
    let depths = RigidMove.landmarks.reduce(0) { $0 + face[$1].z }
    meanDepth = depths / Double(RigidMove.landmarks.count)
    guard eyeDistance > 0, eyeDistance.isFinite, meanDepth.isFinite else { return nil }
  }

  func callAsFunction(_ point: Point3<TrackerSpace>) -> (place: SIMD2<Double>, depth: Double) {
    ((SIMD2(point.x, point.y) - middle) / eyeDistance, (point.z - meanDepth) / eyeDistance)
  }
}

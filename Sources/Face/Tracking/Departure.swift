internal import FaceModel
internal import Geometry

/// How far a sample lies from where the samples around it say that it should.
///
/// The two samples on either side are joined by a cubic in time. A head that moves quickly departs
/// from it as a whole (`motion`); a tracker that errs also bends the face (`misfit`). The two
/// together tell noise from motion: on the real recordings whose pictures show that the head was
/// calm the first is 0.9 to 1.7 times the second, where the head or the camera moved 1.9 to 11 times.
struct Departure {
  /// The shift of the whole face, squared, in square pixels.
  var motion = 0.0
  /// What no motion of a head explains, the root mean square over landmarks, in pixels; for a face
  /// that has a pose alone, the distance from the foretold pose, in eye distances.
  var misfit = 0.0

  /// The samples on either side that foretell one.
  static let aside = 2

  /// Measures a sample by those around it; nil where there are none to measure it by.
  init?(of face: FaceSample, among others: [(face: FaceSample, timeMs: Double)]) {
    let others = others.filter {
      $0.face.landmarks.count == face.landmarks.count
        && (!face.landmarks.isEmpty || $0.face.pose != nil)
    }
    guard others.count >= 2 else { return nil }
    let weights = Self.cubic(others.map(\.timeMs))
    // White noise of one pixel departs by one pixel.
    let gain = (1 + weights.reduce(0) { $0 + $1 * $1 }).squareRoot()
    if face.landmarks.count >= FaceTopology.meshCount {
      let moves = RigidMove.landmarks.map { index in
        var move = SIMD2(face.landmarks[index].x, face.landmarks[index].y)
        for (other, weight) in zip(others, weights) {
          let point = other.face.landmarks[index]
          move -= weight * SIMD2(point.x, point.y)
        }
        return move / gain
      }
      guard let rigid = RigidMove(moves, on: face.landmarks) else { return nil }
      motion = (rigid.shift * rigid.shift).sum()
      let squares = zip(RigidMove.landmarks, moves).map { index, move in
        let left = move - rigid(face.landmarks[index])
        return (left * left).sum()
      }
      misfit = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    } else if let pose = face.pose {
      let foretold = FacialTransform.sum(
        zip(others, weights).compactMap { other, weight in other.face.pose.map { ($0, weight) } },
        around: pose.rotation)
      misfit = pose.edgeDistance(to: foretold) / gain
    } else {
      return nil
    }
    guard motion.isFinite, misfit.isFinite else { return nil }
  }

  /// The weights with which samples at `times`, from the middle one, give its value (Lagrange).
  private static func cubic(_ times: [Double]) -> [Double] {
    times.indices.map { index in
      times.indices.reduce(1) { product, other in
        other == index ? product : product * times[other] / (times[other] - times[index])
      }
    }
  }
}

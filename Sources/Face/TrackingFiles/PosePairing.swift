internal import FaceModel
internal import Geometry

/// Gives the matrices of a dump to the faces they belong to.
///
/// MediaPipe gives no matrix to a degenerate face, and the list closes up: the second matrix may be
/// the third face's. A matrix belongs to the face onto whose landmarks it projects the canonical
/// face.
enum PosePairing {
  /// The face of each pose, by index; the nearest pair is taken first.
  static func faces(
    of poses: [FacialTransform], among landmarks: [[Point3<TrackerSpace>]],
    camera: PerspectiveCamera
  ) -> [Int?] {
    var pairs: [(distance: Double, pose: Int, face: Int)] = []
    for (p, pose) in poses.enumerated() {
      for (f, points) in landmarks.enumerated() {
        if let distance = distance(pose, points, camera) { pairs.append((distance, p, f)) }
      }
    }
    pairs.sort { ($0.distance, $0.pose, $0.face) < ($1.distance, $1.pose, $1.face) }
    var result = [Int?](repeating: nil, count: poses.count)
    var taken = Set<Int>()
    for pair in pairs where result[pair.pose] == nil && !taken.contains(pair.face) {
      result[pair.pose] = pair.face
      taken.insert(pair.face)
    }
    return result
  }

  /// The mean distance between projected vertices and landmarks, in pixels, over the landmarks that
  /// the pose is fitted to; nil where there is nothing to compare.
  private static func distance(
    _ pose: FacialTransform, _ landmarks: [Point3<TrackerSpace>], _ camera: PerspectiveCamera
  ) -> Double? {
    guard landmarks.count >= FaceTopology.meshCount else { return nil }
    var sum = 0.0
    for (index, _) in CanonicalFace.fitWeights {
      guard let point = camera.project(pose(CanonicalFace.vertices[index])) else { return nil }
      sum += point.distance(to: landmarks[index].xy)
    }
    return sum / Double(CanonicalFace.fitWeights.count)
  }
}

internal import FaceModel
internal import Geometry
public import Placement
public import Tracking

/// How far the pose matrix puts the average face from where the landmarks are.
public enum Reprojection {
  /// The mean distance, over the 468 points of the mesh and in scene pixels, between the canonical
  /// face, posed by the matrix and seen by the tracker's camera, and the landmarks; nil where the face
  /// lacks one of the two, or a point lies nearer than the near plane.
  public static func meanError(of face: FaceSample, through mapping: SceneMapping) -> Double? {
    let mapping = mapping.seen(with: face.intrinsics)
    let view = SceneFace(face, through: mapping)
    guard view.hasLandmarks, let pose = view.pose else { return nil }
    var sum = 0.0
    for (number, vertex) in CanonicalFace.vertices.enumerated() {
      guard let seen = mapping.camera.project(pose(vertex)), let landmark = view.landmark(number)
      else { return nil }
      sum += mapping.toScene(seen).distance(to: landmark)
    }
    let mean = sum / Double(CanonicalFace.vertices.count)
    return mean.isFinite ? mean : nil
  }
}

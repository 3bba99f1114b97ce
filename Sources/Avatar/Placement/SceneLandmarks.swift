import FaceModel
package import Geometry
package import Tracking

/// The landmarks of a face in the scene.
package struct SceneLandmarks {
  /// The 468 of the mesh.
  package let mesh: [Point2<SceneSpace>]
  /// The 10 of the irises, which follow those of the mesh; empty where the tracker gave none.
  package let irises: [Point2<SceneSpace>]
  /// Whether the tracker gave no landmarks and these are the average face's at the tracked pose.
  package let isModelled: Bool

  /// Finds a face's landmarks; nil where nothing says where it is.
  package init?(_ sample: FaceSample, through scene: SceneMapping) {
    let face = SceneFace(sample, through: scene)
    let tracked = (0..<FaceTopology.meshCount).compactMap { face.landmark($0) }
    isModelled = tracked.isEmpty
    irises = (FaceTopology.meshCount..<FaceTopology.countWithIrises).compactMap {
      face.landmark($0)
    }
    if isModelled, let pose = face.pose {
      // The camera may change, and the pose stands before the sample's own.
      let camera = scene.seen(with: sample.intrinsics).camera
      mesh = CanonicalFace.vertices.compactMap { camera.project(pose($0)) }
        .map { scene.toScene($0) }
    } else {
      mesh = tracked
    }
    guard mesh.count == FaceTopology.meshCount,
      (mesh + irises).allSatisfy({ ($0.x + $0.y).isFinite })
    else { return nil }
  }
}

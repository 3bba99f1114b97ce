import FaceModel
import Geometry
import Placement
import Testing
import Tracking

/// Faces that have a camera of their own, as where a phone's focal length changes.
@Suite struct ChangingCameraTests {
  @Test func `a modelled face is projected by its sample's camera, whichever came before`() throws {
    var face = FaceSample(yaw: 20, x: 3, y: -2, z: -45)
    let pose = try #require(face.pose)
    face.landmarks = []
    face.intrinsics = CameraIntrinsics(fx: 900, fy: 880, cx: 600, cy: 380)
    let mapping = SceneMapping(
      header: TrackingHeader(size: try trackerSize(1280, 720)), scene: try sceneSize(1280, 720))
    let other = mapping.seen(with: CameraIntrinsics(fx: 400, fy: 400, cx: 640, cy: 360))
    let seen = try #require(SceneLandmarks(face, through: mapping))
    #expect(seen.isModelled)
    #expect(try #require(SceneLandmarks(face, through: other)).mesh == seen.mesh)
    for (vertex, found) in zip(CanonicalFace.vertices, seen.mesh) {
      let point = pose(vertex)
      #expect(abs(found.x - (600 + 900 * point.x / -point.z)) < 1e-6)
      #expect(abs(found.y - (380 - 880 * point.y / -point.z)) < 1e-6)
    }
  }
}

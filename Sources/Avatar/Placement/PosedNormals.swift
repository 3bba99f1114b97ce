package import Geometry

/// Turns normals of the canonical face into the scene's axes: x right, y up, z towards the camera.
package struct PosedNormals: Sendable {
  private let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// Makes the turn of a pose, which is before the camera of the tracker's picture; nil without one.
  package init?(_ pose: FacialTransform?, through scene: SceneMapping) {
    guard let pose else { return nil }
    let map = scene.toScene
    // The quarter turn alone: what is stretched is the picture, not the head.
    let (across, down) = (
      (map.a * map.a + map.c * map.c).squareRoot(), (map.b * map.b + map.d * map.d).squareRoot()
    )
    func turned(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Float> {
      // A picture's y points down.
      let (u, v) = (x / across, -y / down)
      let seen = SIMD3(map.a * u + map.b * v, -map.c * u - map.d * v, z) / pose.scale
      return SIMD3<Float>(seen)
    }
    columns = (
      turned(pose.m00, pose.m10, pose.m20), turned(pose.m01, pose.m11, pose.m21),
      turned(pose.m02, pose.m12, pose.m22)
    )
    let sum = (columns.0 + columns.1 + columns.2).sum()
    guard sum.isFinite else { return nil }
  }

  package func callAsFunction(_ normal: SIMD3<Float>) -> SIMD3<Float> {
    columns.0 * normal.x + columns.1 * normal.y + columns.2 * normal.z
  }
}

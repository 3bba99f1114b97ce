import Avatars
import FaceModel
import Geometry

/// Where a layer's picture lies in the scene, and how that was found.
struct ScenePlacement {
  /// From the pixels of the stored picture to the scene.
  var homography: Homography<ArtworkSpace, SceneSpace>
  /// How the layer was placed.
  var mode: LayerPlacement.Mode
  /// How far the landmark snap moved it, in scene pixels; nil without a snap.
  var residual: Double?
}

extension ScenePlacement {
  /// Places a layer by the 2D transform of the eyes; nil where the face has no landmarks.
  ///
  ///     S = anchor + d R(phi) (f.x, -f.y)
  static func byLandmarks(
    _ face: SceneFace, layer: Layer, plane: ArtworkPlane
  ) -> ScenePlacement? {
    guard let anchor = face.anchor(layer.anchor), let eyes = face.eyeLine else { return nil }
    let distance = face.eyeDistance(by: layer.scaleReference, line: eyes)
    // R(phi) straight from the line of the eyes: its cosine and sine are the line's own parts.
    let cosine = distance * eyes.x / eyes.length
    let sine = distance * eyes.y / eyes.length
    let toScene = AffineMap<FaceSpace, SceneSpace>(
      cosine, sine, anchor.x,
      sine, -cosine, anchor.y)
    return ScenePlacement(
      homography: plane.map.then(toScene).homography, mode: .landmarks, residual: nil)
  }

  /// Places a layer by the facial transformation matrix.
  ///
  ///     camera = M (anchor_C + kappa f)
  ///
  /// Nil where the face has no pose, or its anchor is nearer than the near plane.
  static func byMatrix(
    _ face: SceneFace, layer: Layer, plane: ArtworkPlane, mapping: SceneMapping, snap: Bool
  ) -> ScenePlacement? {
    guard let pose = face.pose, let anchor = layer.anchor.canonicalPoint,
      let projected = mapping.camera.project(pose(anchor))
    else { return nil }
    let (map, kappa) = (plane.map, CanonicalFace.eyeDistance)
    let origin = anchor + Vector3(map.tx, map.ty, plane.z) * kappa
    let seen: Homography<ArtworkSpace, TrackerSpace> = mapping.camera.homography(
      origin: pose(origin),
      right: pose(Vector3(map.a, map.c, 0) * kappa),
      down: pose(Vector3(map.b, map.d, 0) * kappa))
    var homography = seen.then(mapping.toScene)
    var residual: Double?
    if snap, let target = face.anchor(layer.anchor) {
      let move = target - mapping.toScene(projected)
      homography = homography.then(
        AffineMap<SceneSpace, SceneSpace>(1, 0, move.x, 0, 1, move.y))
      residual = move.length
    }
    return ScenePlacement(homography: homography, mode: .matrix, residual: residual)
  }
}

extension SceneFace {
  /// What a layer takes for an eye distance, in scene pixels; NaN where the face does not tell.
  func eyeDistance(by reference: ScaleReference, line: Vector2<SceneSpace>) -> Double {
    switch reference {
    case .eyes: line.length
    case .faceWidth: faceWidthEyeDistance ?? .nan
    case .pose: posedEyeDistance ?? line.length
    }
  }
}

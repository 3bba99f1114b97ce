import Avatars
import Geometry
import Placement
package import Tracking

extension FrameState {
  /// How far a face's landmarks lie from its pose, in scene pixels: as far as the landmark snap moved
  /// the layer that it moved furthest, or without layers how far it would move the eyes; nil for a
  /// face that has not both.
  package func residual(of face: TimedFace) -> Double? {
    let layers = placements.filter { $0.subject == .face(face.identity) }
    if !layers.isEmpty { return layers.compactMap(\.residualPx).max() }
    let seen = SceneFace(face.face, through: scene)
    guard let eyes = seen.anchor(.eyes), let pose = seen.pose,
      let canonical = Anchor.eyes.canonicalPoint,
      let modelled = scene.camera.project(pose(canonical))
    else { return nil }
    return eyes.distance(to: scene.toScene(modelled))
  }
}

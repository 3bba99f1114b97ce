package import Placement
package import Tracking

/// Brings faces from where their samples have them to where the clip's pictures show them.
package protocol FaceSteadying: AnyObject {
  /// The faces, in their order, at a time of the clip, in milliseconds; those that were moved know how far (`TimedFace.stuckPx`).
  ///
  /// Times rise but for half a frame, since a shutter opens before its frame and closes after it.
  ///
  /// - Parameter scene: the way from the tracker's picture to the scene at that time.
  func steadied(
    _ faces: [TimedFace], atMs timeMs: Double, in scene: SceneMapping
  ) throws -> [TimedFace]
}

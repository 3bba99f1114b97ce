package import Placement
package import Tracking

/// The state of a recording over time: its faces, and where their avatars go.
///
/// Times are asked for in order. Which ones were asked for before makes no difference to a state,
/// because smoothing, identities and triggers follow the samples of the tracking file.
package struct RecordingTimeline {
  private var faces: FaceTimeline
  private var placer: Placer

  /// Makes a timeline.
  package init(faces: FaceTimeline, placer: Placer) {
    (self.faces, self.placer) = (faces, placer)
  }

  /// The state at a time of the clip, in milliseconds.
  package mutating func state(atMs timeMs: Double) throws -> FrameState {
    let seen = try Self.faces(atMs: timeMs, &faces, &placer)
    return FrameState(
      timeMs: timeMs, faces: seen, placements: placer.place(seen), scene: placer.scene,
      output: placer.output)
  }

  private static func faces(
    atMs timeMs: Double, _ faces: inout FaceTimeline, _ placer: inout Placer
  ) throws -> [TimedFace] {
    try faces.faces(atMs: timeMs) { placer.observe($0) }
  }
}

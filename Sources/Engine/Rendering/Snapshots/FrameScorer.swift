import Avatars
import Geometry
import Placement
import Tracking

/// Scores frames by what the tracker saw, without looking at pixels.
///
/// Times must not go down from call to call.
struct FrameScorer {
  private var timeline: FaceTimeline
  private var placer: Placer
  private var moments: MomentTimeline?
  private let solver: PoseSolver
  private var lastSample: (timeMs: Double, hands: [HandSample]) = (-.infinity, [])

  /// Hands of an older sample than this are gone, in milliseconds.
  private static let handsHoldMs = 100.0
  /// Landmarks are joints; fingers and the palm reach a seventh further.
  private static let handMargin = 1.15

  init(_ session: OpenRecording, source: @escaping () throws -> TrackingSample?) throws {
    timeline = session.timeline(source)
    placer = session.placer()
    moments = try session.moments()
    solver = PoseSolver(size: session.tracking.header.size)
  }

  /// The faces at a time of the clip that the tracker saw then, with their scores.
  ///
  /// A face that was just lost and is held or fades is none of them.
  mutating func faces(atMs timeMs: Double) throws -> [FaceScore] {
    let faces = try seen(atMs: timeMs)
    let moment = try moments?.moment(atMs: timeMs) ?? RecordedMoment()
    let placements = placer.place(faces, moment: moment)
    let hands = hands(atMs: timeMs)
    let allWear = placer.avatars.allSatisfy { !$0.avatar.layers.isEmpty }
    return faces.compactMap { face in
      guard face.source == .exact || face.source == .interpolated else { return nil }
      let layers = placements.filter { $0.face == face.identity }
      return FaceMeasures(
        face, through: placer.scene, solver: solver, hands: hands, layers: layers,
        wearsLayers: allWear || !layers.isEmpty, output: placer.output.output
      ).map { FaceScore(face: face.identity, $0) }
    }
  }

  private mutating func seen(atMs timeMs: Double) throws -> [TimedFace] {
    // Both are changed while the timeline is walked.
    var (placer, moments, last) = (placer, moments, lastSample)
    defer { (self.placer, self.moments, lastSample) = (placer, moments, last) }
    return try timeline.faces(atMs: timeMs) { sample in
      let moment = try moments?.moment(atMs: sample.timeMs) ?? RecordedMoment()
      placer.observe(sample, moment: moment)
      last = (sample.timeMs, sample.hands)
    }
  }

  /// The outlines of the hands, in the scene.
  private func hands(atMs timeMs: Double) -> [[Point2<SceneSpace>]] {
    guard timeMs - lastSample.timeMs <= Self.handsHoldMs else { return [] }
    let scene = placer.scene
    return lastSample.hands.map { hand in
      let points = hand.landmarks.map { landmark in
        let seen = landmark.xy
        return scene.toScene(
          scene.mirrored ? Point2(Double(scene.tracker.width) - seen.x, seen.y) : seen)
      }
      return ConvexOutline(points).enlarged(by: Self.handMargin)
    }
  }
}

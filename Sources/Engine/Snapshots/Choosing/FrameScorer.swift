import Avatars
import Geometry
import Passes
import Placement
import Recordings
import Timelines
import Tracking

/// Scores frames by what the tracker saw, without looking at pixels.
///
/// Times must not go down from call to call.
struct FrameScorer {
  private var timeline: RecordingTimeline
  private let solver: PoseSolver
  /// Whether every face is to wear layers.
  private let allWear: Bool

  /// Hands of an older sample than this are gone, in milliseconds.
  private static let handsHoldMs = 100.0
  /// Landmarks are joints; fingers and the palm reach a seventh further.
  private static let handMargin = 1.15

  init(_ recording: OpenRecording) throws {
    timeline = try recording.states()
    solver = PoseSolver(camera: recording.tracking.header.camera)
    allWear = recording.textures.avatars.allSatisfy { !$0.avatar.layers.isEmpty }
  }

  /// The faces and cards at a time of the clip that the tracker saw then, with their scores.
  ///
  /// One that was just lost and is held or fades is none of them.
  mutating func subjects(atMs timeMs: Double) throws -> FrameSubjects {
    let state = try timeline.state(atMs: timeMs)
    return FrameSubjects(
      faces: faces(of: state),
      cards: state.scenes.compactMap { SceneScore($0, in: state.scene.scene) })
  }

  private func faces(of state: FrameState) -> [FaceScore] {
    let hands = hands(atMs: state.timeMs, in: state.scene)
    return state.faces.compactMap { face in
      guard face.source == .exact || face.source == .interpolated else { return nil }
      let layers = state.placements.filter { $0.subject == .face(face.identity) }
      return FaceMeasures(
        face, through: state.scene, solver: solver, hands: hands, layers: layers,
        wearsLayers: allWear || !layers.isEmpty, output: state.output.output
      ).map { FaceScore(face: face.identity, $0) }
    }
  }

  /// The outlines of the hands of the last sample, in the scene.
  private func hands(atMs timeMs: Double, in scene: SceneMapping) -> [[Point2<SceneSpace>]] {
    guard let last = timeline.lastSample, timeMs - last.timeMs <= Self.handsHoldMs else {
      return []
    }
    return last.hands.map { hand in
      let points = hand.landmarks.map { landmark in
        let seen = landmark.xy
        return scene.toScene(
          scene.mirrored ? Point2(Double(scene.tracker.width) - seen.x, seen.y) : seen)
      }
      return ConvexOutline(points).enlarged(by: Self.handMargin)
    }
  }
}

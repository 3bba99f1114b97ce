package import Avatars
import Geometry
package import Hud
package import Placement
package import Tracking

/// What is known of a recording at one time: all that passes draw from.
///
/// Whatever a recording comes to know, each thing a timeline of its own, is a member here.
package struct FrameState: Sendable {
  /// The time on the clip's timeline, in milliseconds.
  package let timeMs: Double
  /// The faces, as the tracker saw them, smoothed and joined.
  package let faces: [TimedFace]
  /// The hands, as the tracker saw them, joined; empty where nothing is drawn of them.
  package let hands: [SeenHand]
  /// When the last sample at or before the time was taken, on the clip's timeline; nil before the first
  /// one, and where nobody asks.
  package let sampleMs: Double?
  /// What the recording holds beside the faces.
  package let moment: RecordedMoment
  /// Where every visible layer goes, in drawing order.
  package let placements: [LayerPlacement]
  /// How the session stands; nil where it is not drawn.
  package let session: SessionMoment?
  /// The way from the tracker's picture to the scene.
  package let scene: SceneMapping
  /// The way from the scene to the produced frame.
  package let output: OutputMapping

  /// Where the layers of avatars went, as a sidecar has it.
  func record(frame: Int, of avatars: [PlacementRecord.Artwork]) -> PlacementRecord {
    let drawn = PlacementRecord(
      frame: frame, timestampMs: timeMs, output: output.output, placements: placements,
      mirrored: output.mirrored, avatars: avatars)
    return output.frame == output.output
      ? drawn : drawn.mapped(by: output.toFrame, to: output.frame)
  }

  /// The faces as they are seen in the finished picture, from left to right, each with the avatar of which
  /// something is drawn.
  ///
  /// - Parameter avatars: the avatars that were placed.
  func pictureFaces(wearing avatars: [MeasuredAvatar]) -> [PictureFace] {
    faces.compactMap { timed in
      let worn = placements.first { $0.face == timed.identity && isSeen($0) }
      return PictureFace(
        timed, through: scene, output, avatar: worn.map { avatars[$0.avatarIndex].avatar })
    }
    .sorted { ($0.middle.x, $0.identity) < ($1.middle.x, $1.identity) }
  }
}

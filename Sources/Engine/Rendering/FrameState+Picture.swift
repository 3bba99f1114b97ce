import Avatars
import Geometry
import Placement
import Timelines
import Tracking

extension FrameState {
  /// Where the layers of avatars went, as a sidecar has it.
  func record(
    frame: Int, of avatars: [PlacementRecord.Artwork], scenes names: [String] = []
  ) -> PlacementRecord {
    var drawn = PlacementRecord(
      frame: frame, timestampMs: timeMs, output: output.output, placements: placements,
      mirrored: output.mirrored, avatars: avatars)
    drawn.crop = output.cropped
    // From the last on, so that the places of those before stay as they are.
    for scene in scenes.reversed() where names.indices.contains(scene.scene) {
      drawn.placements.insert(
        contentsOf: scene.items.map {
          PlacementRecord.Entry($0, on: scene.card, of: names[scene.scene])
        }, at: min(scene.layersBefore, drawn.placements.count))
    }
    return output.frame == output.output
      ? drawn.asWritten : drawn.mapped(by: output.toFrame, to: output.frame)
  }

  /// The faces as they are seen in the finished picture, from left to right, each with the avatar of which
  /// something is drawn.
  ///
  /// - Parameter avatars: the avatars that were placed.
  func pictureFaces(wearing avatars: [MeasuredAvatar]) -> [PictureFace] {
    faces.compactMap { timed in
      let worn = placements.first { $0.subject == .face(timed.identity) && isSeen($0) }
      return PictureFace(
        timed, through: scene, output, avatar: worn.map { avatars[$0.avatarIndex].avatar })
    }
    .sorted { ($0.middle.x, $0.identity) < ($1.middle.x, $1.identity) }
  }
}

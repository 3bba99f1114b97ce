import Avatars
import Passes
import Placement
import Timelines

/// Counts the frames in which something of an avatar is seen: pixels that were drawn, not samples that
/// were read.
final class DrawnFrames {
  private(set) var all = 0
  /// Those in which the avatar of at least one face was drawn; nil where no avatar has layers.
  private(set) var withFaces: Int?

  /// Starts to count.
  ///
  /// - Parameter textures: the avatars that faces wear.
  init(_ textures: LayerTextures) {
    withFaces = textures.avatars.contains { !$0.avatar.layers.isEmpty } ? 0 : nil
  }

  func count(_ state: FrameState) {
    all += 1
    guard let before = withFaces, state.showsAvatar else { return }
    withFaces = before + 1
  }
}

extension FrameState {
  /// Whether something of an avatar is seen in the frame.
  var showsAvatar: Bool { placements.contains(where: isSeen) }

  /// Whether something of a layer is seen in the frame.
  func isSeen(_ placement: LayerPlacement) -> Bool { placement.isSeen(in: output.output) }
}

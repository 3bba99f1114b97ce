import Avatars
import Passes
import Placement
import Scenes
import Timelines
import Tracking

/// Counts the frames in which something of an avatar is seen: pixels that were drawn, not samples that
/// were read; and finds what is seen most at once, for the words that tell it.
final class DrawnFrames {
  private(set) var all = 0
  /// Those in which the avatar of at least one face was drawn; nil where no avatar has layers.
  private(set) var withFaces: Int?
  private let avatars: [MeasuredAvatar]
  /// The avatars of the faces in the first of the frames that show most, from left to right.
  private var worn: [Avatar?] = []
  /// Avatars and faces that are seen in that frame.
  private var most = (avatars: 0, faces: 0)
  /// The numbers of the scenes that were seen.
  private var scenes: Set<Int> = []

  /// Starts to count.
  ///
  /// - Parameter textures: the avatars that faces wear.
  init(_ textures: LayerTextures) {
    avatars = textures.avatars
    withFaces = textures.avatars.contains { !$0.avatar.layers.isEmpty } ? 0 : nil
  }

  func count(_ state: FrameState) {
    all += 1
    scenes.formUnion(state.scenes.map(\.scene))
    let seen = (avatars: state.wearers, faces: state.faces.count)
    if seen > most {
      most = seen
      worn = state.pictureFaces(wearing: avatars).map(\.avatar)
    }
    guard let before = withFaces, state.showsAvatar else { return }
    withFaces = before + 1
  }
}

extension DrawnFrames {
  /// What was seen, for people who do not see it; nil where nothing was.
  ///
  /// - Parameters:
  ///   - packages: the scenes by their numbers.
  ///   - background: what the avatars stand before in place of the clip; nil for the clip.
  func words(scenes packages: [Scene], before background: String?) -> String? {
    let shown = packages.indices.filter(scenes.contains).map { packages[$0] }
    guard !worn.isEmpty || !shown.isEmpty else { return nil }
    return AlternativeText.of(worn, scenes: shown, before: background)
  }
}

extension FrameState {
  /// How many faces wear an avatar of which something is seen.
  fileprivate var wearers: Int {
    faces.count { timed in
      placements.contains { $0.subject == .face(timed.identity) && isSeen($0) }
    }
  }

  /// Whether something of an avatar is seen in the frame.
  var showsAvatar: Bool { placements.contains(where: isSeen) }

  /// Whether something of a layer is seen in the frame.
  func isSeen(_ placement: LayerPlacement) -> Bool { placement.isSeen(in: output.output) }
}

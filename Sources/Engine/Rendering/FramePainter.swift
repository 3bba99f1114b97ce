import Avatars
import Compositing
import FaceModel
import Geometry
import Imaging
import Placement
import Tracking

/// Puts the avatars on one frame after another: tracking, placement, compositing.
///
/// Frames are given in the order of their times; which frames were given before makes no
/// difference to what a frame looks like, because smoothing, identities and triggers follow the
/// samples of the tracking file and not the frames.
struct FramePainter {
  private var timeline: FaceTimeline
  private var placer: Placer
  private let wardrobe: Wardrobe
  private let compositor: Compositor
  private var stack = LayerStack()
  /// The faces of the last frame that was placed.
  private var faces: [TimedFace] = []

  /// Makes a painter.
  init(timeline: FaceTimeline, placer: Placer, wardrobe: Wardrobe) throws(CompositingError) {
    self.timeline = timeline
    self.placer = placer
    self.wardrobe = wardrobe
    compositor = try Compositor()
  }

  /// Where every visible layer goes at a time of the clip, in milliseconds.
  mutating func placements(atMs time: Double) throws -> [LayerPlacement] {
    faces = try Self.faces(atMs: time, &timeline, &placer)
    return placer.place(faces)
  }

  private static func faces(
    atMs time: Double, _ timeline: inout FaceTimeline, _ placer: inout Placer
  ) throws -> [TimedFace] {
    try timeline.faces(atMs: time) { placer.observe($0) }
  }

  /// The faces of the last frame that was placed, from left to right in the finished frame.
  ///
  /// - Parameter placements: what was placed there, which says what each face wears.
  func pictureFaces(_ placements: [LayerPlacement]) -> [PictureFace] {
    faces.compactMap { timed in
      let worn = placements.first { $0.face == timed.identity }
      return PictureFace(
        timed, through: placer.scene, placer.output,
        avatar: worn.map { placer.avatars[$0.avatarIndex].avatar })
    }
    .sorted { ($0.middle.x, $0.identity) < ($1.middle.x, $1.identity) }
  }

  /// Draws placed layers onto a picture that is not mirrored yet.
  mutating func paint(
    _ placements: [LayerPlacement], onto picture: MutablePicture
  ) throws {
    let textures = try wardrobe.textures(for: unsafe picture.format, of: placements)
    stack.removeAll()
    for placement in placements {
      guard let texture = textures[placement.avatarIndex][placement.layerIndex] else { continue }
      let layer = placer.avatars[placement.avatarIndex].avatar.layers[placement.layerIndex]
      stack.append(
        texture, at: placement.homography, opacity: placement.opacity,
        blend: layer.blend.compositing)
    }
    try unsafe compositor.draw(&stack, onto: picture)
  }
}

extension BlendMode {
  /// The mode by the compositor's name.
  fileprivate var compositing: Compositor.BlendMode {
    switch self {
    case .normal: .normal
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .add: .add
    }
  }
}

import Avatars
import Compositing
import Geometry
import Imaging
import Matting
import Placement
import Timelines

/// Draws the avatars' layers where they were placed, faces from far to near, behind what is in front of
/// them.
struct AvatarPass: Pass {
  /// How far beyond a layer's corners its pixels may reach: 2 samples of each plane, which are 4 pixels
  /// where chroma is subsampled, and what rounding takes.
  private static let reach = 6.0

  private let textures: LayerTextures
  private let compositor: Compositor
  private var stack = LayerStack()
  private let hands: HandsInFront?

  init(_ setup: PassSetup) throws {
    textures = setup.avatars
    compositor = try Compositor()
    hands = HandsInFront(setup.options.occluders)
  }

  mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    let seen = state.placements.filter { $0.opacity > 0 }
    guard !seen.isEmpty else { return nil }
    let area = Self.area(of: seen, in: state.output)
    let guide = surface.guide
    try unsafe surface.withLayerPixels { picture in
      let textures = try self.textures.textures(
        for: unsafe picture.format, of: seen)
      stack.removeAll()
      for placement in seen {
        guard let texture = textures[placement.avatarIndex][placement.layerIndex] else { continue }
        let layers = self.textures.avatars[placement.avatarIndex].avatar.layers
        stack.append(
          texture, at: placement.homography, opacity: placement.opacity,
          blend: layers[placement.layerIndex].blend.compositing)
      }
      let matte = area.flatMap { area in
        unsafe hands?.matte(of: state, in: area, picture: picture, or: guide)
      }
      var kept = matte.map { matte in unsafe KeptPixels(of: picture, under: matte) }
      try unsafe compositor.draw(&stack, onto: picture)
      unsafe kept?.bringBack(onto: picture)
    }
    return area
  }

  /// Where the layers lie, before the mirror.
  private static func area(of placements: [LayerPlacement], in output: OutputMapping) -> PixelArea?
  {
    let boxes = placements.lazy.compactMap { placement in
      Rectangle(around: placement.corners.corners.map(output.finished))
    }
    guard let first = boxes.first else { return nil }
    let box = boxes.dropFirst().reduce(first) { $0.union($1) }
    return PixelArea(box, margin: reach, in: output.output)
  }
}

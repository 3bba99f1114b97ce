import Avatars
import Compositing
import Geometry
import Imaging
import Matting
import Placement
import Recipe
import Timelines

/// Draws the avatars' layers and the scenes on cards where they were placed, from far to near, behind what is
/// in front of them.
struct AvatarPass: Pass {
  /// How far beyond a layer's corners its pixels may reach: 2 samples of each plane, which are 4 pixels
  /// where chroma is subsampled, and what rounding takes.
  private static let reach = 6.0

  private let textures: LayerTextures
  private let scenes: SceneTextures
  private let compositor: Compositor
  private var stack = LayerStack()
  private var sprites = SpriteBatch()
  private let hands: HandsInFront?

  init(_ setup: PassSetup) throws {
    textures = setup.avatars
    scenes = setup.scenes
    compositor = try Compositor()
    hands = HandsInFront(setup.options.occluders)
  }

  mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    let seen = state.placements.filter { $0.opacity > 0 }
    guard !seen.isEmpty || !state.scenes.isEmpty else { return nil }
    let area = Self.area(
      of: seen.map(\.corners) + state.scenes.flatMap { $0.items.map(\.corners) }, in: state.output)
    let guide = surface.guide
    try unsafe surface.withLayerPixels { picture in
      var drawn = try self.textures.drawn(seen, for: unsafe picture.format)[...]
      let matte = area.flatMap { area in
        unsafe hands?.matte(of: state, in: area, picture: picture, or: guide)
      }
      var kept = matte.map { matte in unsafe KeptPixels(of: picture, under: matte) }
      stack.removeAll()
      var scenes = state.scenes[...]
      var cards = CardsInFrontOfLayers(
        state.cardsInFront,
        before: state.cardsInFront.isEmpty
          ? nil : Self.area(of: seen.map(\.corners), in: state.output),
        in: state.output.output)
      for (index, placement) in state.placements.enumerated() {
        while let scene = scenes.first, scene.layersBefore <= index {
          try unsafe uncover(&cards, on: picture)
          try unsafe draw(scene, onto: picture)
          scenes.removeFirst()
        }
        guard placement.opacity > 0, let drawn = drawn.popFirst() ?? nil else { continue }
        if !cards.areKept(ofLayer: index) {
          try unsafe uncover(&cards, on: picture)
          if cards.hide(layer: index) {
            try unsafe compositor.draw(&stack, onto: picture)
            stack.removeAll()
            unsafe cards.keep(ofLayer: index, of: picture)
          }
        }
        let layers = self.textures.avatars[placement.avatarIndex].avatar.layers
        stack.append(
          drawn.texture, at: drawn.homography, opacity: placement.opacity,
          blend: layers[placement.layerIndex].blend.compositing)
      }
      try unsafe uncover(&cards, on: picture)
      for scene in scenes { try unsafe draw(scene, onto: picture) }
      try unsafe compositor.draw(&stack, onto: picture)
      unsafe kept?.bringBack(onto: picture)
    }
    return area
  }

  /// Draws the layers that cards hide a part of, and brings back what they hide.
  private mutating func uncover(
    _ cards: inout CardsInFrontOfLayers, on picture: MutablePicture
  ) throws {
    guard cards.haveKept else { return }
    try unsafe compositor.draw(&stack, onto: picture)
    stack.removeAll()
    unsafe cards.bringBack(onto: picture)
  }

  /// Puts what a scene draws on the stack; small particles are drawn together, over what the stack holds.
  private mutating func draw(_ scene: PlacedScene, onto picture: MutablePicture) throws {
    let format = unsafe picture.format
    for item in scene.items {
      guard scenes.sprites(item, of: scene.scene, for: format, into: &sprites) else {
        try scenes.append(item, of: scene.scene, to: &stack, for: format)
        continue
      }
      try unsafe compositor.draw(&stack, onto: picture)
      stack.removeAll()
      unsafe sprites.draw(onto: picture)
    }
  }

  /// Where pictures lie that have these corners in the produced frame, before the mirror.
  private static func area(of placed: [Quad<OutputSpace>], in output: OutputMapping) -> PixelArea? {
    let boxes = placed.lazy.compactMap { corners in
      Rectangle(around: corners.corners.map(output.finished))
    }
    guard let first = boxes.first else { return nil }
    let box = boxes.dropFirst().reduce(first) { $0.union($1) }
    return PixelArea(box, margin: reach, in: output.output)
  }
}

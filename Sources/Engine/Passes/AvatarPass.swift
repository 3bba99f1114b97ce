import Avatars
import Compositing
import Geometry
import Imaging
import Matting
import Placement
import Recipe
import Shot
import Timelines
import Tracking

/// Draws the avatars' layers and the scenes on cards where they were placed, from far to near, behind what is
/// in front of them and in the light that falls on them.
struct AvatarPass: Pass {
  /// How far beyond a layer's corners its pixels may reach: 2 samples of each plane, which are 4 pixels
  /// where chroma is subsampled, and what rounding takes.
  private static let reach = 6.0

  private let textures: LayerTextures
  private let scenes: SceneTextures
  private let compositor: Compositor
  private let options: PassOptions
  private var stack = LayerStack()
  private var sprites = SpriteBatch()
  private var lit = LitDrawing()
  private var volumes = VolumeStack()
  private var finder: ShotFinder
  private let hands: HandsInFront?

  init(_ setup: PassSetup) throws {
    textures = setup.avatars
    scenes = setup.scenes
    options = setup.options
    compositor = try Compositor()
    hands = HandsInFront(setup.options.occluders)
    finder = ShotFinder(ShotFinder.Wishes(setup))
  }

  mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    let seen = state.placements.filter { $0.opacity > 0 }
    guard !seen.isEmpty || !state.scenes.isEmpty else { return nil }
    let corners = seen.map { reached(by: $0, state.output) }
    let area = Self.area(
      of: corners + state.scenes.flatMap { $0.reached(in: state.output) }, in: state.output)
    let guide = surface.guide
    try unsafe surface.withLayerPixels { picture in
      let shot = try unsafe shot(of: state, in: picture, or: guide)
      var layers = try unsafe layers(of: state, in: shot, for: picture.format)
      var front = unsafe SubjectsInFront(
        state, hands, layers: Self.area(of: corners, in: state.output), all: area,
        picture, guide)
      var scenes = state.scenes[...]
      stack.removeAll()
      volumes.removeAll()
      for (index, placement) in state.placements.enumerated() {
        while let scene = scenes.first, scene.layersBefore <= index {
          try unsafe finish(&front, on: picture)
          try unsafe draw(scene, shot.cards[scene.card], &front, onto: picture)
          scenes.removeFirst()
        }
        guard placement.opacity > 0, let layer = layers.popFirst() ?? nil else { continue }
        if front.waitsForLayers {
          try unsafe flush(onto: picture)
          unsafe front.keepHands(of: picture)
        }
        if !front.cards.areKept(ofLayer: index) {
          try unsafe uncover(&front.cards, on: picture)
          if front.cards.hide(layer: index) {
            try unsafe flush(onto: picture)
            unsafe front.cards.keep(ofLayer: index, of: picture)
          }
        }
        try unsafe draw(layer, onto: picture)
      }
      try unsafe finish(&front, on: picture)
      for scene in scenes {
        try unsafe draw(scene, shot.cards[scene.card], &front, onto: picture)
      }
      try unsafe flush(onto: picture)
    }
    return area
  }

  /// What the picture tells of the subjects in it.
  private mutating func shot(
    of state: FrameState, in picture: MutablePicture, or guide: StraightRGBA8?
  ) throws -> FrameLook {
    guard finder.looks(at: state) else { return FrameLook(of: state) }
    guard let guide else { return try unsafe finder.shot(of: state, in: picture) }
    var (whole, shot) = (PremultipliedRGBA8(guide), FrameLook())
    try unsafe whole.withMutablePicture { shot = try unsafe finder.shot(of: state, in: $0) }
    return shot
  }

  /// Draws what waits on the stack.
  private mutating func flush(onto picture: MutablePicture) throws {
    try unsafe compositor.draw(&stack, onto: picture)
    stack.removeAll()
    try unsafe volumes.draw(on: &lit, onto: picture, by: compositor)
  }

  /// Draws the layers that wait, and brings back what hides them.
  private mutating func finish(_ front: inout SubjectsInFront, on picture: MutablePicture) throws {
    try unsafe uncover(&front.cards, on: picture)
    guard front.haveLayers else { return }
    try unsafe flush(onto: picture)
    unsafe front.bringBackHands(onto: picture)
  }

  /// Draws the layers that cards hide a part of, and brings back what they hide.
  private mutating func uncover(
    _ cards: inout CardsInFrontOfLayers, on picture: MutablePicture
  ) throws {
    guard cards.haveKept else { return }
    try unsafe flush(onto: picture)
    unsafe cards.bringBack(onto: picture)
  }

  // MARK: - Layers

  /// A layer that is drawn.
  private struct DrawnLayer {
    /// Its picture; nil for a model.
    let texture: DrawnTexture?
    let opacity: Double
    let blend: Compositor.BlendMode
    /// Its corners before the flip.
    let corners: Quad<OutputSpace>
    /// The light over it; nil where its colours are kept.
    let light: FieldGrid?
    /// How it moves while the shutter is open; nil where it does not.
    let motion: OffscreenDrawing.Motion?
    /// What it is beyond a flat picture, and whose it is; nil where it is one.
    let volume: (layer: VolumeStack.Layer, owner: VolumeStack.Owner)?
    /// The shadows of the face's layers, with their opacities, where it is the face's first.
    let shadows: [(shadow: ContactShadow, opacity: Double)]
  }

  /// What is drawn of the layers that are seen, in their order; nil for what has nothing to draw.
  private func layers(
    of state: FrameState, in shot: FrameLook, for format: PixelFormat
  ) throws -> ArraySlice<DrawnLayer?> {
    let seen = state.placements.filter { $0.opacity > 0 }
    let changes = seen.map { placement in
      let light = field(of: placement, shot, state)
      let motion = motion(of: placement, state.output)
      let isOffscreen = light != nil || motion != nil || placement.volume != nil
      return (light: light, motion: motion, isOffscreen: isOffscreen)
    }
    func drawn(_ isOffscreen: Bool, _ format: PixelFormat) throws -> ArraySlice<DrawnTexture?> {
      let chosen = zip(seen, changes).filter { $0.1.isOffscreen == isOffscreen }
      return try textures.drawn(chosen.map(\.0), for: format)[...]
    }
    var (plain, offscreen) = (try drawn(false, format), try drawn(true, OffscreenDrawing.format))
    var shadows = try shadows(of: seen, shot, state)
    return try zip(seen, changes).map { placement, change in
      let found = change.isOffscreen ? offscreen.popFirst() : plain.popFirst()
      let texture = found ?? nil
      guard texture != nil || placement.isModel else { return nil }
      let layer = textures.avatars[placement.avatarIndex].avatar.layers[placement.layerIndex]
      let corners = placement.corners.map(state.output.finished)
      let volume = try content(of: placement, texture, shot).map { volume, content in
        (
          VolumeStack.Layer(
            volume: volume, content: content, opacity: placement.opacity,
            blend: layer.blend.compositing, field: change.light.map { ($0, corners) },
            motion: change.motion),
          VolumeStack.Owner(subject: placement.subject, avatar: placement.avatarIndex)
        )
      }
      return DrawnLayer(
        texture: texture, opacity: placement.opacity, blend: layer.blend.compositing,
        corners: corners, light: change.light, motion: change.motion, volume: volume,
        shadows: shadows.removeValue(forKey: placement.subject) ?? [])
    }[...]
  }

  /// What is painted of a layer with volume; nil for a flat one.
  private func content(
    of placement: LayerPlacement, _ texture: DrawnTexture?, _ shot: FrameLook
  ) throws -> (LayerVolume, MeshLayer.Content)? {
    guard let volume = placement.volume else { return nil }
    switch volume.shape {
    case .surface(let mesh):
      guard let texture = texture?.texture else { return nil }
      let layer = textures.avatars[placement.avatarIndex].avatar.layers[placement.layerIndex]
      let placed = PlacedMesh(
        mesh, texture: texture, in: light(on: layer, of: placement, shot))
      return (volume, .picture(placed, texture))
    case .model(let model):
      return (
        volume,
        .shaded(
          ShadedMesh(model), try textures.materials(of: placement),
          modelLight(of: placement, shot))
      )
    }
  }

  /// The light on a model.
  private func modelLight(of placement: LayerPlacement, _ shot: FrameLook) -> ShadedLight {
    let avatar = textures.avatars[placement.avatarIndex].avatar
    guard let power = options.lightPower(of: avatar.light) else {
      return options.light == .unlit ? .none : .studio
    }
    guard case .face(let identity) = placement.subject, let light = shot.faces[identity] else {
      return .even(SIMD3(repeating: 1))
    }
    return .match(light, power: power)
  }

  /// The shadows of the layers on each subject.
  private func shadows(
    of seen: [LayerPlacement], _ shot: FrameLook, _ state: FrameState
  ) throws -> [Subject: [(shadow: ContactShadow, opacity: Double)]] {
    func strength(_ placement: LayerPlacement) -> Double {
      textures.avatars[placement.avatarIndex].avatar.layers[placement.layerIndex].shadow
    }
    let throwing = seen.filter { strength($0) > 0 }
    // A shadow lies on the face, which another background does not show.
    guard !throwing.isEmpty, options.ground == .clip else { return [:] }
    let drawn = try textures.drawn(throwing, for: OffscreenDrawing.format)
    var shadows: [Subject: [(shadow: ContactShadow, opacity: Double)]] = [:]
    for (placement, texture) in zip(throwing, drawn) {
      guard case .face(let identity) = placement.subject,
        let face = state.faces.first(where: { $0.identity == identity }),
        let content = try thrown(by: placement, texture, shot),
        let shadow = ContactShadow(
          of: content,
          at: placement.corners.map(state.output.finished),
          within: placement.extent(in: state.output).map(state.output.finished),
          strength: strength(placement), on: SceneFace(face.face, through: state.scene),
          in: shot.faces[identity], state.output)
      else { continue }
      shadows[placement.subject, default: []].append((shadow, placement.opacity))
    }
    return shadows
  }

  /// What throws the shadow of a layer.
  private func thrown(
    by placement: LayerPlacement, _ texture: DrawnTexture?, _ shot: FrameLook
  ) throws -> ContactShadow.Content? {
    guard placement.volume != nil else { return texture.map { .flat($0) } }
    guard let (_, content) = try content(of: placement, texture, shot) else { return nil }
    // A shadow has no colours that light falls on.
    guard case .shaded(let mesh, let materials, _) = content else {
      return .mesh(MeshLayer(.own, content))
    }
    return .mesh(MeshLayer(.own, .shaded(mesh, materials, .none)))
  }

  /// Puts a layer on the stack, or draws it in the light on its face.
  private mutating func draw(_ layer: DrawnLayer, onto picture: MutablePicture) throws {
    if !layer.shadows.isEmpty { try unsafe flush(onto: picture) }
    for (shadow, opacity) in layer.shadows {
      try unsafe shadow.draw(opacity: opacity, on: &lit, onto: picture, by: compositor)
    }
    if let (volume, owner) = layer.volume {
      if !stack.isEmpty || !volumes.joins(volume, of: owner) {
        try unsafe flush(onto: picture)
      }
      return volumes.append(volume, of: owner)
    }
    guard let texture = layer.texture else { return }
    if !volumes.isEmpty { try unsafe flush(onto: picture) }
    guard layer.light != nil || layer.motion != nil else {
      return stack.append(
        texture.texture, at: texture.homography, opacity: layer.opacity, blend: layer.blend)
    }
    var light = LitDrawing.Light(motion: layer.motion)
    if let field = layer.light {
      guard
        let square = Homography<ArtworkSpace, OutputSpace>(rectangle: 1, 1, to: layer.corners)?
          .inverse
      else { return }
      light.factors = (field, square)
    }
    try unsafe flush(onto: picture)
    let compositor = compositor
    try unsafe lit.draw(
      within: layer.corners, in: light, blend: layer.blend, onto: picture, by: compositor
    ) { picture, shift in
      try unsafe compositor.draw(
        texture.texture, at: texture.homography.then(shift), opacity: layer.opacity, onto: picture)
    }
  }

  /// The light on a layer's surface.
  private func light(
    on layer: Layer, of placement: LayerPlacement, _ shot: FrameLook
  ) -> SurfaceLight {
    let avatar = textures.avatars[placement.avatarIndex].avatar
    guard let power = options.lightPower(of: avatar.light) else {
      return options.light == .unlit || layer.shade == 0 ? .even : .studio(part: layer.shade)
    }
    guard placement.volume?.hasNormals == true, case .face(let identity) = placement.subject,
      let light = shot.faces[identity]
    else { return .even }
    return .match(light, power: power)
  }

  /// How a layer moves while the shutter is open; nil where that blurs nothing.
  private func motion(
    of placement: LayerPlacement, _ output: OutputMapping
  ) -> OffscreenDrawing.Motion? {
    guard let motion = placement.motion else { return nil }
    return OffscreenDrawing.Motion(
      of: placement.corners.map(output.finished), from: motion.from.map(output.finished),
      to: motion.to.map(output.finished))
  }

  /// The light over a layer; nil where it is drawn as it is.
  private func field(
    of placement: LayerPlacement, _ shot: FrameLook, _ state: FrameState
  ) -> FieldGrid? {
    let avatar = textures.avatars[placement.avatarIndex].avatar
    guard let power = options.lightPower(of: avatar.light),
      placement.volume.map({ !$0.hasNormals }) ?? true,
      case .face(let identity) = placement.subject, let light = shot.faces[identity],
      let face = state.faces.first(where: { $0.identity == identity })
    else { return nil }
    return light.field(
      on: face.face, through: state.scene,
      rotation: placement.driven?.rotation ?? avatar.layers[placement.layerIndex].rotation,
      isFlipped: placement.corners.map(state.output.finished).signedArea < 0, power: power)
  }

  // MARK: - Scenes

  /// Draws a scene behind what lies on its card, in the light on the card.
  private mutating func draw(
    _ scene: PlacedScene, _ card: CardInShot?, _ front: inout SubjectsInFront,
    onto picture: MutablePicture
  ) throws {
    var scene = scene
    // Before the flip, as all is drawn.
    for index in scene.items.indices {
      scene.items[index].corners = scene.items[index].corners.map(front.output.finished)
    }
    let corners = scene.sight.corners.map { front.output.toComposite($0) }
    guard let matte = front.matte(over: scene, card, scenes.size(of: scene.scene)) else {
      return try unsafe draw(scene, at: corners, card, onto: picture)
    }
    try unsafe flush(onto: picture)
    var kept = unsafe KeptPixels(of: picture, under: matte)
    try unsafe draw(scene, at: corners, card, onto: picture)
    try unsafe flush(onto: picture)
    unsafe kept.bringBack(onto: picture)
  }

  /// Puts what a scene draws on the stack; small particles, and what is lit, are drawn over what the stack holds.
  private mutating func draw(
    _ scene: PlacedScene, at corners: Quad<OutputSpace>, _ card: CardInShot?,
    onto picture: MutablePicture
  ) throws {
    var shadowsWait = true
    for item in scene.items {
      // Shadows fall on the card alone, not on what stands before it.
      if shadowsWait, !scenes.isFlat(item, of: scene.scene) {
        shadowsWait = false
        if !volumes.isEmpty { try unsafe flush(onto: picture) }
        for item in scene.items {
          try unsafe scenes.appendShadow(
            of: item, scene.scene, on: corners, to: &stack, for: picture.format)
        }
      }
      guard case .model(let model) = item.content else {
        if !volumes.isEmpty { try unsafe flush(onto: picture) }
        try unsafe draw(item, of: scene.scene, card, onto: picture)
        continue
      }
      try unsafe draw(model, item, of: scene, card, onto: picture)
    }
  }

  /// Puts a model of a scene on the stack of what has volume.
  private mutating func draw(
    _ model: ModelPlacement, _ item: ItemPlacement, of scene: PlacedScene, _ card: CardInShot?,
    onto picture: MutablePicture
  ) throws {
    guard case .model(let placed) = model.volume.shape,
      let materials = try scenes.materials(of: item, scene.scene)
    else { return }
    let light: ShadedLight =
      if options.lightPower(of: scenes.light(of: scene.scene)) == nil {
        options.light == .unlit ? .none : .studio
      } else {
        .even(item.feet.flatMap { card?.factors(at: $0.topLeft) } ?? SIMD3(repeating: 1))
      }
    let layer = VolumeStack.Layer(
      volume: model.volume, content: .shaded(ShadedMesh(placed), materials, light),
      opacity: item.opacity, blend: item.blend.compositing, field: nil, motion: nil,
      glare: card?.factors == nil ? nil : card?.glare)
    let owner = VolumeStack.Owner(subject: .card(scene.card), avatar: scene.scene)
    if !stack.isEmpty || !volumes.joins(layer, of: owner) { try unsafe flush(onto: picture) }
    volumes.append(layer, of: owner)
  }

  private mutating func draw(
    _ item: ItemPlacement, of scene: Int, _ card: CardInShot?, onto picture: MutablePicture
  ) throws {
    let card = card?.factors == nil ? nil : card
    let format = unsafe card?.glare == nil ? picture.format : OffscreenDrawing.format
    if scenes.sprites(item, of: scene, in: card, for: format, into: &sprites) {
      try unsafe flush(onto: picture)
      guard let glare = card?.glare else { return unsafe sprites.draw(onto: picture) }
      guard let drawn = item.drawnCorners else { return }
      let sprites = sprites
      return try unsafe lit.draw(
        within: drawn, in: glare, blend: .normal, onto: picture, by: compositor
      ) { picture, shift in
        unsafe sprites.moved(by: shift).draw(onto: picture)
      }
    }
    guard let card else {
      return try unsafe scenes.append(item, of: scene, to: &stack, for: picture.format)
    }
    guard case .particles(let particles) = item.content else {
      return try unsafe draw(item, of: scene, in: card, feet: item.feet, onto: picture)
    }
    for particle in particles {
      var one = item
      one.content = .particles([particle])
      one.corners = particle.corners
      let foot = particle.foot
      try unsafe draw(
        one, of: scene, in: card, feet: Quad(foot, foot, foot, foot), onto: picture)
    }
  }

  /// Draws a picture in the light on its card.
  private mutating func draw(
    _ item: ItemPlacement, of scene: Int, in card: CardInShot, feet: Quad<PrintSpace>?,
    onto picture: MutablePicture
  ) throws {
    guard let feet, let light = card.light(on: feet, within: item.corners) else {
      return try unsafe scenes.append(item, of: scene, to: &stack, for: picture.format)
    }
    try unsafe flush(onto: picture)
    let (scenes, compositor) = (scenes, compositor)
    try unsafe lit.draw(
      within: item.corners, in: light, blend: item.blend.compositing, onto: picture, by: compositor
    ) { picture, shift in
      var stack = LayerStack()
      try scenes.append(item.moved(by: shift), of: scene, to: &stack, for: OffscreenDrawing.format)
      try unsafe compositor.draw(&stack, onto: picture)
    }
  }

  /// The corners within which a layer and its shadow lie.
  private func reached(
    by placement: LayerPlacement, _ output: OutputMapping
  ) -> Quad<OutputSpace> {
    let layer = textures.avatars[placement.avatarIndex].avatar.layers[placement.layerIndex]
    let drawn = placement.extent(in: output)
    let corners = layer.shadow > 0 ? ContactShadow.reached(from: drawn) : drawn
    guard let reach = motion(of: placement, output)?.reach,
      let box = Rectangle(around: corners.corners)
    else { return corners }
    let (x, y) = (Double(reach.x), Double(reach.y))
    return Quad(box.grown(left: x, top: y, right: x, bottom: y))
  }

  /// Where pictures lie that have these corners in the produced frame, before the mirror.
  private static func area(
    of placed: [Quad<OutputSpace>], in output: OutputMapping
  ) -> PixelArea? {
    let boxes = placed.lazy.compactMap { corners in
      Rectangle(around: corners.corners.map(output.finished))
    }
    guard let first = boxes.first else { return nil }
    let box = boxes.dropFirst().reduce(first) { $0.union($1) }
    return PixelArea(box, margin: reach, in: output.output)
  }
}

internal import AvatarFiles
internal import Avatars
internal import Compositing
internal import Geometry
internal import Imaging
internal import ModelFiles
internal import Placement
package import SceneFiles
internal import Scenes
package import Shot
import Synchronization

/// The scenes of a job, and the textures of what they draw from when it is first shown.
package final class SceneTextures {
  /// The scenes, in the order of the plan.
  package let packages: [ScenePackage]
  /// What is written and shown in their fields.
  private let fields: SceneFields
  /// What a person should know of the scenes, and of what was drawn.
  package private(set) var notes: [String]
  /// Their names, as a sidecar has them.
  package var names: [String] { packages.map(\.scene.id) }
  private var textures: [PixelFormat: [Key: Texture]] = [:]
  /// The prints that were looked at last, of all jobs: making one takes as long as several frames.
  private static let keptPrints = Mutex(RecentlyUsed<String, CardPrint>(byteLimit: 16))
  /// The prints of the scenes' cards that were looked at.
  private var prints: [Int: CardPrint] = [:]
  /// The shapes of particles, for those that are small.
  private let shapes: [ParticleKind.Shape: SpriteShape]
  /// The frames of pictures of which a texture was made.
  private var frames: [Picture: [StraightRGBA8]] = [:]

  private let models = ModelTextures()
  private var shadows = ModelShadowPicture()

  /// What a texture shows.
  private enum Key: Hashable {
    case frame(Picture, Int)
    /// The same, so many pixels wide.
    case reduced(Picture, Int, width: Int)
    case box(scene: Int, item: Int)
    /// A shape in a colour, so many pixels wide.
    case shape(ParticleKind.Shape, SceneColour, side: Int)
    case flash(SceneColour)
  }

  private struct Picture: Hashable {
    let scene: Int
    let artwork: SceneArtwork
  }

  /// The most formats whose textures are kept, as of avatars.
  private static let formatLimit = 4
  /// The most textures of a format: what scenes may hold are far fewer.
  private static let textureLimit = 4096
  /// The widths of particles' pictures, in pixels: one that is at most 1.41 times what is drawn takes one
  /// sample a pixel, where a large one takes thirty.
  private static let widths = [8, 11, 16, 22, 32, 45, 64, 90, 128, 180, 256]
  /// The side of a flash's picture, in pixels, as it is placed.
  private static let flashSide = 256

  /// What a scene's text of a field says; nil where it has none.
  package func words(ofField field: String, scene place: Int) -> String? {
    guard packages.indices.contains(place) else { return nil }
    let scene = packages[place].scene
    for item in scene.items {
      guard case .text(let text) = item.content, text.field == field else { continue }
      return fields.text(field, of: scene.id) ?? text.text
    }
    return nil
  }

  /// Takes scenes, and what is shown in their fields.
  package init(_ packages: [ScenePackage] = [], fields: SceneFields = SceneFields()) {
    (self.packages, self.fields) = (packages, fields)
    notes = packages.flatMap(\.notes)
    let known: [ParticleKind.Shape] = [.dot, .streak, .spark]
    shapes = Dictionary(
      uniqueKeysWithValues: known.compactMap { shape in
        SceneArt.coverage(of: shape).map { (shape, SpriteShape(coverage: $0)) }
      })
  }

  /// The print of a scene's card, made ready for a look at frames.
  package func cardPrint(of scene: Int) throws -> CardPrint {
    if let known = prints[scene] { return known }
    let package = packages[scene]
    let key = package.sha256 + package.scene.picture.image
    let print =
      try Self.keptPrints.withLock { $0.value(key) } ?? CardPrint(package.printedPicture())
    Self.keptPrints.withLock { $0.keep(print, for: key, byteCount: 1) }
    prints[scene] = print
    return print
  }

  /// The width and height of the print of a scene's card, in millimetres.
  func size(of scene: Int) -> SIMD2<Double> {
    let measured = packages[scene].measured
    let width = measured.scene.picture.widthMm
    return SIMD2(width, width * measured.printAspect)
  }

  /// Which light falls on a scene.
  func light(of scene: Int) -> LightMode { packages[scene].scene.light }

  /// The small particles of an item, where all of them can be drawn together; nil where they are layers.
  ///
  /// - Parameter card: in whose light they are; nil for none.
  func sprites(
    _ item: ItemPlacement, of scene: Int, in card: CardInShot?, for format: PixelFormat,
    into batch: inout SpriteBatch
  ) -> Bool {
    guard case .particles(let particles) = item.content, item.blend == .normal,
      SpriteBatch.draws(on: format),
      case .particles(let emitter) = packages[scene].scene.items[item.item].content
    else { return false }
    let kinds = (own: shapes[emitter.kind.shape], then: shapes[emitter.then?.kind.shape ?? .dot])
    guard let own = kinds.own, let then = kinds.then else { return false }
    batch.removeAll()
    for particle in particles {
      guard particle.corners.longestSide <= SpriteBatch.largest else { return false }
      let colour = particle.colour
      batch.append(
        particle.isSuccessor ? then : own, corners: particle.corners,
        colour: card.map { $0.lit(colour.components, at: particle.foot) } ?? colour.components,
        opacity: particle.opacity)
    }
    return true
  }

  /// Puts what an item of a scene draws on top of a stack.
  func append(
    _ item: ItemPlacement, of scene: Int, to stack: inout LayerStack, for format: PixelFormat
  ) throws {
    switch item.content {
    case .frame(let frame):
      if case .picture(let artwork) = packages[scene].scene.items[item.item].content,
        let lottie = packages[scene].lottie(of: artwork)
      {
        let drawn: DrawnTexture
        do {
          drawn = try LottieTextures.shared.frame(
            frame, of: lottie, at: item.homography, for: format)
        } catch {
          throw packages[scene].failure(of: artwork, error)
        }
        stack.append(
          drawn.texture, at: drawn.homography, opacity: item.opacity,
          blend: item.blend.compositing)
        return
      }
      guard let texture = try texture(of: item, frame: frame, scene, format) else { return }
      stack.append(
        texture, at: item.homography, opacity: item.opacity, blend: item.blend.compositing)
    case .flash(let colour):
      let texture = try texture(.flash(colour), format) {
        SceneArt.flash(colour, side: Self.flashSide)
      }
      guard let texture else { return }
      stack.append(
        texture, at: item.homography, opacity: item.opacity, blend: item.blend.compositing)
    case .particles(let particles):
      try append(particles, of: item, scene, to: &stack, for: format)
    case .model:
      break
    }
  }

  /// Whether an item lies parallel to its card.
  func isFlat(_ item: ItemPlacement, of scene: Int) -> Bool {
    packages[scene].scene.items[item.item].isFlat
  }

  /// The materials of an item's model; nil for what is none.
  func materials(of item: ItemPlacement, _ scene: Int) throws -> ShadedMaterials? {
    guard case .model(let model) = packages[scene].scene.items[item.item].content,
      let found = packages[scene].model(model.file)
    else { return nil }
    return try models.materials(of: found.model) { try found.images() }
  }

  /// Puts the shadow that an item throws on its card on top of a stack.
  ///
  /// - Parameter corners: of the card, before the flip.
  func appendShadow(
    of item: ItemPlacement, _ scene: Int, on corners: Quad<OutputSpace>, to stack: inout LayerStack,
    for format: PixelFormat
  ) throws {
    guard case .model(let model) = item.content, let shadow = model.shadow,
      let materials = try materials(of: item, scene),
      let picture = shadows.picture(of: shadow, materials),
      let map = Homography<ArtworkSpace, OutputSpace>(
        rectangle: Double(picture.width), Double(picture.height), to: corners)
    else { return }
    stack.append(
      Texture(picture, for: format), at: map, opacity: shadow.strength * item.opacity,
      blend: .normal)
  }

  private func append(
    _ particles: [ParticlePlacement], of item: ItemPlacement, _ scene: Int,
    to stack: inout LayerStack, for format: PixelFormat
  ) throws {
    guard case .particles(let emitter) = packages[scene].scene.items[item.item].content else {
      return
    }
    for particle in particles {
      let kind = particle.isSuccessor ? emitter.then?.kind ?? emitter.kind : emitter.kind
      let shown: Texture?
      if case .picture(let artwork) = kind.shape {
        shown = try texture(
          Picture(scene: scene, artwork: artwork), particle.frame, format,
          width: Self.width(of: particle.corners))
      } else {
        var colour = particle.colour
        colour.alpha = 1
        let side = Self.width(of: particle.corners) ?? Self.widths.last ?? 256
        shown = try texture(.shape(kind.shape, colour, side: side), format) {
          SceneArt.picture(of: kind.shape, colour, side: side)
        }
      }
      guard let shown,
        let map = Homography<ArtworkSpace, OutputSpace>(
          rectangle: Double(shown.width), Double(shown.height), to: particle.corners)
      else { continue }
      stack.append(shown, at: map, opacity: particle.opacity, blend: item.blend.compositing)
    }
  }

  /// The width of the picture with which a particle is drawn; nil for its file's own.
  private static func width(of corners: Quad<OutputSpace>) -> Int? {
    widths.first { Double($0) >= corners.longestSide }
  }

  // MARK: - Textures

  private func texture(
    of item: ItemPlacement, frame: Int, _ scene: Int, _ format: PixelFormat
  ) throws -> Texture? {
    let package = packages[scene]
    switch package.scene.items[item.item].content {
    case .picture(let artwork):
      return try texture(Picture(scene: scene, artwork: artwork), frame, format)
    case .text(let text):
      return try texture(.box(scene: scene, item: item.item), format) {
        let written = try SceneArt.picture(
          of: text, text: fields.text(text.field, of: package.scene.id) ?? text.text)
        for note in written.notes {
          let told = "the scene \(package.scene.id), \(item.name): \(note)"
          if !notes.contains(told) { notes.append(told) }
        }
        return written.picture
      }
    case .photo(let photo):
      return try texture(.box(scene: scene, item: item.item), format) {
        let given = fields.photo(photo.field, of: package.scene.id)
        guard let shown = try given ?? photo.image.map(package.picture) else { return nil }
        return try SceneArt.picture(of: photo, photo: shown)
      }
    case .flash, .particles, .model:
      return nil
    }
  }

  private func texture(
    _ picture: Picture, _ frame: Int, _ format: PixelFormat, width: Int? = nil
  ) throws -> Texture? {
    let file = packages[picture.scene].measured.pictures[picture.artwork]
    if let width, let file, width < file.frame.width {
      return try texture(.reduced(picture, frame, width: width), format) {
        try pixels(picture, frame).flatMap { whole in
          let height = Double(whole.height) * Double(width) / Double(whole.width)
          return whole.resampled(
            to: PixelSize<ArtworkSpace>(clamping: width, max(1, Int(height.rounded()))))
        }
      }
    }
    return try texture(.frame(picture, frame), format) { try pixels(picture, frame) }
  }

  private func pixels(_ picture: Picture, _ frame: Int) throws -> StraightRGBA8? {
    if frames[picture] == nil {
      frames[picture] = try packages[picture.scene].frames(of: picture.artwork)
    }
    guard let all = frames[picture], all.indices.contains(frame) else { return nil }
    return all[frame]
  }

  private func texture(
    _ key: Key, _ format: PixelFormat, make: () throws -> StraightRGBA8?
  ) throws -> Texture? {
    if let known = textures[format]?[key] { return known }
    guard let picture = try make() else { return nil }
    if textures[format] == nil, textures.count >= Self.formatLimit { textures.removeAll() }
    if let known = textures[format], known.count >= Self.textureLimit { textures[format] = [:] }
    let texture = Texture(picture, for: format)
    textures[format, default: [:]][key] = texture
    return texture
  }
}

extension SceneColour {
  fileprivate var components: SIMD3<Double> { SIMD3(red, green, blue) }
}

extension Quad {
  /// The longer of its upper and its lower side.
  fileprivate var longestSide: Double {
    max(topLeft.distance(to: topRight), bottomLeft.distance(to: bottomRight))
  }
}

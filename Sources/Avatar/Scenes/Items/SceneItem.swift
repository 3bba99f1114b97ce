public import Avatars
public import Geometry

/// One thing that a scene draws.
public struct SceneItem: Hashable, Sendable {
  /// What is drawn.
  public enum Content: Hashable, Sendable {
    /// A picture, or a moving one.
    case picture(SceneArtwork)
    case text(SceneText)
    case photo(ScenePhoto)
    /// Light over the card or the picture.
    case flash(SceneFlash)
    case particles(Emitter)
    case model(SceneModel)
  }

  /// Which way a picture faces.
  public enum Facing: String, CaseIterable, Sendable {
    /// It stands on the card, folded up about its base line by `angle`.
    case card
    /// It stands on the card, turned about its own axis to the camera.
    case camera
    /// It lies in the picture.
    case screen
  }

  /// How far an item is folded up from the card.
  public enum Angle: Hashable, Sendable {
    /// By where the camera is.
    case auto
    /// In degrees: 0 parallel to the card, 90 upright on it.
    case degrees(Double)
  }

  /// The name, unique in its scene.
  public var name: String
  /// What is drawn.
  public var content: Content
  /// Where its pivot lies.
  public var at: Vector3<CardSpace>
  /// The width in millimetres; that of a box is its first side, and 0 stands for what has none.
  public var width: Double
  /// The point of the picture that lies on `at`, in parts of the picture, y down.
  public var pivot: Pivot
  /// The turn about the pivot in degrees, clockwise.
  public var rotation: Double
  /// How far it is folded up.
  public var angle: Angle
  /// Which way it faces.
  public var facing: Facing
  /// What a mirrored output does to the picture.
  public var mirror: MirrorPolicy
  /// How its colours join what is under it.
  public var blend: BlendMode
  /// How much of it covers what is under it, 0 to 1.
  public var opacity: Double
  /// When its runs begin.
  public var start: ItemStart
  /// How long after that it is first drawn, in milliseconds.
  public var delayMs: Double
  /// How long it is drawn, in milliseconds; 0 for as long as the card is there.
  public var durationMs: Double
  /// What changes over its age.
  public var animations: [Animation]

  /// Makes an item; all but name and content have the defaults of the format.
  public init(
    name: String, _ content: Content, at: Vector3<CardSpace> = .zero, width: Double = 0,
    pivot: Pivot = .middle, rotation: Double = 0, angle: Angle = .degrees(0),
    facing: Facing = .card, mirror: MirrorPolicy? = nil, blend: BlendMode = .normal,
    opacity: Double = 1, start: ItemStart = .seen, delayMs: Double = 0, durationMs: Double = 0,
    animations: [Animation] = []
  ) {
    (self.name, self.content, self.at, self.width) = (name, content, at, width)
    (self.pivot, self.rotation, self.angle, self.facing) = (pivot, rotation, angle, facing)
    self.mirror = mirror ?? content.mirror
    (self.blend, self.opacity, self.start) = (blend, opacity, start)
    (self.delayMs, self.durationMs, self.animations) = (delayMs, durationMs, animations)
  }

  /// Whether it lies parallel to the card at all times: it is drawn before what stands up, and not seen from
  /// behind.
  public var isFlat: Bool {
    switch content {
    case .particles, .model: false
    case .flash: true
    case .picture, .text, .photo:
      facing == .card && angle == .degrees(0) && !animations.contains { $0.property == .angle }
    }
  }

  /// Whether it comes as `Scene.appear` says.
  public var appears: Bool {
    guard start == .seen else { return false }
    switch content {
    case .particles, .flash: return false
    case .picture, .text, .photo, .model: return true
    }
  }

  /// Whether it is drawn at an age, in milliseconds.
  public func isDrawn(atAge age: Double) -> Bool {
    age >= 0 && (durationMs == 0 || age < durationMs)
  }

  /// The numbers that animations change, at an age in milliseconds.
  public func values(atAge age: Double) -> ItemValues {
    var values = ItemValues(
      at: at, width: width, rotation: rotation, angle: angle, opacity: opacity)
    for animation in animations { values.set(animation.property, animation.value(atAge: age)) }
    return values
  }
}

extension SceneItem.Content {
  /// What a mirrored output does to it where the file does not say.
  var mirror: MirrorPolicy {
    switch self {
    case .text, .photo: .keep
    case .picture, .flash, .particles, .model: .follow
    }
  }
}

/// When the runs of an item begin.
public enum ItemStart: Hashable, Sendable {
  /// With the card's first sample.
  case seen
  /// At the end of each run of another item, by its place in the list.
  case after(Int)
  /// At each cue of this name, such as a tap.
  case cue(String)
  /// When a hand has made this gesture for a while, in the card's picture where `near` says so.
  case gesture(String, near: Bool)
}

/// The numbers of an item that animations change.
public struct ItemValues: Hashable, Sendable {
  /// Where its pivot lies.
  public var at: Vector3<CardSpace>
  /// The width in millimetres.
  public var width: Double
  /// The turn about the pivot in degrees, clockwise.
  public var rotation: Double
  /// How far it is folded up.
  public var angle: SceneItem.Angle
  /// How much of it covers what is under it, 0 to 1.
  public var opacity: Double

  mutating func set(_ property: Animation.Property, _ value: Double) {
    switch property {
    case .atX: at.x = value
    case .atY: at.y = value
    case .atZ: at.z = value
    case .width: width = value
    case .rotation: rotation = value
    case .angle: angle = .degrees(value)
    case .opacity: opacity = value
    }
  }
}

public import Avatars

/// What is drawn on a printed picture (a card) while the clip shows it, as a package's `scene.json` says.
///
/// Lengths are millimetres in the space of the card (`CardSpace`), times are milliseconds.
public struct Scene: Hashable, Sendable {
  /// The name of the package: that of its folder.
  public var id: String
  /// What people call it, by language tag.
  public var name: [String: String]
  /// The printed picture that it is drawn on.
  public var picture: ScenePicture
  /// What the random numbers of its particles begin with.
  public var seed: UInt64
  /// Whether it is drawn over or under the avatars.
  public var depth: SceneDepth
  /// How its items come.
  public var appear: Appearance
  /// How it goes when the card is lost.
  public var vanish: Vanishing
  /// What is drawn, in the order of the list.
  public var items: [SceneItem]
  /// What is heard of it.
  public var sounds: [SceneSound]
  /// The path of a spoken greeting inside the package; nil for none.
  public var greeting: String?
  /// Which light falls on its items.
  public var light = LightMode.unlit

  /// Makes a scene; all but its picture have the defaults of the format.
  public init(
    id: String, name: [String: String] = [:], picture: ScenePicture, seed: UInt64 = 0,
    depth: SceneDepth = .auto, appear: Appearance = Appearance(),
    vanish: Vanishing = Vanishing(), items: [SceneItem] = [], sounds: [SceneSound] = []
  ) {
    (self.id, self.name, self.picture, self.seed) = (id, name, picture, seed)
    (self.depth, self.appear, self.vanish) = (depth, appear, vanish)
    (self.items, self.sounds) = (items, sounds)
  }

  /// How items that begin with the card come.
  public struct Appearance: Hashable, Sendable {
    /// How long their opacity rises, in milliseconds; 0 for at once.
    public var fadeMs: Double
    /// How long their width grows, in milliseconds; 0 for at once.
    public var growMs: Double

    /// Makes it; by default as the format has it.
    public init(fadeMs: Double = 300, growMs: Double = 400) {
      (self.fadeMs, self.growMs) = (fadeMs, growMs)
    }
  }

  /// How a scene goes whose card is lost.
  public struct Vanishing: Hashable, Sendable {
    /// The longest gap between samples over which the card counts as there, in milliseconds; with `isAfter`, and where
    /// later samples are not known, also how long the scene stays where the card was last.
    public var holdMs: Double
    /// How long it fades, in milliseconds.
    public var fadeMs: Double
    /// Whether it stays and fades after the card's last sample; otherwise it has faded by then, where later samples
    /// are known.
    public var isAfter: Bool

    /// Makes it; by default as the format has it.
    public init(holdMs: Double = 300, fadeMs: Double = 300, isAfter: Bool = false) {
      (self.holdMs, self.fadeMs, self.isAfter) = (holdMs, fadeMs, isAfter)
    }

    /// The opacity of a scene whose card was seen last some milliseconds ago, 0 to 1; nil where it is gone.
    public func opacity(afterMs age: Double) -> Double? {
      if age <= holdMs { return 1 }
      guard age < holdMs + fadeMs else { return nil }
      return 1 - (age - holdMs) / fadeMs
    }
  }
}

/// The printed picture that a scene is drawn on.
public struct ScenePicture: Hashable, Sendable {
  /// The name by which tracking files call it.
  public var name: String
  /// The path of its file inside the package.
  public var image: String
  /// How wide the print is, in millimetres.
  public var widthMm: Double

  /// Makes a picture.
  public init(name: String, image: String, widthMm: Double) {
    (self.name, self.image, self.widthMm) = (name, image, widthMm)
  }
}

/// Whether a scene is drawn over or under the avatars.
public enum SceneDepth: String, CaseIterable, Sendable {
  /// By the distances of cards and faces.
  case auto
  /// After all avatars.
  case over
  /// Before all avatars.
  case under
}

/// A sound of a scene.
public struct SceneSound: Hashable, Sendable {
  /// The path of its file inside the package.
  public var file: String
  /// When it begins.
  public var start: ItemStart
  /// How much louder it is, in dB.
  public var gain: Double

  /// Makes a sound.
  public init(file: String, start: ItemStart = .seen, gain: Double = 0) {
    (self.file, self.start, self.gain) = (file, start, gain)
  }
}

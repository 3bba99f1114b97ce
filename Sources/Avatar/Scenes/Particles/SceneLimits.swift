/// How much a scene may hold.
public enum SceneLimits {
  /// Bytes of a `scene.json`.
  public static let manifestBytes = 256 << 10
  /// Items of a scene.
  public static let items = 64
  /// Frames of a sheet.
  public static let sheetFrames = 256
  /// Characters of a text.
  public static let textCharacters = 1000
  /// Milliseconds that a particle lives.
  public static let lifeMs = 20_000.0
  /// Particles of one run of an emitter that are drawn at once.
  public static let particlesOfRun = 400
  /// Particles of a scene that are drawn at once.
  public static let particlesOfScene = 1500
  /// Particles that an emitter makes a second.
  public static let rate = 10_000.0
  /// Particles that an emitter makes while the longest-lived one lives, successors included.
  public static let births = 100_000.0
  /// Particles of one burst, and of one emitter at a particle's death.
  public static let burst = 400
  /// Bursts of an emitter.
  public static let bursts = 64
  /// Keys of an animation, and of what changes over a particle's life.
  public static let keys = 256
  /// Animations of an item.
  public static let animations = 16
  /// Runs of an item that are drawn at once: the run after so many others hides the first.
  public static let runs = 8
  /// Cards whose scenes are drawn at once: the nearest.
  public static let cards = 8
  /// Milliseconds of a delay, a duration, or the age of a key: an hour.
  public static let timeMs = 3_600_000.0
  /// Millimetres of a size or a place: lengths like this one keep every later number finite.
  public static let lengthMm = 10_000.0
  /// Degrees that something is turned by.
  public static let turnDegrees = 3600.0
  /// How large a model may be beside its file, whose unit is a metre.
  public static let modelScale = 1e-6...10_000.0
  /// Flashes a second, of which more may cause seizures (WCAG 2.3.1).
  public static let flashesPerSecond = 3
}

/// How much sound is mixed.
public enum SoundLimits {
  /// Seconds of a spoken greeting.
  public static let greetingSeconds = 60.0
  /// Seconds of a sound of a scene.
  public static let sceneSeconds = 20.0
  /// Seconds of music, which is repeated in a longer clip.
  public static let musicSeconds = 600.0
  /// Seconds of a clip in which sound is mixed, a day: a file of some bytes can state years.
  public static let clipSeconds = 86_400.0
  /// Times that sounds of scenes are heard in a clip.
  public static let events = 10_000
  /// Seconds of all sounds of the scenes of a clip together.
  public static let scenesSeconds = 600.0
}

/// What is heard in a clip beside its own sound.
public struct SoundChoice: Hashable, Sendable {
  /// The file that is spoken when the greeting of a scene appears; nil for none.
  public var greeting: String?
  /// The file of music that is heard from the clip's begin to its end; nil for none.
  public var music: String?
  /// Whether the session is heard.
  public var playsSession = false
  /// Whether the clip has sound at all.
  public var isKept = true

  /// Makes the choice of the packages' own sounds.
  public init() {}
}

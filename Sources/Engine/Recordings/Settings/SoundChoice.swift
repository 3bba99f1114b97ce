public import Sound

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

  /// What becomes of the clip's own sound.
  public var voice = VoiceChoice.keep
  /// Whether the clip's own sound is not heard as it is.
  public var changesVoice: Bool { voice != .keep }

  /// Makes the choice of the packages' own sounds.
  public init() {}
}

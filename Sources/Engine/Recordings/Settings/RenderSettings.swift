public import ClipReading
public import Recipe
public import TrackingFiles

/// Everything that decides what a render looks like and where it goes.
@dynamicMemberLookup
public struct RenderSettings: Sendable {
  /// What to render.
  public var recording: RecordingLocation
  /// How its tracking file is read; a size that the file does not say becomes the clip's.
  public var tracking = TrackingFileOptions()
  /// Which avatars the faces wear.
  public var avatars: AvatarSelection
  /// The avatars that swipes of hands go through, by name or path; empty where hands change none.
  public var swipeAvatars: [String] = []
  /// What is drawn on printed cards.
  public var scenes = SceneSelection.none
  /// The file that says what users did while the clip was taken; nil for none.
  public var cues: String?
  /// What is heard beside the clip's own sound.
  public var sound = SoundChoice()
  /// The file that says how avatars sit on faces; nil for as their packages say.
  public var fitProfile: String?
  /// What the frames look like.
  public var appearance = Appearance()
  /// The result.
  public var output: OutputSettings
  /// The session that avatars follow; nil for none, and then hands alone are followed.
  public var session: SessionPlan?
  /// The part of the clip that is rendered.
  public var part = ClipPart.whole
  /// Whether what is left of a damaged still will do; a clip's whole frames are rendered either way.
  public var allowsDamagedStill = false
  /// What tells hair before faces where hands are cut out; nil where hands alone are.
  public var segmenter: PictureSegmenter?
  /// Where what hands cover is kept for the next render; nil where it is not kept.
  public var mattes: MatteCache?
  /// Threads of the decoder and of the encoder; 0 is one and the encoder's usual ones.
  public var threads = 0

  /// Makes settings with defaults for all but the recording, the avatars and the output.
  public init(recording: RecordingLocation, avatars: AvatarSelection, output: OutputSettings) {
    (self.recording, self.avatars, self.output) = (recording, avatars, output)
  }

  /// The same for a recording whose tracking was held against the clip's pictures already.
  package var trustingTracking: RenderSettings {
    var settings = self
    settings.tracking.isTrusted = true
    return settings
  }

  /// A member of what the frames look like.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Appearance, Value>) -> Value {
    get { appearance[keyPath: member] }
    set { appearance[keyPath: member] = newValue }
  }
}

/// What a session asks of the player: the numbers of a file of `avatar-session/1`.
///
/// Every default is the game's. Times are milliseconds of the recording's timeline.
public struct SessionSettings: Hashable, Sendable {
  /// The name of the format, with its version.
  public static let format = "avatar-session/1"

  /// How long the brushing goes on.
  public enum Mode: String, CaseIterable, Sendable {
    /// The session is over once brushing was seen.
    case short
    /// Every quadrant of the mouth is brushed for its time.
    case full
  }

  /// Which of several faces is the player's, the first time that faces are seen.
  public enum PlayerChoice: String, CaseIterable, Sendable {
    /// The face with the largest box.
    case largest
    /// The face furthest to the left of the scene.
    case leftmost
    /// The face furthest to the right of the scene.
    case rightmost
  }

  /// How long the brushing goes on.
  public var mode = Mode.short
  /// Where the session begins, 0 to 600000; samples before it are passed over.
  public var startMs = 0.0
  /// Where it ends, `startMs` to 600000; nil for the last sample.
  public var endMs: Double?
  /// Which face is the player's.
  public var player = PlayerChoice.largest
  /// When the teeth are shown.
  public var teeth = TeethSettings()
  /// When a hand is a fist.
  public var fist = FistSettings()
  /// When a fist brushes.
  public var brushing = BrushingSettings()
  /// Which gaps between samples are passed over.
  public var gaps = GapSettings()
  /// How long the states last.
  public var times = TimeSettings()
  /// What the mode `full` asks for.
  public var full = FullSettings()
  /// What is rewarded, and how.
  public var score = ScoreSettings()
  /// Where gestures come from.
  public var gestures = GestureSettings()

  /// The game's own settings.
  public init() {}
}

extension SessionSettings {
  /// When the player shows the teeth.
  public struct TeethSettings: Hashable, Sendable {
    /// What tells how far the mouth is open.
    public enum Signal: String, CaseIterable, Sendable {
      /// The blendshapes, or the lips' landmarks where there are none.
      case auto
      /// The blendshapes alone.
      case jawOpen
      /// The lips' landmarks alone.
      case lips
      /// The teeth in the clip's pictures: `BrushingSession.teeth`.
      case teethVisible
    }

    /// What tells how far the mouth is open.
    public var signal = Signal.auto
    /// The score from which the mouth is open, `closedBelow` to less than 1.
    public var openAbove = 0.35
    /// The score under which it is closed again, 0 to `openAbove`.
    public var closedBelow = 0.30
    /// How long it must stay open, 0 to 10000.
    public var holdMs = 400.0
  }

  /// When a hand is a fist.
  public struct FistSettings: Hashable, Sendable {
    /// What the thumb must do.
    public enum Thumb: String, CaseIterable, Sendable {
      /// Anything: a thumb that points up is a fist too.
      case any
      /// Lie on the fingers.
      case folded
    }

    /// How many of the four fingers must be curled, 1 to 4.
    public var fingers = 4
    /// The curl under which a finger is curled, above 0, at most `openAbove`.
    public var curledBelow = 0.95
    /// The curl up to which a fist stays one, at most 2.
    public var openAbove = 1.05
    /// What the thumb must do.
    public var thumb = Thumb.any
  }

  /// When a fist brushes.
  public struct BrushingSettings: Hashable, Sendable {
    /// The hands that may brush.
    public enum Hand: String, CaseIterable, Sendable {
      /// Either.
      case any
      /// The subject's own left one.
      case left
      /// The subject's own right one.
      case right
    }

    /// Which hand brushes.
    public var hand = Hand.any
    /// The length of the window that is looked at, 200 to 5000.
    public var windowMs = 800.0
    /// The time over which a speed is measured, 20 to half of the window.
    public var baselineMs = 90.0
    /// The speed above which a stroke is fast, in metres a second, above 0, at most 10.
    public var speedAbove = 0.20
    /// The least part of the window that is fast, above 0, at most 1.
    public var fastShare = 0.5
    /// The least turns of the stroke within the window, 0 to 50.
    public var directionChanges = 2
    /// How far a stroke comes back before that is a turn, in metres, above 0, at most 0.2.
    public var deadBandM = 0.01
    /// The least part of the window in which the fist is seen, above 0, at most 1.
    public var coverage = 0.8
  }

  /// Which gaps between samples are passed over.
  public struct GapSettings: Hashable, Sendable {
    /// The gap over which what is between two samples is known; the smallest of the three.
    public var joinMs = 250.0
    /// How long a face is unseen before it is lost.
    public var faceLostMs = 500.0
    /// How long hands are unseen before they are lost.
    public var handLostMs = 300.0
  }

  /// How long the states last, each 0 to 600000.
  public struct TimeSettings: Hashable, Sendable {
    /// How long the first sample is waited for.
    public var cameraMs = 10000.0
    /// How long a gate's success is shown.
    public var confirmMs = 1000.0
    /// The least time between two hints: a log has at most so many lines a second.
    public static let shortestHintMs = 1.0

    /// The time between two hints, at least 1.
    public var hintMs = 8000.0
    /// How long a prompt waits.
    public var promptMs = 60000.0
    /// How long brushing pauses before there is a hint.
    public var pauseMs = 3000.0
    /// How long neither face nor hand is seen before the session is given up, in milliseconds.
    public var abandonMs = 15000.0
  }

  /// What the mode `full` asks for.
  public struct FullSettings: Hashable, Sendable {
    /// The most quadrants that may be named.
    public static let quadrantLimit = 16

    /// How long each quadrant is brushed, above 0.
    public var quadrantMs = 30000.0
    /// The quadrants' names in their order, 1 to 16.
    public var quadrants = ["upperRight", "upperLeft", "lowerLeft", "lowerRight"]
  }

  /// What is rewarded, each a whole number from 0 to 1000.
  public struct ScoreSettings: Hashable, Sendable {
    /// For shown teeth.
    public var teeth = 10
    /// For brushing that was seen.
    public var gesture = 10
    /// For a session that was completed.
    public var completion = 20
    /// For every whole second of brushing, in the mode `full`.
    public var perSecond = 1
  }
}

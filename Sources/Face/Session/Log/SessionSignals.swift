internal import JSON

/// How a session stands after a sample: one line of the trace.
public struct SessionSignals: Hashable, Sendable {
  /// One of the player's hands in the sample.
  public struct Hand: Hashable, Sendable {
    /// `Left` or `Right`, the subject's own; nil where the tracker does not say.
    public var handedness: String?
    /// The gesture's name, `None` for none.
    public var gesture: String
    /// How sure that is, 0 to 1.
    public var gestureScore: Double
    /// Whether it is a fist.
    public var isFist: Bool
    /// How fast it moves, in metres a second; nil where it was not seen long enough.
    public var speed: Double?
    /// The middle of its palm in the upright picture, in pixels.
    public var palm: SIMD2<Double>
  }

  /// The leading hand as avatars follow it; no part of the trace's line.
  public struct LeadingHand: Hashable, Sendable {
    /// The middle of its palm, in parts of the upright picture.
    public var place: SIMD2<Double>
    /// How fast it moves, in metres a second.
    public var speed: Double
    /// How near to the mouth it is: 1 within half a face's size, 0 from one and a half on.
    public var nearMouth: Double
    /// Where it is on its stroke, -1 to 1.
    public var stroke: Double
  }

  /// What the sample's picture shows of the teeth.
  public struct Teeth: Hashable, Sendable {
    /// How far they are seen, 0 to 1; nil where the picture does not tell.
    public var visible: Double?
  }

  /// When the sample was taken, in milliseconds of the recording's timeline.
  public var timestampMs: Double
  /// The state.
  public var state: SessionState
  /// The points so far.
  public var score: Int
  /// Whether the player's face is tracked.
  public var faceTracked: Bool
  /// How far the mouth is open, 0 to 1; nil where nothing tells.
  public var mouthOpenScore: Double?
  /// What the picture shows of the teeth; nil where the session does not ask for it.
  public var teethVisible: Teeth?
  /// How long the mouth was held open; 0 unless it is open.
  public var teethHeldMs: Double
  /// Whether a hand of the player's is tracked.
  public var handTracked: Bool
  /// Whether the leading hand is a fist.
  public var isFist: Bool
  /// The energy of the leading hand, in metres squared a second squared.
  public var shakeEnergy: Double
  /// The part of the window in which the leading hand is fast.
  public var fastShare: Double
  /// How often the leading hand turns within the window.
  public var directionChanges: Int
  /// How long was brushed, in the mode `full`.
  public var brushedMs: Double
  /// The player's hands, in the order of the file.
  public var hands: [Hand]
  /// The leading one of them; nil where there is none.
  public var leading: LeadingHand?
  /// Whether one of them brushes.
  public var isBrushing: Bool

  /// The line of the trace, without the line's end.
  public var line: String {
    JSONValue.object(
      [
        ("timestampMs", .milliseconds(timestampMs)), ("state", .string(state.rawValue)),
        ("score", .integer(score)), ("faceTracked", .bool(faceTracked)),
        ("mouthOpenScore", .decimals(mouthOpenScore)),
      ] + (teethVisible.map { [("teethVisible", .decimals($0.visible))] } ?? []) + [
        ("teethHeldMs", .milliseconds(teethHeldMs)),
        ("handTracked", .bool(handTracked)), ("fist", .bool(isFist)),
        ("shakeEnergy", .decimals(shakeEnergy)), ("fastShare", .decimals(fastShare)),
        ("directionChanges", .integer(directionChanges)), ("brushedMs", .milliseconds(brushedMs)),
        ("hands", .array(hands.map(\.json))),
      ]
    ).text
  }
}

extension SessionSignals.Hand {
  fileprivate var json: JSONValue {
    .object([
      ("handedness", .optional(handedness)), ("gesture", .string(gesture)),
      ("gestureScore", .decimals(gestureScore)), ("fist", .bool(isFist)),
      ("speed", .decimals(speed)),
    ])
  }
}

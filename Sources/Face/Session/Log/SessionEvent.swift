/// The states of a session, in their order.
public enum SessionState: String, CaseIterable, Sendable {
  /// The player chooses an avatar.
  case selectAvatar
  /// The camera starts; no sample was seen yet.
  case cameraInit
  /// The player is asked to show the teeth.
  case promptTeeth
  /// The teeth were shown.
  case teethConfirmed
  /// The player is asked to brush with a fist.
  case promptBrushGesture
  /// Brushing was seen; in the mode `full` it goes on.
  case brushGestureConfirmed
  /// All that is asked for was done; the outcome of the same name follows at once.
  case completed
}

/// How a session ends.
public enum SessionOutcome: String, CaseIterable, Sendable {
  /// All gates were passed, and all quadrants brushed where they are asked for.
  case completed
  /// A state lasted too long.
  case timedOut
  /// Neither face nor hand was seen for too long.
  case abandoned
  /// The recording is over.
  case ended
}

/// What helps a player who makes no progress.
public enum SessionHint: String, CaseIterable, Sendable {
  /// The face is not seen.
  case showFace
  /// The mouth is not open.
  case openMouth
  /// No hand is seen.
  case showHand
  /// No hand is a fist.
  case makeFist
  /// The fist moves too little.
  case shakeFaster
  /// The brushing has stopped.
  case keepBrushing
}

/// One line of a session's log.
public struct SessionEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// Another state was entered; nil for the first one.
    case state(from: SessionState?)
    /// The player's face is seen again.
    case faceFound
    /// The player's face is unseen for too long.
    case faceLost
    /// A hand of the player's is seen again.
    case handFound
    /// The player's hands are unseen for too long.
    case handLost
    /// The teeth were shown since a time, told by a source.
    case teethPassed(openedMs: Double, source: MouthSource)
    /// The mouth was open for a time, but not long enough.
    case teethReset(heldMs: Double, isUnseen: Bool)
    /// Brushing was seen: by which hand (`Left`, `Right`, or nil where nothing tells), the fast part
    /// of the window, the turns within it, its energy in metres squared a second squared.
    case brushingPassed(
      hand: String?, fastShare: Double, directionChanges: Int, shakeEnergy: Double)
    /// A hint is due.
    case hint(SessionHint)
    /// The brushing of a quadrant begins; quadrants count from 1.
    case quadrant(String, index: Int)
    /// The session is over, after so much brushing.
    case outcome(SessionOutcome, brushedMs: Double)
  }

  /// When it happened, in milliseconds of the recording's timeline.
  public var timestampMs: Double
  /// The state after it; of a gate that was passed still the one before.
  public var state: SessionState
  /// The score after it.
  public var score: Int
  /// What happened.
  public var kind: Kind
}

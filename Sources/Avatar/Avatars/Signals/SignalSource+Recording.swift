extension Signal {
  /// A signal that follows what a recording holds beside its faces.
  fileprivate static func recorded(
    _ name: String, _ range: ClosedRange<Double> = 0...1, meaning: String
  ) -> Signal {
    Signal(name, range: range, meaning: meaning, followsRecording: true) { $0.moment[name] }
  }
}

extension Signal {
  /// A motion of a hand, which passes.
  fileprivate static func made(_ name: String, _ what: String) -> Signal {
    .recorded(
      "gesture.\(name)", meaning: "1 when \(what), from there evenly down to 0 in two seconds")
  }
}

// How each is measured: Documentation/session.md. None is lower than 0 where nothing is known, but for
// the stroke, which then is 0 as well.
extension SignalSource {
  /// The player's hands; of several the leading one: a fist, then the one that shakes most.
  static let hands = SignalSource(
    group: "Hands",
    signals: [
      .recorded("hand.present", meaning: "a hand of the player's is tracked: 0 or 1"),
      .recorded("hand.fist", meaning: "the hand is a fist: 0 or 1"),
      .recorded("hand.brushing", meaning: "a hand brushes, as the session has it: 0 or 1"),
      .recorded(
        "hand.nearMouth",
        meaning: "the palm is near the mouth: 1 within half a face's size, 0 from one and a half on"
      ),
      .recorded(
        "hand.x", meaning: "the palm's place from the left of the un-mirrored scene to its right"),
      .recorded("hand.y", meaning: "the palm's place from the top of the scene to its bottom"),
      .recorded("hand.speed", 0...10, meaning: "the palm's speed, in metres a second"),
      .recorded(
        "hand.stroke", -1...1,
        meaning: "while a hand brushes, the palm's place from one end of its stroke to the other"),
    ])

  /// What the player's hands show: MediaPipe's names but for `None`.
  static let gestures = SignalSource(
    group: "Gestures",
    signals: [
      "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou",
    ].map { .recorded("gesture.\($0)", meaning: "how sure it is that a hand shows `\($0)`") }
      + ["left", "right", "up", "down"].map {
        .made("swipe.\($0)", "an index finger swipes \($0) in the un-mirrored scene")
      } + [.made("doubleTap", "an index finger taps twice")])

  /// How the session stands; at rest where a render has none.
  static let session = SignalSource(
    group: "Session",
    signals: [
      "selectAvatar", "cameraInit", "promptTeeth", "teethConfirmed", "promptBrushGesture",
      "brushGestureConfirmed", "completed",
    ].map { .recorded("session.\($0)", meaning: "the session is in the state `\($0)`: 0 or 1") }
      + ["timedOut", "abandoned", "ended"].map {
        .recorded("session.\($0)", meaning: "from the outcome `\($0)` on: 0 or 1")
      } + [
        .recorded("session.score", 0...100_000, meaning: "the score"),
        .recorded("session.mouthOpen", meaning: "how far the player's mouth is open"),
        .recorded(
          "session.teethHeld", meaning: "the part of the time that the teeth are to be shown"),
        .recorded(
          "session.brushed", meaning: "in the mode `full`, the part of all brushing that is done"),
      ])

  /// How long after an event a signal of it lasts, in milliseconds.
  public static let eventLengthMs = 2000.0

  /// The strength of an event's signal, so many milliseconds after it.
  public static func eventStrength(afterMs timeMs: Double) -> Double {
    max(0, 1 - max(0, timeMs) / eventLengthMs)
  }

  /// What happened in the session a moment ago.
  static let events = SignalSource(
    group: "Events",
    signals: [
      "faceFound", "faceLost", "handFound", "handLost", "teethConfirmed", "gateReset", "hint",
      "brushGestureConfirmed", "quadrant", "completed",
    ].map {
      .recorded(
        "event.\($0)", meaning: "1 at the event `\($0)`, from there evenly down to 0 in two seconds"
      )
    })
}

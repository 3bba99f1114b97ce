/// A gesture's name and how sure it is.
struct RecognisedGesture: Hashable, Sendable {
  /// MediaPipe's name of the category, such as `Thumb_Up`.
  var name: String
  /// How sure it is, 0 to 1.
  var score: Double

  /// What stands where there is no gesture.
  static let noName = "None"
}

/// The eight gestures of MediaPipe's recogniser, told by rules on the hand's points.
///
/// The bounds lie in the gaps between real hands of these gestures (`Documentation/session.md`).
enum GestureRules {
  /// The curl above which a finger is out, and under which it is in.
  private static let (out, folded) = (1.17, 1.0)
  /// How far up a finger must point, as the sine of its angle.
  private static let steep = 0.7

  /// The gesture of a hand in the upright picture, `None` for any other.
  static func name(of hand: HandShape) -> String {
    let isOut = hand.curls.map { $0 > out }
    let isIn = hand.curls.map { $0 < folded }
    /// Whether these fingers are out, and all others in.
    func only(_ fingers: Int...) -> Bool {
      (0..<4).allSatisfy { fingers.contains($0) ? isOut[$0] : isIn[$0] }
    }
    if only(0, 1, 2, 3), hand.thumb > 0.85 { return "Open_Palm" }
    if only() {
      if hand.thumb < 1 { return "Closed_Fist" }
      guard hand.thumb > 1.15 else { return RecognisedGesture.noName }
      let up = hand.up(2, 4)
      return up >= steep ? "Thumb_Up" : up <= -steep ? "Thumb_Down" : RecognisedGesture.noName
    }
    if only(0), hand.thumb < 1, hand.up(5, 8) >= steep { return "Pointing_Up" }
    if only(0, 1), hand.thumb < 1 { return "Victory" }
    if only(0, 3), hand.thumb > 1 { return "ILoveYou" }
    return RecognisedGesture.noName
  }
}

extension GestureSettings {
  /// The gesture of a hand, by the recogniser's categories or by the rules.
  ///
  /// - Parameters:
  ///   - recognised: The categories of the recogniser's own classifier; nil where it was not asked.
  ///   - own: Those of the app's classifier, likewise.
  func gesture(
    of shape: HandShape, canned recognised: [RecognisedGesture]?, custom own: [RecognisedGesture]?
  ) -> RecognisedGesture {
    let isRecognised = recognised != nil || own != nil
    let nothing = RecognisedGesture(name: RecognisedGesture.noName, score: 0)
    guard source == .recogniser || source == .auto && isRecognised else {
      return canned.best(of: [RecognisedGesture(name: GestureRules.name(of: shape), score: 1)])
        ?? nothing
    }
    if let best = custom.best(of: own ?? []), best.name != RecognisedGesture.noName { return best }
    return canned.best(of: recognised ?? []) ?? nothing
  }
}

extension GestureSettings.Filter {
  /// The best category that stays; of equal ones the first.
  func best(of gestures: [RecognisedGesture]) -> RecognisedGesture? {
    // Dropping all but the `maxResults` best never drops the best one.
    gestures.filter(allows).reduce(nil) { best, next in
      best.map { next.score > $0.score ? next : $0 } ?? next
    }
  }

  private func allows(_ gesture: RecognisedGesture) -> Bool {
    guard gesture.score >= scoreThreshold - Tolerance.share else { return false }
    return categoryAllowlist.isEmpty
      ? !categoryDenylist.contains(gesture.name) : categoryAllowlist.contains(gesture.name)
  }
}

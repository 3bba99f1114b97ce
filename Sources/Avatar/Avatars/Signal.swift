public import FaceModel

/// What a trigger or a drive listens to.
public enum Signal: Hashable, Sendable {
  /// One blendshape's score.
  case blendshape(Blendshape)
  /// The mean of `eyeBlinkLeft` and `eyeBlinkRight`.
  case blink

  /// Makes the signal of a name in the package format; nil for a name that it does not know.
  ///
  /// `_neutral` is among MediaPipe's blendshapes, but is the model's remainder and no movement.
  public init?(name: String) {
    if name == "blink" {
      self = .blink
    } else if let shape = Blendshape(rawValue: name), shape != .neutral {
      self = .blendshape(shape)
    } else {
      return nil
    }
  }

  /// The names that the package format knows.
  public static let names =
    ["blink"] + Blendshape.allCases.filter { $0 != .neutral }.map(\.rawValue)

  /// The signal's strength, 0 to 1, from the scores of a face.
  ///
  /// A score that is not a number counts as 0: a broken sample must not show or move anything.
  public func strength(_ score: (Blendshape) -> Double) -> Double {
    let strength =
      switch self {
      case .blendshape(let shape): score(shape)
      case .blink: (score(.eyeBlinkLeft) + score(.eyeBlinkRight)) / 2
      }
    return strength.isFinite ? strength : 0
  }
}

public import FaceModel

extension SignalSource {
  /// The scores that the tracker gives a face.
  static let blendshapes = SignalSource(
    group: "Blendshapes",
    signals: Blendshape.allCases.filter { $0 != .neutral }.map(Signal.blendshape))

  /// What several blendshapes say together.
  static let expressions = SignalSource(group: "Expressions", signals: [.blink])
}

extension Signal {
  /// One blendshape's score.
  ///
  /// `_neutral` is among MediaPipe's blendshapes, but is the model's remainder and no movement:
  /// the registry leaves it out.
  public static func blendshape(_ shape: Blendshape) -> Signal {
    Signal(shape.rawValue, meaning: shape.meaning) { $0.score(shape) }
  }

  /// The mean of both eyes' scores.
  public static let blink = Signal(
    "blink", meaning: "both eyes close: the mean of `eyeBlinkLeft` and `eyeBlinkRight`"
  ) {
    ($0.score(.eyeBlinkLeft) + $0.score(.eyeBlinkRight)) / 2
  }
}

import FaceModel
import Tracking

/// What a face's blendshapes say of its expression, each 0 to 1; left and right do not matter, so that a
/// mirrored picture has the same.
struct FaceExpression: Encodable {
  /// The mean of both `mouthSmile`.
  var smile: Double
  /// What goes with a smile of the whole face: the larger of the means of both `cheekSquint` and of both
  /// `eyeSquint`.
  ///
  /// The models of MediaPipe leave `cheekSquint` at 0.
  var squint: Double
  /// The larger `eyeBlink`.
  var blink: Double
  /// How far both eyes look to one side: of either side the smaller of the two eyes' shapes, the larger side.
  var averted: Double
  /// How far both eyes look down.
  var lowered: Double
  /// The mean of both `mouthFrown`.
  var frown: Double
  /// The larger of the means of both `noseSneer` and of both `mouthStretch`.
  var grimace: Double
  /// How much the mouth is busy: the largest of `mouthPucker`, 0.8 `jawOpen`, `mouthShrugLower` and the
  /// distance of `mouthLeft` from `mouthRight`.
  var mouth: Double
  /// The larger `mouthRoll`: lips that are pressed or bitten.
  var rolledLips: Double

  /// How much of `jawOpen` counts: a mouth that is open by three quarters is in the middle of a word.
  private static let jawPart = 0.8

  /// Reads the blendshapes of a face; nil where it has none.
  init?(_ shapes: Blendshapes) {
    guard !shapes.scores.isEmpty else { return nil }
    func mean(_ left: Blendshape, _ right: Blendshape) -> Double {
      (shapes[left] + shapes[right]) / 2
    }
    smile = mean(.mouthSmileLeft, .mouthSmileRight)
    squint = max(
      mean(.cheekSquintLeft, .cheekSquintRight), mean(.eyeSquintLeft, .eyeSquintRight))
    blink = max(shapes[.eyeBlinkLeft], shapes[.eyeBlinkRight])
    averted = max(
      min(shapes[.eyeLookOutLeft], shapes[.eyeLookInRight]),
      min(shapes[.eyeLookInLeft], shapes[.eyeLookOutRight]))
    lowered = min(shapes[.eyeLookDownLeft], shapes[.eyeLookDownRight])
    frown = mean(.mouthFrownLeft, .mouthFrownRight)
    grimace = max(
      mean(.noseSneerLeft, .noseSneerRight), mean(.mouthStretchLeft, .mouthStretchRight))
    mouth = max(
      shapes[.mouthPucker], Self.jawPart * shapes[.jawOpen], shapes[.mouthShrugLower],
      abs(shapes[.mouthLeft] - shapes[.mouthRight]))
    rolledLips = max(shapes[.mouthRollLower], shapes[.mouthRollUpper])
  }

  /// Whether it suits a portrait: eyes open and not averted, the mouth neither pulled down nor busy,
  /// unless it smiles.
  var isFair: Bool {
    blink < Self.mostBlink && averted < Self.mostAverted && frown < Self.mostFrown
      && (mouth < Self.mostMouth || smile > Self.smileOfAnyMouth)
  }

  /// A fair expression has less of each than this.
  static let (mostBlink, mostAverted, mostFrown, mostMouth) = (0.4, 0.45, 0.35, 0.6)
  /// A face that smiles more than this may have the mouth open.
  static let smileOfAnyMouth = 0.4

  /// The expression with each number changed.
  func mapped(_ change: (Double) -> Double) -> FaceExpression {
    var expression = self
    let paths: [WritableKeyPath<Self, Double>] = [
      \.smile, \.squint, \.blink, \.averted, \.lowered, \.frown, \.grimace, \.mouth, \.rolledLips,
    ]
    for path in paths { expression[keyPath: path] = change(expression[keyPath: path]) }
    return expression
  }
}

extension FaceScore.Parts {
  /// Sets what the expression is worth.
  mutating func set(_ expression: FaceExpression) {
    let smiles = Self.ramp(expression.smile, 0, 0.7)
    // A smile of the mouth alone is worth nine tenths.
    smile = 0.25 + smiles * (0.65 + 0.1 * Self.ramp(expression.squint, 0.2, 0.6))
    // A face that laughs has the mouth open.
    let busy = max(expression.mouth, 0.8 * expression.rolledLips)
    mouth = 1 - Self.ramp(busy, 0.25, 0.75) * (1 - Self.ramp(expression.smile, 0.2, 0.4))
    frown = 1 - Self.ramp(max(expression.frown, expression.grimace), 0.1, 0.45)
    gaze =
      (1 - Self.ramp(expression.averted, 0.2, 0.6))
      * (1 - Self.ramp(expression.lowered, 0.45, 0.85))
  }
}

import FaceModel
public import Tracking

/// What a face does, each part from 0 (rest) to 1 (fully); the gaze from -1 to 1.
///
/// A smile below 0 is a frown, a blink below 0 an eye that is opened wide.
public struct SampleExpression: Hashable, Sendable {
  /// How far the jaw is open.
  public var jawOpen = 0.0
  /// How far each corner of the mouth smiles.
  public var smileLeft = 0.0, smileRight = 0.0
  /// How far the lips are pushed forward and together.
  public var pucker = 0.0
  /// How far each eye is closed.
  public var blinkLeft = 0.0, blinkRight = 0.0
  /// How far the inner ends of the brows are raised.
  public var browInnerUp = 0.0
  /// How far the outer ends of the brows are raised.
  public var browOuterUp = 0.0
  /// How far the brows are drawn down.
  public var browDown = 0.0
  /// Where the eyes look: to the subject's left (1) or right (-1).
  public var gazeLeft = 0.0
  /// Where the eyes look: up (1) or down (-1).
  public var gazeUp = 0.0

  /// The face at rest.
  public init() {}

  /// What of some scores the drawing shows: the jaw, smiles, frowns and puckered lips, lids, gaze and brows.
  public init(_ scores: Blendshapes) {
    jawOpen = scores[.jawOpen]
    smileLeft = scores[.mouthSmileLeft] - scores[.mouthFrownLeft]
    smileRight = scores[.mouthSmileRight] - scores[.mouthFrownRight]
    pucker = max(scores[.mouthPucker], scores[.mouthFunnel])
    blinkLeft = scores[.eyeBlinkLeft] - 0.25 * scores[.eyeWideLeft]
    blinkRight = scores[.eyeBlinkRight] - 0.25 * scores[.eyeWideRight]
    browInnerUp = scores[.browInnerUp]
    browOuterUp = (scores[.browOuterUpLeft] + scores[.browOuterUpRight]) / 2
    browDown = (scores[.browDownLeft] + scores[.browDownRight]) / 2
    gazeLeft =
      (scores[.eyeLookOutLeft] - scores[.eyeLookInLeft] + scores[.eyeLookInRight]
        - scores[.eyeLookOutRight]) / 2
    gazeUp =
      (scores[.eyeLookUpLeft] - scores[.eyeLookDownLeft] + scores[.eyeLookUpRight]
        - scores[.eyeLookDownRight]) / 2
  }

  /// Sets both corners of the mouth.
  public var smile: Double {
    get { (smileLeft + smileRight) / 2 }
    set { (smileLeft, smileRight) = (newValue, newValue) }
  }

  /// Sets both eyes.
  public var blink: Double {
    get { (blinkLeft + blinkRight) / 2 }
    set { (blinkLeft, blinkRight) = (newValue, newValue) }
  }

  /// The scores that a tracker would give: those that follow from the expression, the rest 0.
  ///
  /// A gaze to the subject's left is outwards for the left eye and inwards for the right one. The
  /// cheeks rise with a smile and the lids follow a look down, as they do in recordings.
  public var blendshapes: Blendshapes {
    let outLeft = max(gazeLeft, 0)
    let outRight = max(-gazeLeft, 0)
    let scores: [Blendshape: Double] = [
      .jawOpen: jawOpen, .mouthPucker: pucker,
      .mouthSmileLeft: smileLeft, .mouthSmileRight: smileRight,
      .cheekSquintLeft: smileLeft * 0.4, .cheekSquintRight: smileRight * 0.4,
      .eyeSquintLeft: smileLeft * 0.35, .eyeSquintRight: smileRight * 0.35,
      .eyeBlinkLeft: blinkLeft, .eyeBlinkRight: blinkRight,
      .browInnerUp: browInnerUp, .browOuterUpLeft: browOuterUp, .browOuterUpRight: browOuterUp,
      .browDownLeft: browDown, .browDownRight: browDown,
      .eyeLookOutLeft: outLeft, .eyeLookInRight: outLeft,
      .eyeLookOutRight: outRight, .eyeLookInLeft: outRight,
      .eyeLookUpLeft: max(gazeUp, 0), .eyeLookUpRight: max(gazeUp, 0),
      .eyeLookDownLeft: max(-gazeUp, 0), .eyeLookDownRight: max(-gazeUp, 0),
    ]
    return Blendshapes(scores.mapValues { min(max($0, 0), 1) })
  }
}

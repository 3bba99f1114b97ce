import Foundation

/// How fit one frame is to be shared, and why.
public struct FrameScore: Encodable, Sendable {
  /// The frame's number, counted from 0.
  public internal(set) var frame: Int
  /// Its time on the clip's timeline, in milliseconds.
  public internal(set) var timestampMs: Double
  /// 0 to 1: the worst face's score, times the part of the usual number of faces that is seen, and with
  /// a third of the weight the same of cards that come alive; without either, the frame's sharpness to that
  /// of the sharpest one.
  public internal(set) var total: Double
  /// The part of the usual number of faces that is seen, 0 to 1; nil where there is no face at all.
  public internal(set) var facesSeen: Double?
  /// The faces, by rising identity.
  public internal(set) var faces: [FaceScore]
  /// The part of the usual number of cards that is seen, 0 to 1; nil where none comes alive at all.
  public internal(set) var cardsSeen: Double?
  /// The cards that come alive, in drawing order; nil where none does at all.
  public internal(set) var cards: [SceneScore]?
  /// Whether the expression of every face is fair; nil where no face has blendshapes.
  public internal(set) var isFair: Bool?
  /// The smile of the face that smiles least, 0 to 1; nil where no face has blendshapes.
  public internal(set) var smile: Double?
}

/// How fit one face of a frame is.
public struct FaceScore: Encodable, Sendable {
  /// The face's identity.
  public internal(set) var face: Int
  /// The weighted geometric mean of the parts, 0 to 1.
  public internal(set) var total: Double
  /// The parts, each 0 to 1.
  public internal(set) var parts: Parts
  var measures: FaceMeasures

  /// The parts of a face's score, each from 0, unfit, to 1, as good as can be; nil where nothing tells.
  public struct Parts: Encodable, Sendable {
    /// Whether both eyes are open.
    public internal(set) var eyes: Double?
    /// Whether it looks to the camera.
    public internal(set) var frontal: Double?
    /// Whether the pose fits the landmarks.
    public internal(set) var fit: Double?
    /// Whether it is large enough.
    public internal(set) var size: Double?
    /// Whether it lies in the picture.
    public internal(set) var inside: Double?
    /// Whether no hand is over it.
    public internal(set) var hands: Double?
    /// Whether its avatar is shown in full.
    public internal(set) var overlay: Double?
    /// Whether it is as sharp as the sharpest of the frames that were looked at.
    public internal(set) var sharpness: Double?
    /// Whether it smiles, by its blendshapes.
    public internal(set) var smile: Double?
    /// Whether the mouth is at rest or smiles.
    public internal(set) var mouth: Double?
    /// Whether it neither frowns nor grimaces.
    public internal(set) var frown: Double?
    /// Whether the eyes look ahead.
    public internal(set) var gaze: Double?
  }

  init(face: Int, _ measures: FaceMeasures) {
    (self.face, self.measures) = (face, measures)
    parts = Parts(measures)
    total = parts.mean
  }

  /// The score once the face's pixels were looked at.
  ///
  /// - Parameter best: the detail of the sharpest picture of this face.
  func seen(detail: Double, best: Double) -> FaceScore {
    var measures = measures
    measures.detail = detail
    var score = FaceScore(face: face, measures)
    // The variance goes with the square of what the eye sees.
    score.parts.sharpness = best > 0 ? min(1, detail / best).squareRoot() : 1
    score.total = score.parts.mean
    return score
  }
}

extension FaceScore.Parts {
  /// The parts with each number changed.
  func mapped(_ change: (Double) -> Double) -> Self {
    var parts = self
    for part in Self.weights {
      parts[keyPath: part.path] = parts[keyPath: part.path].map(change)
    }
    return parts
  }

  /// How much each part weighs.
  static var weights: [(name: String, path: WritableKeyPath<Self, Double?>, weight: Double)] {
    [
      ("eyes", \.eyes, 4), ("frontal", \.frontal, 2), ("fit", \.fit, 1), ("size", \.size, 1),
      ("inside", \.inside, 2), ("hands", \.hands, 4), ("overlay", \.overlay, 2),
      ("sharpness", \.sharpness, 3), ("smile", \.smile, 5), ("mouth", \.mouth, 3),
      ("frown", \.frown, 2), ("gaze", \.gaze, 3),
    ]
  }

  /// No part is less, so that two frames with closed eyes still differ.
  static let floor = 0.01

  /// The weighted geometric mean of the parts that are known: one bad part is enough to make a bad
  /// picture, which a sum would let the others make up for.
  var mean: Double {
    Self.mean(of: Self.weights.map { (self[keyPath: $0.path], $0.weight) })
  }

  static func mean(of parts: [(value: Double?, weight: Double)]) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for part in parts {
      guard let value = part.value else { continue }
      sum += part.weight * log(max(value, Self.floor))
      weights += part.weight
    }
    return weights > 0 ? exp(sum / weights) : 0
  }

  /// What measures say of a face; the sharpness is known later.
  init(_ measures: FaceMeasures) {
    if let blink = measures.blink {
      eyes = 1 - Self.ramp(blink, 0.15, 0.65)
    } else {
      // Soukupova and Cech's threshold of 0.2 lies in the middle.
      eyes = measures.eyeAspectRatio.map { Self.ramp($0, 0.1, 0.3) }
    }
    // As OFIQ, the reference implementation of ISO/IEC 29794-5, has it for each angle.
    frontal = measures.turnDegrees.map { $0 < 90 ? pow(cos($0 * .pi / 180), 2) : 0 }
    fit = measures.misfit.map { 1 - Self.ramp($0, 0.1, 0.6) }
    size = measures.eyeDistance.map { min(1, $0 / 0.1) }
    inside = Self.ramp(measures.inPicture, 0.6, 1)
    hands = 1 - Self.ramp(measures.underHands, 0, 0.2)
    overlay = measures.overlayShown.map { min(max($0, 0), 1) }
    measures.expression.map { set($0) }
  }

  /// From 0 at one value to 1 at another, smooth at both ends (3 t^2 - 2 t^3).
  static func ramp(_ value: Double, _ from: Double, _ to: Double) -> Double {
    let t = min(max((value - from) / (to - from), 0), 1)
    return t * t * (3 - 2 * t)
  }
}

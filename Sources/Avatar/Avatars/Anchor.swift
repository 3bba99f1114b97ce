/// Where the face space of a layer has its origin: a landmark, or the mean of some.
public enum Anchor: Hashable, Sendable {
  /// The mean of the two eye centres.
  case eyes
  /// The subject's left eye.
  case leftEye
  /// The subject's right eye.
  case rightEye
  /// The top of the forehead.
  case forehead
  /// The tip of the nose.
  case nose
  /// The middle of the lips.
  case mouth
  case chin
  /// The subject's left cheek.
  case leftCheek
  /// The subject's right cheek.
  case rightCheek
  /// The edge of the face before the subject's left ear.
  case leftEar
  /// The edge of the face before the subject's right ear.
  case rightEar
  /// A landmark of the face mesh by number, 0 to 467.
  case landmark(Int)

  /// The anchors that have a name, in the order of the package format.
  public static let named: [(name: String, anchor: Anchor)] = [
    ("eyes", .eyes), ("leftEye", .leftEye), ("rightEye", .rightEye), ("forehead", .forehead),
    ("nose", .nose), ("mouth", .mouth), ("chin", .chin), ("leftCheek", .leftCheek),
    ("rightCheek", .rightCheek), ("leftEar", .leftEar), ("rightEar", .rightEar),
  ]

  /// The landmarks whose mean is the anchor; the same numbers are vertices of the canonical face.
  public var landmarks: [Int] {
    switch self {
    case .eyes: [33, 133, 263, 362]
    case .leftEye: [263, 362]
    case .rightEye: [33, 133]
    case .forehead: [10]
    case .nose: [4]
    case .mouth: [13, 14]
    case .chin: [152]
    case .leftCheek: [425]
    case .rightCheek: [205]
    case .leftEar: [454]
    case .rightEar: [234]
    case .landmark(let number): [number]
    }
  }
}

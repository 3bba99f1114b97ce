/// The 52 blendshapes of MediaPipe's Face Landmarker, in its order, and `tongueOut`, which ARKit alone sees.
///
/// The names are ARKit's; left and right are the subject's own where the
/// tracker's picture was not mirrored. Source: MediaPipe, `face_landmarker_graph.cc`, lines 201 to
/// 252.
public enum Blendshape: String, CaseIterable, Sendable {
  /// Not a movement: the model's remainder, to be ignored.
  case neutral = "_neutral"
  /// The movement that ARKit calls `browDownLeft`.
  case browDownLeft
  /// The movement that ARKit calls `browDownRight`.
  case browDownRight
  /// The movement that ARKit calls `browInnerUp`.
  case browInnerUp
  /// The movement that ARKit calls `browOuterUpLeft`.
  case browOuterUpLeft
  /// The movement that ARKit calls `browOuterUpRight`.
  case browOuterUpRight
  /// The movement that ARKit calls `cheekPuff`.
  case cheekPuff
  /// The movement that ARKit calls `cheekSquintLeft`.
  case cheekSquintLeft
  /// The movement that ARKit calls `cheekSquintRight`.
  case cheekSquintRight
  /// The movement that ARKit calls `eyeBlinkLeft`.
  case eyeBlinkLeft
  /// The movement that ARKit calls `eyeBlinkRight`.
  case eyeBlinkRight
  /// The movement that ARKit calls `eyeLookDownLeft`.
  case eyeLookDownLeft
  /// The movement that ARKit calls `eyeLookDownRight`.
  case eyeLookDownRight
  /// The movement that ARKit calls `eyeLookInLeft`.
  case eyeLookInLeft
  /// The movement that ARKit calls `eyeLookInRight`.
  case eyeLookInRight
  /// The movement that ARKit calls `eyeLookOutLeft`.
  case eyeLookOutLeft
  /// The movement that ARKit calls `eyeLookOutRight`.
  case eyeLookOutRight
  /// The movement that ARKit calls `eyeLookUpLeft`.
  case eyeLookUpLeft
  /// The movement that ARKit calls `eyeLookUpRight`.
  case eyeLookUpRight
  /// The movement that ARKit calls `eyeSquintLeft`.
  case eyeSquintLeft
  /// The movement that ARKit calls `eyeSquintRight`.
  case eyeSquintRight
  /// The movement that ARKit calls `eyeWideLeft`.
  case eyeWideLeft
  /// The movement that ARKit calls `eyeWideRight`.
  case eyeWideRight
  /// The movement that ARKit calls `jawForward`.
  case jawForward
  /// The movement that ARKit calls `jawLeft`.
  case jawLeft
  /// The movement that ARKit calls `jawOpen`.
  case jawOpen
  /// The movement that ARKit calls `jawRight`.
  case jawRight
  /// The movement that ARKit calls `mouthClose`.
  case mouthClose
  /// The movement that ARKit calls `mouthDimpleLeft`.
  case mouthDimpleLeft
  /// The movement that ARKit calls `mouthDimpleRight`.
  case mouthDimpleRight
  /// The movement that ARKit calls `mouthFrownLeft`.
  case mouthFrownLeft
  /// The movement that ARKit calls `mouthFrownRight`.
  case mouthFrownRight
  /// The movement that ARKit calls `mouthFunnel`.
  case mouthFunnel
  /// The movement that ARKit calls `mouthLeft`.
  case mouthLeft
  /// The movement that ARKit calls `mouthLowerDownLeft`.
  case mouthLowerDownLeft
  /// The movement that ARKit calls `mouthLowerDownRight`.
  case mouthLowerDownRight
  /// The movement that ARKit calls `mouthPressLeft`.
  case mouthPressLeft
  /// The movement that ARKit calls `mouthPressRight`.
  case mouthPressRight
  /// The movement that ARKit calls `mouthPucker`.
  case mouthPucker
  /// The movement that ARKit calls `mouthRight`.
  case mouthRight
  /// The movement that ARKit calls `mouthRollLower`.
  case mouthRollLower
  /// The movement that ARKit calls `mouthRollUpper`.
  case mouthRollUpper
  /// The movement that ARKit calls `mouthShrugLower`.
  case mouthShrugLower
  /// The movement that ARKit calls `mouthShrugUpper`.
  case mouthShrugUpper
  /// The movement that ARKit calls `mouthSmileLeft`.
  case mouthSmileLeft
  /// The movement that ARKit calls `mouthSmileRight`.
  case mouthSmileRight
  /// The movement that ARKit calls `mouthStretchLeft`.
  case mouthStretchLeft
  /// The movement that ARKit calls `mouthStretchRight`.
  case mouthStretchRight
  /// The movement that ARKit calls `mouthUpperUpLeft`.
  case mouthUpperUpLeft
  /// The movement that ARKit calls `mouthUpperUpRight`.
  case mouthUpperUpRight
  /// The movement that ARKit calls `noseSneerLeft`.
  case noseSneerLeft
  /// The movement that ARKit calls `noseSneerRight`.
  case noseSneerRight
  /// The movement that ARKit calls `tongueOut`.
  case tongueOut

  /// The blendshape's place in MediaPipe's order, 0 to 51.
  ///
  /// The cases stand in that order, so the compiler makes this the case's own number.
  public var index: Int {
    switch self {
    case .neutral: 0
    case .browDownLeft: 1
    case .browDownRight: 2
    case .browInnerUp: 3
    case .browOuterUpLeft: 4
    case .browOuterUpRight: 5
    case .cheekPuff: 6
    case .cheekSquintLeft: 7
    case .cheekSquintRight: 8
    case .eyeBlinkLeft: 9
    case .eyeBlinkRight: 10
    case .eyeLookDownLeft: 11
    case .eyeLookDownRight: 12
    case .eyeLookInLeft: 13
    case .eyeLookInRight: 14
    case .eyeLookOutLeft: 15
    case .eyeLookOutRight: 16
    case .eyeLookUpLeft: 17
    case .eyeLookUpRight: 18
    case .eyeSquintLeft: 19
    case .eyeSquintRight: 20
    case .eyeWideLeft: 21
    case .eyeWideRight: 22
    case .jawForward: 23
    case .jawLeft: 24
    case .jawOpen: 25
    case .jawRight: 26
    case .mouthClose: 27
    case .mouthDimpleLeft: 28
    case .mouthDimpleRight: 29
    case .mouthFrownLeft: 30
    case .mouthFrownRight: 31
    case .mouthFunnel: 32
    case .mouthLeft: 33
    case .mouthLowerDownLeft: 34
    case .mouthLowerDownRight: 35
    case .mouthPressLeft: 36
    case .mouthPressRight: 37
    case .mouthPucker: 38
    case .mouthRight: 39
    case .mouthRollLower: 40
    case .mouthRollUpper: 41
    case .mouthShrugLower: 42
    case .mouthShrugUpper: 43
    case .mouthSmileLeft: 44
    case .mouthSmileRight: 45
    case .mouthStretchLeft: 46
    case .mouthStretchRight: 47
    case .mouthUpperUpLeft: 48
    case .mouthUpperUpRight: 49
    case .noseSneerLeft: 50
    case .noseSneerRight: 51
    case .tongueOut: 52
    }
  }

  /// How many MediaPipe gives: all but `tongueOut`, which is the last.
  public static let mediaPipeCount = allCases.count - 1

  /// The blendshape of the other side of the face; itself where it has no side.
  public var mirrored: Blendshape { Self.mirrors[index] }

  private static let mirrors = allCases.map { shape in
    for (side, other) in [("Left", "Right"), ("Right", "Left")] {
      guard shape.rawValue.hasSuffix(side) else { continue }
      return Blendshape(rawValue: shape.rawValue.dropLast(side.count) + other) ?? shape
    }
    return shape
  }
}

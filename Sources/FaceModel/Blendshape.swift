/// The 52 blendshapes of MediaPipe's Face Landmarker, in its order.
///
/// The names are ARKit's without `tongueOut`; left and right are the subject's own where the
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

  /// The blendshape's place in MediaPipe's order, 0 to 51.
  public var index: Int { Self.indices[self] ?? 0 }

  /// The blendshape of the other side of the face; itself where it has no side.
  public var mirrored: Blendshape {
    let name = rawValue
    let other: String
    if name.hasSuffix("Left") {
      other = name.dropLast(4) + "Right"
    } else if name.hasSuffix("Right") {
      other = name.dropLast(5) + "Left"
    } else {
      return self
    }
    return Blendshape(rawValue: other) ?? self
  }

  private static let indices = Dictionary(
    uniqueKeysWithValues: zip(allCases, allCases.indices))
}

/// One of MediaPipe's tasks that are run.
public enum MediaPipeTaskKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Faces: landmarks, blendshapes, matrices.
  case face
  /// Hands: landmarks.
  case hand
  /// Hands, and what they say.
  case gesture

  /// MediaPipe's name of it.
  public var title: String {
    switch self {
    case .face: "Face Landmarker"
    case .hand: "Hand Landmarker"
    case .gesture: "Gesture Recognizer"
    }
  }

  /// The name of its official model.
  public var modelName: String {
    switch self {
    case .face: "face_landmarker.task"
    case .hand: "hand_landmarker.task"
    case .gesture: "gesture_recognizer.task"
    }
  }

  /// The SHA-256 of its official model, version 1, as `Scripts/install-models.sh` has it.
  public var modelSHA256: String {
    switch self {
    case .face: "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"
    case .hand: "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1"
    case .gesture: "97952348cf6a6a4915c2ea1496b4b37ebabc50cbbf80571435643c455f2b0482"
    }
  }
}

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
}

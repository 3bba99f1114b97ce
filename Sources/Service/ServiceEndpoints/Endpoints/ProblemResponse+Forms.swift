internal import Problems
internal import ServiceInterface

// The problems of what several forms have.
extension ProblemResponse {
  static let ofForms: [ProblemCode] = [.missingPart, .unknownPart, .invalidOptions]

  /// Avatars, fit profiles and scenes that a request names.
  static let ofAvatars: [ProblemCode] = [
    .unknownAvatar, .unknownFitProfile, .unknownScene, .badScene, .sceneTooLarge,
  ]

  /// Recordings, which a process of their own reads.
  static let ofRecordings: [ProblemCode] = [
    .noSuchFrame, .badRecording, .recordingTooLong, .recordingTooLarge, .timeLimit, .outOfMemory,
    .outputTooLarge, .workerCrashed,
  ]

  /// What is told of scenes that a request names, rather than uploads.
  static let ofScenes: [ProblemCode: String] = [
    .badScene:
      "mine: its picture is called \"rain\", which is that of yours; expected one scene for a picture:"
      + " rename one in its scene.json",
    .sceneTooLarge: "the frames of \"ox.webp\": found 300, at most 256 allowed",
  ]
}

import MediaPipe

extension RequestTable {
  /// How a recording is tracked automatically that has no tracking file; the verb `track` has more.
  static let tracker: [RequestMember] = [
    RequestMember(
      "tracker.numFaces", "--num-faces", .tracker, in: .tracking, \.tracker.options.numFaces,
      .whole(MediaPipeOptions.counts), "the maximum number of faces, 1 to 64",
      .init(defaultWords: "4")),
    RequestMember(
      "tracker.numHands", "--num-hands", .tracker, in: .tracking, \.tracker.options.numHands,
      .whole(MediaPipeOptions.counts), "the maximum number of hands, 1 to 64",
      .init(defaultWords: "2")),
    RequestMember(
      "tracker.minFace", "--min-face", .tracker, in: .tracking, \.tracker.options.minFace,
      .whole(MediaPipeOptions.minFaces),
      "the height of the smallest face to detect, 24 to 2000 pixels of the clip",
      .init(defaultWords: "1/30 of the picture's shorter side, in turns")),
    RequestMember(
      "tracker.secondLook", "--no-second-look", .tracker, in: .tracking,
      \.tracker.options.secondLook, .flag,
      "do not look again in close-ups where a face is missing, or at small faces",
      .init(
        isNegated: true, note: "look again in close-ups where a face is missing, and at small faces"
      )),
    RequestMember(
      "tracker.faceModel", "--face-model", .tracker, in: .tracking, \.tracker.faceModel, .path,
      "the Face Landmarker's model", .init(defaultWords: "Models/face_landmarker.task")),
    RequestMember(
      "tracker.handModel", "--hand-model", .tracker, in: .tracking, \.tracker.handModel, .path,
      "the Hand Landmarker's model", .init(defaultWords: "Models/hand_landmarker.task")),
    RequestMember(
      "tracker.gestureModel", "--gesture-model", .tracker, in: .tracking,
      \.tracker.gestureModel, .path, "the Gesture Recognizer's model",
      .init(defaultWords: "Models/gesture_recognizer.task")),
    RequestMember(
      "tracker.library", "--mediapipe-library", .tracker, in: .tracking, \.tracker.library,
      .path, "MediaPipe's library, or the folder that its wheel is installed in",
      .init(defaultWords: "that of tracker install, or an installed wheel")),
    RequestMember(
      "tracker.cache", "--cache", .tracker, in: .tracking, \.tracker.cache, .path,
      "where the tracking is kept for the next time",
      .init(placeholder: "DIR", defaultWords: "the user's cache folder")),
    RequestMember(
      "tracker.detectCards", "--detect-cards", .tracker, in: .verbs, \.printedPictures, .path,
      "find the printed pictures of this folder too: scene packages, a pictures.json, or PNG and JPEG"
        + " files",
      .init(placeholder: "DIR")),
    RequestMember(
      "tracker.faces", "--no-faces", .tracker, in: .verbs, \.looksForFaces, .flag,
      "with --detect-cards: look for no faces and no hands, without MediaPipe",
      .init(isNegated: true, note: "look for faces and hands beside printed pictures")),
  ]
}

import AvatarFiles
import Foundation
import MediaPipe
import Terminal
import Tracker

/// The options of the tracker, under MediaPipe's names.
enum TrackArguments {
  private static let confidence = "0..1"

  /// Where the tracker and its models are.
  static let places: [OptionSpec] = [
    .value(
      "--mediapipe-library", "PATH",
      "libmediapipe.so, or the folder that the wheel is installed in (default: that of tracker install,"
        + " or an installed wheel)"
    ).basic,
    .value(
      "--face-model", "FILE", "the Face Landmarker's model (default: Models/face_landmarker.task)"),
    .value(
      "--hand-model", "FILE", "the Hand Landmarker's model (default: Models/hand_landmarker.task)"),
    .value(
      "--gesture-model", "FILE",
      "the Gesture Recognizer's model (default: Models/gesture_recognizer.task)"),
    .avatarsFolder,
  ]

  /// What is asked of the tasks.
  static let tasks: [OptionSpec] = [
    .value(
      "--running-mode", "image|video",
      "each picture by itself, or what follows each other (default: image for a still)"
    ).basic,
    .value("--num-faces", "N", "the maximum number of faces, 1 to 64 (default: 4)").basic,
    .value(
      "--min-face", "PX",
      "the height of the smallest face to detect, 24 to 2000 pixels of the clip (default:"
        + " 1/30 of the picture's shorter side, in turns)"
    ).basic,
    .flag(
      "--no-second-look",
      "do not look again in close-ups where a face is missing, or at small faces"),
    .value(
      "--min-face-detection-confidence", confidence,
      "the lowest confidence of a face that is detected (default: 0.5)"),
    .value(
      "--min-face-presence-confidence", confidence,
      "the lowest confidence that it is still present (default: 0.5)"
    ),
    .value(
      "--min-tracking-confidence", confidence,
      "the lowest confidence that it is the same face, or hand (default: 0.5)"),
    .flag("--no-output-face-blendshapes", "leave the blendshapes out"),
    .flag("--no-output-facial-transformation-matrixes", "leave the matrices out"),
    .value("--num-hands", "N", "the maximum number of hands, 1 to 64 (default: 2)").basic,
    .value(
      "--min-hand-detection-confidence", confidence,
      "the lowest confidence of a hand that is detected (default: 0.5)"),
    .value(
      "--min-hand-presence-confidence", confidence,
      "the lowest confidence that it is still present (default: 0.5)"
    ),
    .value(
      "--min-hand-tracking-confidence", confidence,
      "the lowest confidence that it is the same hand (default: that of --min-tracking-confidence)"),
  ]

  /// Which gestures are told of.
  static let gestures: [OptionSpec] = ["canned", "custom"].flatMap { kind -> [OptionSpec] in
    let whose = kind == "canned" ? "the model's own gestures" : "custom gestures"
    return [
      .value(
        "--\(kind)-gestures-locale", "LANG",
        "the language of display names of \(whose) (default: en)"),
      .value(
        "--\(kind)-gestures-max-results", "N",
        "the most of \(whose) for a hand; -1 for all (default: -1)"),
      .value(
        "--\(kind)-gestures-score-threshold", confidence,
        "the lowest score that is reported (default: 0)"),
      .value(
        "--\(kind)-gestures-allowlist", "A,B,...",
        "report only these names; excludes the denylist"),
      .value("--\(kind)-gestures-denylist", "A,B,...", "do not report these names"),
    ]
  }

  /// Reads which files are named.
  static func files(_ arguments: ParsedArguments) -> MediaPipeSetup {
    var setup = MediaPipeSetup()
    setup.library = arguments.string("--mediapipe-library")
    setup.faceModel = arguments.string("--face-model")
    setup.handModel = arguments.string("--hand-model")
    setup.gestureModel = arguments.string("--gesture-model")
    return setup
  }

  /// Reads them all.
  static func setup(_ arguments: ParsedArguments) throws(UsageError) -> MediaPipeSetup {
    var setup = files(arguments)
    var options = MediaPipeOptions()
    options.runningMode = try arguments.choice("--running-mode", TrackingMode.self)
    let counts = MediaPipeOptions.counts
    options.numFaces = try arguments.int("--num-faces", in: counts) ?? options.numFaces
    options.numHands = try arguments.int("--num-hands", in: counts) ?? options.numHands
    options.minFace = try arguments.int("--min-face", in: MediaPipeOptions.minFaces)
    options.secondLook = !arguments.has("--no-second-look")
    if options.minFace != nil, !options.secondLook {
      throw UsageError("--min-face and --no-second-look exclude each other; give one of them")
    }
    func confidence(_ name: String) throws(UsageError) -> Double {
      try arguments.double(name, in: MediaPipeOptions.confidences) ?? 0.5
    }
    options.faces.detection = try confidence("--min-face-detection-confidence")
    options.faces.presence = try confidence("--min-face-presence-confidence")
    options.hands.detection = try confidence("--min-hand-detection-confidence")
    options.hands.presence = try confidence("--min-hand-presence-confidence")
    options.faces.tracking = try confidence("--min-tracking-confidence")
    options.hands.tracking =
      try arguments.double("--min-hand-tracking-confidence", in: MediaPipeOptions.confidences)
      ?? options.faces.tracking
    options.outputFaceBlendshapes = !arguments.has("--no-output-face-blendshapes")
    options.outputFacialTransformationMatrixes =
      !arguments.has("--no-output-facial-transformation-matrixes")
    options.cannedGestures = try classifier("canned", arguments)
    options.customGestures = try classifier("custom", arguments)
    setup.options = options
    return setup
  }

  private static func classifier(
    _ kind: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> MediaPipeOptions.Classifier {
    let prefix = "--\(kind)-gestures"
    var classifier = MediaPipeOptions.Classifier()
    classifier.displayNamesLocale =
      arguments.string("\(prefix)-locale") ?? classifier.displayNamesLocale
    if let most = try arguments.int("\(prefix)-max-results", in: -1...MediaPipeOptions.mostResults)
    {
      guard most != 0 else {
        throw UsageError(
          "\(prefix)-max-results: expected a whole number from 1 to \(MediaPipeOptions.mostResults),"
            + " or -1 for all, found \"0\"")
      }
      classifier.maxResults = most
    }
    classifier.scoreThreshold =
      try arguments.double("\(prefix)-score-threshold", in: MediaPipeOptions.confidences) ?? 0
    func names(_ list: String) -> [String] {
      arguments.string("\(prefix)-\(list)").map {
        $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      } ?? []
    }
    classifier.categoryAllowlist = names("allowlist")
    classifier.categoryDenylist = names("denylist")
    if !classifier.categoryAllowlist.isEmpty, !classifier.categoryDenylist.isEmpty {
      throw UsageError(
        "\(prefix)-allowlist and \(prefix)-denylist exclude each other; give one of them")
    }
    return classifier
  }
}

extension Libraries {
  /// Where trackers are looked for: their models beside the avatars, among other folders.
  static func trackers(beside avatars: AvatarLibrary, for place: TrackerPlace) -> TrackerSearch {
    let environment = ProcessInfo.processInfo.environment
    let executable = Bundle.main.executablePath ?? ""
    return TrackerSearch(
      place: place,
      modelFolders: TrackerSearch.modelFolders(
        besideAvatars: avatars.folders.first ?? AvatarPackage.kind.folder, environment: environment,
        executable: executable),
      environment: environment, executable: executable)
  }
}

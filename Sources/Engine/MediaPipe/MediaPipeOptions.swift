public import Tracker
internal import Tracking

/// What MediaPipe's three tasks may be asked for, under MediaPipe's names.
///
/// The defaults are MediaPipe's, but for what a renderer needs: four faces and two hands at once,
/// blendshapes and matrices.
public struct MediaPipeOptions: Hashable, Sendable, Codable {
  /// How sure the models must be, each 0 to 1.
  public struct Confidences: Hashable, Sendable, Codable {
    /// That there is something, where it is looked for (`min_face_detection_confidence`,
    /// `min_hand_detection_confidence`).
    public var detection = 0.5
    /// That it is still there, where it is followed (`min_face_presence_confidence`,
    /// `min_hand_presence_confidence`).
    public var presence = 0.5
    /// That it is the same (`min_tracking_confidence`).
    public var tracking = 0.5

    /// Makes MediaPipe's defaults.
    public init() {}

    /// Those of a close-up of a place where a face is known to be about: at 0.3 a face is found there
    /// that motion has blurred, and at 0.5 it is not.
    var ofCloseUps: Confidences {
      var confidences = self
      confidences.detection = min(detection, 0.3)
      return confidences
    }
  }

  /// Which gestures are told of.
  public struct Classifier: Hashable, Sendable, Codable {
    /// The language of display names, as BCP 47 has it.
    public var displayNamesLocale = "en"
    /// The most gestures of a hand; below 0 for all.
    public var maxResults = -1
    /// How sure the model must be of a gesture, 0 to 1.
    public var scoreThreshold = 0.0
    /// The gestures that are told of; empty for all.
    ///
    /// Excludes `categoryDenylist`.
    public var categoryAllowlist: [String] = []
    /// The gestures that are not told of.
    public var categoryDenylist: [String] = []

    /// Makes MediaPipe's defaults.
    public init() {}
  }

  /// Whether pictures follow each other; nil for video where there is a clip, and image for a still.
  public var runningMode: TrackingMode?
  /// The most faces that are looked for (`num_faces`); MediaPipe's default is 1.
  public var numFaces = 4
  /// Whether faces that are missing for less than a second, or small, are looked at again in
  /// close-ups.
  public var secondLook = true
  /// The height of the smallest face that is looked for, in pixels of the clip; nil for what is found
  /// in the picture as a whole, and in turns.
  public var minFace: Int?
  /// How sure the face's models must be.
  public var faces = Confidences()
  /// Whether faces have blendshapes (`output_face_blendshapes`); MediaPipe's default is no.
  public var outputFaceBlendshapes = true
  /// Whether faces have matrices (`output_facial_transformation_matrixes`); MediaPipe's default is no.
  public var outputFacialTransformationMatrixes = true
  /// The most hands that are looked for (`num_hands`); MediaPipe's default is 1.
  public var numHands = 2
  /// How sure the hand's models must be.
  public var hands = Confidences()
  /// The gestures that the model comes with.
  public var cannedGestures = Classifier()
  /// Gestures of a model of the user's own.
  public var customGestures = Classifier()

  /// Makes the defaults.
  public init() {}
}

extension MediaPipeOptions {
  /// Faces or hands that may be asked for: as many as a sample may have.
  public static let counts = 1...64
  /// Heights of the smallest face that may be asked for, in pixels: below, its landmarks say little.
  public static let minFaces = 24...2000
  /// Confidences and thresholds.
  public static let confidences = 0.0...1.0
  /// The most gestures of a hand that may be asked for.
  public static let mostResults = 32
  /// Names of gestures in one list.
  public static let mostNames = 64
  /// UTF-8 bytes of a name.
  public static let nameBytes = 127

  /// Refuses values out of their ranges, and lists that exclude each other.
  public func check() throws(MediaPipeError) {
    for (name, count) in [("numFaces", numFaces), ("numHands", numHands)]
    where !Self.counts.contains(count) {
      throw .unfitOption(name, found: "\(count)", expected: "a whole number from 1 to 64")
    }
    if let minFace, !Self.minFaces.contains(minFace) {
      throw .unfitOption("minFace", found: "\(minFace)", expected: "a whole number from 24 to 2000")
    }
    if minFace != nil, !secondLook {
      throw .unfitOption(
        "minFace", found: "no second look",
        expected: "a second look, in which small faces are found")
    }
    for (name, value) in confidenceValues where !Self.confidences.contains(value) {
      throw .unfitOption(name, found: "\(value)", expected: "a number from 0 to 1")
    }
    try cannedGestures.check("cannedGestures")
    try customGestures.check("customGestures")
  }

  private var confidenceValues: [(name: String, value: Double)] {
    [
      ("minFaceDetectionConfidence", faces.detection),
      ("minFacePresenceConfidence", faces.presence),
      ("minFaceTrackingConfidence", faces.tracking),
      ("minHandDetectionConfidence", hands.detection),
      ("minHandPresenceConfidence", hands.presence),
      ("minHandTrackingConfidence", hands.tracking),
      ("cannedGestures.scoreThreshold", cannedGestures.scoreThreshold),
      ("customGestures.scoreThreshold", customGestures.scoreThreshold),
    ]
  }
}

extension MediaPipeOptions.Classifier {
  fileprivate func check(_ name: String) throws(MediaPipeError) {
    guard maxResults < 0 || (1...MediaPipeOptions.mostResults).contains(maxResults) else {
      throw .unfitOption(
        "\(name).maxResults", found: "\(maxResults)",
        expected: "a whole number from 1 to \(MediaPipeOptions.mostResults), or -1 for all")
    }
    guard categoryAllowlist.isEmpty || categoryDenylist.isEmpty else {
      throw .unfitOption(
        name, found: "an allowlist and a denylist", expected: "one of them; they exclude each other"
      )
    }
    let names = categoryAllowlist + categoryDenylist + [displayNamesLocale]
    guard names.count <= MediaPipeOptions.mostNames + 1,
      names.allSatisfy({ (1...MediaPipeOptions.nameBytes).contains($0.utf8.count) }),
      !names.contains(where: { $0.utf8.contains(0) })
    else {
      throw .unfitOption(
        name, found: "a list that is too long, or a name that is empty or too long",
        expected:
          "at most \(MediaPipeOptions.mostNames) names of 1 to \(MediaPipeOptions.nameBytes) bytes"
      )
    }
  }
}

extension MediaPipeOptions {
  /// The names of what is asked for and none of the tasks that run has.
  func idle(besides tasks: Set<MediaPipeTaskKind>) -> [String] {
    func all(_ options: MediaPipeOptions) -> [TrackerNote.Option] {
      options.note(for: Set(MediaPipeTaskKind.allCases), mode: .video)
    }
    let standard = all(MediaPipeOptions())
    let used = Set(note(for: tasks, mode: .video).map(\.name))
    return all(self).filter { !standard.contains($0) && !used.contains($0.name) }.map(\.name)
  }

  /// The options of the tasks that run, as a tracking file's header has them.
  func note(for tasks: Set<MediaPipeTaskKind>, mode: TrackingMode) -> [TrackerNote.Option] {
    var options: [TrackerNote.Option] = [.init("runningMode", .text(mode.rawValue))]
    if tasks.contains(.face) {
      options += [
        .init("numFaces", .whole(numFaces)),
        .init("minFaceDetectionConfidence", .number(faces.detection)),
        .init("minFacePresenceConfidence", .number(faces.presence)),
        .init("minFaceTrackingConfidence", .number(faces.tracking)),
        .init("outputFaceBlendshapes", .flag(outputFaceBlendshapes)),
        .init("outputFacialTransformationMatrixes", .flag(outputFacialTransformationMatrixes)),
        .init("secondLook", .flag(secondLook)),
      ]
      if let minFace { options.append(.init("minFace", .whole(minFace))) }
    }
    if !tasks.isDisjoint(with: [.hand, .gesture]) {
      options += [
        .init("numHands", .whole(numHands)),
        .init("minHandDetectionConfidence", .number(hands.detection)),
        .init("minHandPresenceConfidence", .number(hands.presence)),
        .init("minHandTrackingConfidence", .number(hands.tracking)),
      ]
    }
    if tasks.contains(.gesture) {
      options += cannedGestures.note("cannedGestures") + customGestures.note("customGestures")
    }
    return options
  }
}

extension MediaPipeOptions.Classifier {
  fileprivate func note(_ name: String) -> [TrackerNote.Option] {
    [
      .init("\(name)DisplayNamesLocale", .text(displayNamesLocale)),
      .init("\(name)MaxResults", .whole(maxResults)),
      .init("\(name)ScoreThreshold", .number(scoreThreshold)),
      .init("\(name)CategoryAllowlist", .texts(categoryAllowlist)),
      .init("\(name)CategoryDenylist", .texts(categoryDenylist)),
    ]
  }
}

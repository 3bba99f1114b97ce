public import Geometry

/// What the tracker saw in one picture.
public struct TrackingSample: Equatable, Sendable {
  /// The picture's time on the tracker's own clock, in milliseconds.
  public var timestampMs: Double
  /// The faces, in the tracker's order, which may change from one sample to the next.
  public var faces: [FaceSample]
  /// The hands.
  public var hands: [HandSample]
  /// The known pictures (cards) that were recognised in it.
  public var images: [ImageSample]
  /// Why the tracker gave no answer for the picture; nil where it did, be it that nothing is there.
  public var failure: String?
  /// Faces that were left out because of a fault in the file: that they are not among `faces` does not say
  /// that they were not there.
  public var leftOutFaces = 0
  /// When the picture was taken, where the sample is shown later than that; nil for `timestampMs`.
  public var takenMs: Double?

  /// Makes a sample.
  public init(
    timestampMs: Double, faces: [FaceSample] = [], hands: [HandSample] = [],
    images: [ImageSample] = [], failure: String? = nil
  ) {
    (self.timestampMs, self.faces, self.hands) = (timestampMs, faces, hands)
    (self.images, self.failure) = (images, failure)
  }
}

/// One face of a sample; it has landmarks or a pose, mostly both.
public struct FaceSample: Equatable, Sendable {
  /// The identity that the file gives the face, if it does.
  public var id: Int?
  /// 468 landmarks, or 478 with the irises, in pixels of the tracker's picture; empty for none.
  ///
  /// x and y are the file's parts times the picture's width and height, z times its width.
  public var landmarks: [Point3<TrackerSpace>]
  /// The facial transformation matrix, before the camera of the tracker's picture.
  public var pose: FacialTransform?
  /// The projection that its pose speaks of, where the sample has its own; nil for the header's.
  public var intrinsics: CameraIntrinsics?
  /// Whether the pose was solved from the landmarks, because the tracker gave none.
  package var isPoseSolved = false
  /// The blendshapes' scores.
  public var blendshapes: Blendshapes

  /// Whether it has neither landmarks nor a pose.
  package var isEmpty: Bool { landmarks.isEmpty && pose == nil }

  /// Makes a face.
  public init(
    id: Int? = nil, landmarks: [Point3<TrackerSpace>] = [], pose: FacialTransform? = nil,
    blendshapes: Blendshapes = Blendshapes()
  ) {
    (self.id, self.landmarks, self.pose, self.blendshapes) = (id, landmarks, pose, blendshapes)
  }
}

/// One hand of a sample.
public struct HandSample: Equatable, Sendable {
  /// Landmarks of a hand.
  public static let landmarkCount = 21

  /// Which hand it is; the subject's own where the tracker's picture was not mirrored.
  public enum Handedness: String, Sendable {
    case left = "Left"
    case right = "Right"
  }

  /// Which hand it is; nil where the tracker does not say.
  public var handedness: Handedness?
  /// How sure the tracker is of that, 0 to 1.
  public var score: Double
  /// The 21 landmarks, in pixels of the tracker's picture.
  public var landmarks: [Point3<TrackerSpace>]
  /// The 21 landmarks in metres about the hand's middle; empty where the file has none.
  public var worldLandmarks: [SIMD3<Double>]
  /// The gestures that the recogniser's own classifier found, empty for none; nil where it was not asked.
  public var gestures: [Gesture]?
  /// The gestures that a classifier of the app's own found, empty for none; nil where it was not asked.
  public var customGestures: [Gesture]?

  /// Makes a hand.
  public init(
    handedness: Handedness?, score: Double = 1, landmarks: [Point3<TrackerSpace>] = [],
    worldLandmarks: [SIMD3<Double>] = [], gestures: [Gesture]? = nil,
    customGestures: [Gesture]? = nil
  ) {
    (self.handedness, self.score) = (handedness, score)
    (self.landmarks, self.worldLandmarks) = (landmarks, worldLandmarks)
    (self.gestures, self.customGestures) = (gestures, customGestures)
  }
}

extension HandSample {
  /// Whether it makes a gesture; MediaPipe calls none of them `None`.
  public var saysSomething: Bool {
    (gestures ?? []).contains { !$0.categoryName.isEmpty && $0.categoryName != "None" }
  }
}

/// A gesture that the tracker recognised.
public struct Gesture: Hashable, Sendable {
  /// MediaPipe's name, such as `Closed_Fist`.
  public var categoryName: String
  /// How sure the tracker is, 0 to 1.
  public var score: Double

  /// Makes a gesture.
  public init(categoryName: String, score: Double) {
    (self.categoryName, self.score) = (categoryName, score)
  }
}

/// A known picture (a card) that was recognised in a sample.
public struct ImageSample: Equatable, Sendable {
  /// The picture's name.
  public var name: String
  /// Where its corners lie.
  public var corners: Quad<TrackerSpace>
  /// How sure the tracker is, 0 to 1.
  public var score: Double
  /// Which card it is, of several of one name; nil where the file does not say.
  public var id: Int?
  /// How wide the print is, in millimetres; nil where the file does not say.
  public var widthMm: Double?
  /// From the card to the camera, a rotation times 0.1; nil where the file has none.
  ///
  /// Of the card: millimetres, x right, y up, z out of the print, 0 its middle.
  public var pose: FacialTransform?

  /// Makes an image sample.
  public init(name: String, corners: Quad<TrackerSpace>, score: Double) {
    (self.name, self.corners, self.score) = (name, corners, score)
  }
}

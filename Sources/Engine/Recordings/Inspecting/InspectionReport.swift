public import Problems

/// What is in a recording, and everything that is wrong with it; encodes as JSON.
public struct InspectionReport: Encodable, Sendable {
  /// The clip.
  public struct Clip: Encodable, Sendable {
    /// The file.
    public var path: String
    /// Container and codec, by FFmpeg's names.
    public var container, codec: String
    /// The picture as it is stored, and the upright scene in square pixels.
    public var stored, scene: String
    /// How the stored picture is to be shown.
    public var orientation: String
    /// The pixel format that the decoder gives.
    public var pixelFormat: String
    /// One line where frames are converted before they are composited.
    public var conversion: String?
    /// The length in seconds, where known.
    public var seconds: Double?
    /// When the first frame is shown, and when the last one ends, on the clip's timeline, in milliseconds; nil
    /// where there is none.
    public var startMs, endMs: Double?
    /// Frames that were decoded.
    public var frames: Int
    /// The shortest and the longest step between two frames, in milliseconds.
    public var shortestStepMs, longestStepMs: Double?
    /// The sound tracks' codecs.
    public var sound: [String]
    /// What could not be read, in one line.
    public var damage: String?
  }

  /// A known picture of the tracking file.
  public struct Image: Encodable, Sendable {
    /// Its name.
    public var name: String
    /// Samples that show it.
    public var samples = 0
    /// Identities that it has; 0 where the file gives none.
    public var identities = 0
    /// Entries with a matrix.
    public var withMatrix = 0
    /// The width of the print in millimetres, as it stands first.
    public var widthMm: Double?
  }

  /// The tracking file.
  public struct Tracking: Encodable, Sendable {
    /// The file.
    public var path: String
    /// The format that was recognised.
    public var format: String
    /// The picture that the tracker saw.
    public var size: String
    /// The turn that makes it upright, in degrees clockwise.
    public var rotationDegrees: Int
    /// Whether it was mirrored.
    public var mirrored: Bool
    /// Whether the tracker smoothed over time; nil where the file does not say.
    public var smoothed: Bool?
    /// The SHA-256 of the clip that was tracked; nil where the file does not say.
    public var clipSHA256: String?
    /// Samples without a fault.
    public var samples = 0
    /// The first and the last sample's time on the clip's timeline, in milliseconds.
    public var firstMs, lastMs: Double?
    /// Samples with a face, and the most faces in one of them.
    public var samplesWithFaces = 0
    /// The most faces in a sample.
    public var mostFaces = 0
    /// Faces with landmarks, with a matrix and with blendshapes.
    public var facesWithLandmarks = 0
    /// Faces with a matrix.
    public var facesWithMatrix = 0
    /// Faces with blendshapes.
    public var facesWithBlendshapes = 0
    /// Samples with at least one hand.
    public var samplesWithHands = 0
    /// Samples with a hand that says something.
    public var samplesWithGestures = 0
    /// Samples with a known picture.
    public var samplesWithImages = 0
    /// The known pictures, by name.
    public var images: [Image] = []
    /// The vertical field of view of the camera that saw them, in degrees; nil where the file does not say.
    public var verticalFieldOfViewDegrees: Double?
    /// Samples for which the tracker gave no answer.
    public var failedSamples = 0
    /// The longest time that the samples show no face, in milliseconds.
    public var longestGapMs = 0.0
    /// Keys that mean nothing here, and how often they stand.
    public var unknownKeys: [String: Int] = [:]
    /// Samples that a fault holds as a whole.
    public var badSamples = 0
    /// What a render with `--skip-bad-samples` leaves out, in one line; nil for nothing.
    public var leftOut: String?
    /// The faults, the first of them by line.
    public var faults: [String] = []
    /// All faults, also those that are not listed.
    public var faultCount = 0
  }

  /// What the recording says of its origin; nil where it says nothing.
  public var provenance: RecordingProvenance?
  /// The clip; nil where it cannot be opened.
  public var clip: Clip?
  /// The tracking file; nil where there is none.
  public var tracking: Tracking?
  /// Frames that lie within reach of a sample with a face.
  public var framesWithFace = 0
  /// What is worth knowing and is no fault, a line each: what a render leaves out, changes or doubts.
  public var notes: [String] = []
  /// What does not fit together, and what cannot be opened, a line each.
  public var problems: [String] = []
  /// What the first of the problems is in the one table, where it kept the clip or the tracking from being
  /// read; it is not encoded.
  public var problemCode: ProblemCode?

  private enum CodingKeys: CodingKey {
    case provenance, clip, tracking, framesWithFace, notes, problems
  }

  /// Whether there is nothing wrong.
  public var isClean: Bool {
    problems.isEmpty && clip?.damage == nil && (tracking?.faultCount ?? 0) == 0
  }
}

/// How well an overlay sits on the faces of a recording; encodes as JSON in camelCase.
public struct AlignmentReport: Hashable, Codable, Sendable {
  /// The format's name and version.
  public static let currentFormat = "avatar-alignment/1"

  /// The format and version that it was written in.
  public var format = AlignmentReport.currentFormat
  /// What was measured, as the caller named it.
  public var source: String
  /// The version of the program.
  public var rendererVersion: String?
  /// How the landmarks were smoothed.
  public var smoothing: String?
  /// Where the placements come from: the sidecar's name, or the avatars'.
  public var placements: String?
  /// The reference's name.
  public var reference: String?
  /// Frames of the recording.
  public var frames: Int
  /// Different faces that were seen.
  public var faces: Int
  /// The figures; what could not be told is not there.
  public var metrics: [AlignmentMetric: Double] = [:]
  /// Why figures that one would look for are not there, and what else is to be known, a line each.
  public var notes: [String] = []
  /// What the figures come to; nil where no recording was measured.
  public var verdict: FitVerdict?
  /// The thresholds that were asked for.
  public var thresholds: [AlignmentVerdict] = []
  /// The figures frame by frame.
  public var perFrame: [AlignedFrame] = []

  /// Makes a report without figures.
  public init(source: String, frames: Int = 0, faces: Int = 0) {
    (self.source, self.frames, self.faces) = (source, frames, faces)
  }

  /// A figure; nil where it could not be told.
  public subscript(metric: AlignmentMetric) -> Double? {
    get { metrics[metric] }
    set { metrics[metric] = newValue.flatMap { $0.isFinite ? $0 : nil } }
  }

  /// Whether every threshold was kept.
  public var passed: Bool { thresholds.allSatisfy(\.passed) }
}

/// One frame of a report.
public struct AlignedFrame: Hashable, Codable, Sendable {
  /// The frame's number, counted from 0.
  public var frame: Int
  /// Its presentation time, in milliseconds.
  public var timestampMs: Double
  /// The faces that are seen in it.
  public var faces: [AlignedFace]
  /// Where the layers went, in scene pixels.
  public var quads: [AlignedQuad]

  /// Makes a frame.
  public init(
    frame: Int, timestampMs: Double, faces: [AlignedFace] = [], quads: [AlignedQuad] = []
  ) {
    (self.frame, self.timestampMs, self.faces, self.quads) = (frame, timestampMs, faces, quads)
  }
}

/// One face of a frame; what could not be told is nil.
///
/// Lengths are in percent of the eye distance.
public struct AlignedFace: Hashable, Codable, Sendable {
  /// The face's identity.
  public var face: Int
  /// Whether a layer shows on it.
  public var isCovered: Bool
  /// The smoothed landmarks' NME.
  public var nme: Double?
  /// The tracked landmarks' NME.
  public var rawNme: Double?
  /// The largest snap residual of its layers.
  public var residual: Double?
  /// The mean reprojection error of its matrix.
  public var reprojection: Double?
  /// The mean distance of smoothed and tracked landmarks.
  public var deviation: Double?

  /// Makes a face of which nothing is known.
  public init(face: Int, isCovered: Bool) {
    (self.face, self.isCovered) = (face, isCovered)
  }
}

/// Where one layer of one face went.
public struct AlignedQuad: Hashable, Codable, Sendable {
  /// The face's identity.
  public var face: Int
  /// The layer's name.
  public var layer: String
  /// Top left, top right, bottom right, bottom left of the artwork, [x, y] each, in scene pixels.
  public var corners: [[Double]]
  /// The points of its surface as the sidecar has them, [x, y] each, in scene pixels; nil for a flat layer.
  public var points: [[Double]]?

  /// Makes a quad.
  public init(face: Int, layer: String, corners: [[Double]], points: [[Double]]? = nil) {
    (self.face, self.layer, self.corners, self.points) = (face, layer, corners, points)
  }
}

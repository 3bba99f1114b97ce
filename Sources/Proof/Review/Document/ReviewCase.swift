public import Comparison

/// One comparison as it is reviewed: a case of a suite, or what `compare` was given.
///
/// Its pictures lie in a folder, or where absolute paths say.
public struct ReviewCase: Hashable, Codable, Sendable {
  /// How a comparison ended.
  public enum Verdict: String, Codable, CaseIterable, Sendable {
    /// Within every threshold.
    case passed
    /// Over a threshold.
    case failed
    /// There is no golden to compare with.
    case missing
    /// Sizes or counts do not match.
    case mismatch
    /// It could not be rendered or read.
    case error
  }

  /// The case's name; `/` groups.
  public var name: String
  /// The verdict over all of its frames.
  public var verdict: Verdict
  /// The explanation in words, a sentence an entry: "layer horns: 3.1 px right".
  public var explanation: [String]
  /// The worst frame's rungs, with their thresholds; those of a check outside of the overlay are
  /// called `outside.maxChannelDifference` and the like.
  public var rungs: [RungVerdict]
  /// The frames; a still has one.
  public var frames: [ReviewFrame]
  /// Measures over time, all as long as `frames`: "largest channel difference" and the like.
  public var curves: [ReviewCurve]
  /// The number of the frame that the explanation speaks of, which is shown first; nil for that of
  /// the most changed pixels.
  public var worstFrame: Int?
  /// The session; nil where none is compared.
  public var session: ReviewSession?
  /// Spans of a clip in which layers are not where they were expected; nil where there is none.
  public var spans: [ReviewSpan]?

  /// Makes a case.
  public init(
    name: String, verdict: Verdict, explanation: [String] = [], rungs: [RungVerdict] = [],
    frames: [ReviewFrame] = [], curves: [ReviewCurve] = [], worstFrame: Int? = nil,
    session: ReviewSession? = nil
  ) {
    (self.name, self.verdict, self.explanation) = (name, verdict, explanation)
    (self.rungs, self.frames, self.curves) = (rungs, frames, curves)
    (self.worstFrame, self.session) = (worstFrame, session)
  }
}

/// Consecutive frames in which something happened to a layer.
public struct ReviewSpan: Hashable, Codable, Sendable {
  /// The layer, or layers: a lane of the page's timeline.
  public var lane: String
  /// The numbers of the first and the last frame.
  public var first, last: Int
  /// The number of the worst frame.
  public var frame: Int
  /// What happened, in a sentence.
  public var words: String

  /// Makes a span.
  public init(lane: String, first: Int, last: Int, frame: Int, words: String) {
    (self.lane, self.first, self.last) = (lane, first, last)
    (self.frame, self.words) = (frame, words)
  }
}

/// One frame of a case.
public struct ReviewFrame: Hashable, Codable, Sendable {
  /// The frame's number in the clip; 0 for a still.
  public var frame: Int
  /// Its presentation time, in milliseconds.
  public var timestampMs: Double
  /// The frame's own verdict.
  public var verdict: ReviewCase.Verdict
  /// The frame's own explanation.
  public var explanation: [String]
  /// The frame's measures; nil where there was nothing to measure.
  public var measures: PictureMeasures?
  /// The golden, as a path relative to the pictures' folder, or absolute; nil where there is none.
  public var expected: String?
  /// What was rendered, as such a path; nil where it was not kept, since it equals the golden.
  public var actual: String?
  /// Where the overlay's layers were expected and where they went, in the picture's pixels.
  public var quads: [ReviewQuad]
  /// Landmarks of the faces in the picture's pixels, [x, y] each.
  public var landmarks: [[Double]]
  /// The regions that are left out, or that alone are compared; nil where there is none.
  public var regions: [ReviewRegion]?
  /// The environment of the variant that the picture was compared with; nil for the golden itself.
  public var variant: String?

  /// Makes a frame.
  public init(
    frame: Int, timestampMs: Double, verdict: ReviewCase.Verdict, explanation: [String] = [],
    measures: PictureMeasures? = nil, expected: String? = nil, actual: String? = nil,
    quads: [ReviewQuad] = [], landmarks: [[Double]] = []
  ) {
    (self.frame, self.timestampMs, self.verdict) = (frame, timestampMs, verdict)
    (self.explanation, self.measures, self.expected) = (explanation, measures, expected)
    (self.actual, self.quads, self.landmarks) = (actual, quads, landmarks)
  }
}

/// Where one layer lies.
public struct ReviewQuad: Hashable, Codable, Sendable {
  /// Which of the two pictures it belongs to.
  public enum Side: String, Codable, Sendable {
    /// The golden.
    case expected
    /// What was rendered.
    case actual
  }

  /// The layer's name.
  public var layer: String
  /// Which picture's.
  public var side: Side
  /// Top left, top right, bottom right, bottom left of the artwork, [x, y] each, in pixels.
  public var corners: [[Double]]

  /// Makes a quad.
  public init(layer: String, side: Side, corners: [[Double]]) {
    (self.layer, self.side, self.corners) = (layer, side, corners)
  }
}

/// A region that a comparison leaves out, or that it is limited to.
public struct ReviewRegion: Hashable, Codable, Sendable {
  /// What the comparison does with it.
  public enum Use: String, Codable, Sendable {
    /// Its pixels are not compared.
    case ignored
    /// Pixels outside of such regions are not compared.
    case compared
  }

  /// The region in words: `layer horns`, `rectangle 40 x 20 at 3, 5`.
  public var name: String
  /// What the comparison does with it.
  public var use: Use
  /// Four corners, [x, y] each, in the picture's pixels.
  public var corners: [[Double]]

  /// Makes a region.
  public init(name: String, use: Use, corners: [[Double]]) {
    (self.name, self.use, self.corners) = (name, use, corners)
  }
}

/// A measure over the frames of a case.
public struct ReviewCurve: Hashable, Codable, Sendable {
  /// The measure's name.
  public var name: String
  /// A value a frame; nil where there is none.
  public var values: [Double?]
  /// The threshold, drawn as a line; nil for none.
  public var allowed: Double?
  /// The rung that the measure is judged by; nil for a greatest value.
  ///
  /// Its name tells whether the threshold is a least value (`min...`) or a greatest, and whether
  /// values are shares.
  public var rung: String?

  /// Makes a curve.
  public init(name: String, values: [Double?], allowed: Double? = nil, rung: String? = nil) {
    (self.name, self.values, self.allowed, self.rung) = (name, values, allowed, rung)
  }
}

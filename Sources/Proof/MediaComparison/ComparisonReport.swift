public import Comparison
import Explaining
public import Registration

/// What a comparison found: the document that `compare --json` writes.
public struct ComparisonReport: Codable, Sendable {
  /// How a comparison ended.
  public enum Verdict: String, Codable, CaseIterable, Sendable {
    /// Every threshold was kept.
    case passed
    /// A threshold was not.
    case failed
    /// Sizes or counts do not match.
    case mismatch
  }

  /// One of the two that were compared.
  public struct Side: Codable, Sendable {
    /// The path, as it was given.
    public var path: String
    /// `picture`, `folder` or `clip`.
    public var kind: String
    /// Columns of its first picture.
    public var width = 0
    /// Rows of its first picture.
    public var height = 0
    /// Frames that were read.
    public var frames = 0
    /// Frames a second on average; nil for pictures, and where the clip does not say.
    public var framesPerSecond: Double?
  }

  /// A frame of both.
  public struct Frame: Codable, Sendable {
    /// Its place in the first, counted from 0.
    public var frame: Int
    /// Its partner's place in the second.
    public var secondFrame: Int
    /// Its time in the first, in milliseconds; 0 for pictures.
    public var timestampMs: Double
    /// The picture's name in both folders; nil for clips and single pictures.
    public var name: String?
    /// How it ended.
    public var verdict: Verdict
    /// Its measures; nil where its sizes do not match.
    public var measures: PictureMeasures?
    /// Its measures outside of the region, where that was asked for.
    public var outsideMeasures: PictureMeasures?
    /// What happened, a sentence an entry; only for frames that were explained.
    public var explanation: [String] = []
    /// The change of each layer, as `PictureJudge.Judgement` has it.
    public var changes: [String: RegionChange] = [:]
    /// By how many frames the second is late here (negative: early); nil where that is not told.
    public var framesLate: Int?
  }

  /// The document's format.
  public var format = "avatar-comparison/1"
  /// How it ended.
  public var verdict = Verdict.passed
  /// The first.
  public var first: Side
  /// The second.
  public var second: Side
  /// How pictures were measured.
  public var options: ComparisonOptions
  /// What was allowed to differ.
  public var thresholds: ComparisonThresholds
  /// What was allowed to differ outside of the region; nil where that was not asked for.
  public var outsideThresholds: ComparisonThresholds?
  /// Which pixels were compared: `inside` or `outside` of the overlay, or `all`.
  public var region: ComparedRegion
  /// Each rung with the worst that was found in any frame.
  public var rungs: [RungVerdict] = []
  /// The same outside of the region.
  public var outsideRungs: [RungVerdict] = []
  /// Which sizes, counts or times do not match, a sentence an entry.
  public var mismatches: [String] = []
  /// The pictures that only the first folder has.
  public var onlyInFirst: [String] = []
  /// The pictures that only the second folder has.
  public var onlyInSecond: [String] = []
  /// What happened, a sentence an entry.
  public var explanation: [String] = []
  /// What else a person should know.
  public var notes: [String] = []
  /// What could not be read of a clip, a line a clip.
  public var damage: [String] = []
  /// Pairs of frames that were compared.
  public var framesCompared = 0
  /// Those that are the same in both, bit for bit.
  public var framesIdentical = 0
  /// Those over a threshold.
  public var framesFailed = 0
  /// The place of the worst of `frames`; nil where all are the same.
  public var worstFrame: Int?
  /// The frames that differ.
  public var frames: [Frame] = []
}

extension ComparisonReport {
  /// The frames over a threshold in words: `frames 12 to 87, 90`.
  public var failedFrames: String {
    ComparisonWords.frames(frames.filter { $0.verdict == .failed }.map(\.frame))
  }
}

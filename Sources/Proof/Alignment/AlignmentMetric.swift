/// Every figure that `align` tells, by its name in JSON.
///
/// Names that begin with `raw` are of the landmarks as they were tracked, the others of the smoothed
/// ones, which the overlay follows. Lengths are in percent of the eye distance, unless the name
/// ends in `Px` (pixels of the scene). `Documentation/alignment.md` defines each.
public enum AlignmentMetric: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  // Against a reference.
  case rawNme, rawNmeMedian, rawNmeP90, rawFailureRate8, rawFailureRate10, rawAuc8, rawAuc10
  case nme, nmeMedian, nmeP90, failureRate8, failureRate10, auc8, auc10
  case missedFaces
  case rawReferenceJitter, referenceJitter
  // Where the overlay is.
  case residual, residualP95, residualMax, residualPx, residualP95Px, residualMaxPx
  case reprojection, reprojectionP95, reprojectionMax
  case reprojectionPx, reprojectionP95Px, reprojectionMaxPx
  case overlayShakePx
  // Against the picture's own motion.
  case skin1Px, skinFloor1Px, skin5Px, skinFloor5Px, skin15Px, skinFloor15Px
  // How it moves.
  case rawJitter, jitter, jitterReduction, rawShake, shake, shakeReduction
  case rawJerk, jerk, rawSmoothness, smoothness
  case lagMs, lagErrorMs, pictureLagMs, pictureLagErrorMs, deviation
  // Whether it is there.
  case coverage, longestGapMs, longestGapFrames, framesWithFace, framesWithoutFace

  /// Which way is better.
  public enum Better: Sendable {
    /// Less is better.
    case lower
    /// More is better.
    case higher
    /// Nearer to 0 is better, on either side.
    case nearerToZero
    /// Neither: it tells of the recording.
    case neither
  }

  /// The headings under which people read the figures.
  public enum Group: String, CaseIterable, Sendable {
    /// Errors of the landmarks.
    case reference = "landmarks against the reference"
    /// Where the overlay is.
    case overlay = "overlay against the landmarks"
    /// How it slides over the face in the picture.
    case skin = "overlay against the skin"
    /// How it moves.
    case motion = "motion"
    /// Whether it is there.
    case coverage = "coverage"
  }

  private static let facts: [AlignmentMetric: Facts] = [
    .rawNme: Facts("NME, as tracked: mean", "%", .lower, 0.02),
    .rawNmeMedian: Facts("NME, as tracked: median", "%", .lower, 0.02),
    .rawNmeP90: Facts("NME, as tracked: 90th percentile", "%", .lower, 0.02),
    .rawFailureRate8: Facts("failure rate over 8 %, as tracked", "% of faces", .lower, 0.1),
    .rawFailureRate10: Facts("failure rate over 10 %, as tracked", "% of faces", .lower, 0.1),
    .rawAuc8: Facts("AUC up to 8 %, as tracked", "", .higher, 0.002),
    .rawAuc10: Facts("AUC up to 10 %, as tracked", "", .higher, 0.002),
    .nme: Facts("NME: mean", "%", .lower, 0.02),
    .nmeMedian: Facts("NME: median", "%", .lower, 0.02),
    .nmeP90: Facts("NME: 90th percentile", "%", .lower, 0.02),
    .failureRate8: Facts("failure rate over 8 %", "% of faces", .lower, 0.1),
    .failureRate10: Facts("failure rate over 10 %", "% of faces", .lower, 0.1),
    .auc8: Facts("AUC up to 8 %", "", .higher, 0.002),
    .auc10: Facts("AUC up to 10 %", "", .higher, 0.002),
    .missedFaces: Facts("faces of the reference not found", "% of faces", .lower, 0.1),
    .rawReferenceJitter: Facts(
      "jitter against the reference, as tracked", "% of face", .lower, 0.002),
    .referenceJitter: Facts("jitter against the reference", "% of face", .lower, 0.002),
    .residual: Facts("snap residual: mean", "% of eyes", .lower, 0.05),
    .residualP95: Facts("snap residual: 95th percentile", "% of eyes", .lower, 0.05),
    .residualMax: Facts("snap residual: largest", "% of eyes", .lower, 0.05),
    .residualPx: Facts("snap residual: mean", "px", .lower, 0.02),
    .residualP95Px: Facts("snap residual: 95th percentile", "px", .lower, 0.02),
    .residualMaxPx: Facts("snap residual: largest", "px", .lower, 0.02),
    .reprojection: Facts("reprojection of the matrix: mean", "% of eyes", .lower, 0.05),
    .reprojectionP95: Facts(
      "reprojection of the matrix: 95th percentile", "% of eyes", .lower, 0.05),
    .reprojectionMax: Facts("reprojection of the matrix: largest", "% of eyes", .lower, 0.05),
    .reprojectionPx: Facts("reprojection of the matrix: mean", "px", .lower, 0.02),
    .reprojectionP95Px: Facts(
      "reprojection of the matrix: 95th percentile", "px", .lower, 0.02),
    .reprojectionMaxPx: Facts("reprojection of the matrix: largest", "px", .lower, 0.02),
    .overlayShakePx: Facts("shake of the layers' corners", "px", .lower, 0.005),
    .skin1Px: Facts("slides over the skin in 1 frame", "px", .lower, 0.02),
    .skinFloor1Px: Facts("what the measure cannot tell", "px", .neither, 0.02),
    .skin5Px: Facts("slides over the skin in 5 frames", "px", .lower, 0.02),
    .skinFloor5Px: Facts("what the measure cannot tell", "px", .neither, 0.02),
    .skin15Px: Facts("slides over the skin in 15 frames", "px", .lower, 0.02),
    .skinFloor15Px: Facts("what the measure cannot tell", "px", .neither, 0.02),
    .rawJitter: Facts("jitter, as tracked", "% of face", .lower, 0.002),
    .jitter: Facts("jitter", "% of face", .lower, 0.002),
    .jitterReduction: Facts("jitter taken out", "%", .higher, 0.5),
    .rawShake: Facts("shake, as tracked", "% of face", .lower, 0.002),
    .shake: Facts("shake", "% of face", .lower, 0.002),
    .shakeReduction: Facts("shake taken out", "%", .higher, 0.5),
    .rawJerk: Facts("jerk, as tracked", "eyes/s3", .lower, 1),
    .jerk: Facts("jerk", "eyes/s3", .lower, 1),
    .rawSmoothness: Facts("log dimensionless jerk, as tracked", "", .nearerToZero, 0.05),
    .smoothness: Facts("log dimensionless jerk", "", .nearerToZero, 0.05),
    .lagMs: Facts("lag behind the tracked landmarks", "ms", .nearerToZero, 1),
    .lagErrorMs: Facts("standard error of the lag", "ms", .neither, 1),
    .pictureLagMs: Facts("lag of the tracking behind the picture", "ms", .nearerToZero, 5),
    .pictureLagErrorMs: Facts("standard error of that lag", "ms", .neither, 5),
    .deviation: Facts("distance from the tracked landmarks: mean", "% of eyes", .lower, 0.02),
    .coverage: Facts("frames with a face that have the overlay", "%", .higher, 0.01),
    .longestGapMs: Facts("longest stretch without the overlay", "ms", .lower, 0.5),
    .longestGapFrames: Facts("longest stretch without the overlay", "frames", .lower, 0.5),
    .framesWithFace: Facts("frames with a face", "frames", .neither, 0.5),
    .framesWithoutFace: Facts("frames without a face", "frames", .neither, 0.5),
  ]

  private struct Facts: Sendable {
    var title, unit: String
    var better: Better
    var margin: Double

    init(_ title: String, _ unit: String, _ better: Better, _ margin: Double) {
      (self.title, self.unit, self.better, self.margin) = (title, unit, better, margin)
    }
  }

  private var facts: Facts { Self.facts[self] ?? Facts(rawValue, "", .neither, 0) }

  /// What it is, for people.
  public var title: String { facts.title }
  /// Its unit; empty for none.
  public var unit: String { facts.unit }
  /// Which way is better.
  public var better: Better { facts.better }
  /// Differences up to this size (or up to `relativeMargin` of the value, if that is more) say
  /// nothing: coordinates in files are rounded, and figures are sums of them.
  public var margin: Double { facts.margin }
  /// The share of a value that a difference must exceed to say anything.
  public static let relativeMargin = 0.01

  /// The heading under which it stands.
  public var group: Group {
    switch self {
    case .rawNme, .rawNmeMedian, .rawNmeP90, .rawFailureRate8, .rawFailureRate10, .rawAuc8,
      .rawAuc10, .nme, .nmeMedian, .nmeP90, .failureRate8, .failureRate10, .auc8, .auc10,
      .missedFaces, .rawReferenceJitter, .referenceJitter:
      .reference
    case .residual, .residualP95, .residualMax, .residualPx, .residualP95Px, .residualMaxPx,
      .reprojection, .reprojectionP95, .reprojectionMax, .reprojectionPx, .reprojectionP95Px,
      .reprojectionMaxPx, .overlayShakePx:
      .overlay
    case .skin1Px, .skinFloor1Px, .skin5Px, .skinFloor5Px, .skin15Px, .skinFloor15Px:
      .skin
    case .rawJitter, .jitter, .jitterReduction, .rawShake, .shake, .shakeReduction, .rawJerk,
      .jerk, .rawSmoothness, .smoothness, .lagMs, .lagErrorMs, .pictureLagMs,
      .pictureLagErrorMs, .deviation:
      .motion
    case .coverage, .longestGapMs, .longestGapFrames, .framesWithFace, .framesWithoutFace:
      .coverage
    }
  }
}

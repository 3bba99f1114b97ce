import Geometry
import Imaging
import Placement
import Review
import Verification

/// One picture of a case, and what is known of it.
struct CasePicture {
  /// The picture.
  var picture: StraightRGBA8
  /// The frame's number; 0 where a test hands it in.
  var frame = 0
  /// Its presentation time, in milliseconds.
  var timestampMs = 0.0
  /// Where its layers went; nil where that is not known.
  var placements: PlacementRecord?
  /// Landmarks of its faces, [x, y] each in the picture's pixels.
  var landmarks: [[Double]] = []
}

/// Compares pictures of a case with their goldens.
struct FrameCheck {
  let paths: GoldenPaths
  let results: SuiteResults
  let single: GoldenCase

  /// What was found of a picture.
  struct Finding {
    var review: ReviewFrame
    var judgement: PictureJudge.Judgement?
    /// The picture's file in the results and its SHA-256; nil where it equals the golden.
    var kept: (path: String, sha256: String)?
    /// Where the picture's layers went.
    var placements: PlacementRecord?
  }

  /// Compares; where the two differ at all, the picture is kept among the results.
  ///
  /// - Parameters:
  ///   - expected: where the golden's layers went; nil where that is not known.
  ///   - ground: the picture without overlay, for the explanation.
  func compare(
    _ picture: CasePicture, expected: PlacementRecord?, ground: StraightRGBA8? = nil,
    explains: Bool
  ) throws(GoldenError) -> Finding {
    let golden = paths.golden(of: single.name, frame: single.isStill ? nil : picture.frame)
    var finding = Finding(
      review: ReviewFrame(
        frame: picture.frame, timestampMs: picture.timestampMs, verdict: .missing,
        quads: ReviewQuad.quads(of: expected, .expected)
          + ReviewQuad.quads(of: picture.placements, .actual),
        landmarks: picture.landmarks),
      placements: picture.placements)
    guard SuitePath.exists(paths.path(golden)) else {
      finding.review.explanation = ["there is no golden yet"]
      return try keep(picture, finding)
    }
    finding.review.expected = golden
    let file: StraightRGBA8
    do throws(ImagingError) {
      file = try PNG.read(path: paths.path(golden), limits: .still)
    } catch {
      finding.review.verdict = .error
      finding.review.explanation = ["the golden cannot be read: \(error)"]
      return try keep(picture, finding)
    }
    if single.judging.needsPlacements, expected == nil || picture.placements == nil {
      finding.review.verdict = .error
      finding.review.explanation = [
        "it is not known which pixels belong to the overlay:"
          + " \(expected == nil ? "the golden" : "it") has no placements;"
          + " approve it again, or take \"region\": \"all\""
      ]
      return try keep(picture, finding)
    }
    var judge = single.judging.judge
    judge.explains = explains
    let judgement = judge.judge(
      expected: file, actual: picture.picture,
      context(file, expected, picture.placements, ground))
    finding.judgement = judgement
    finding.review.measures = judgement.measures
    finding.review.explanation = judgement.explanation
    finding.review.verdict =
      judgement.mismatch != nil ? .mismatch : judgement.passed ? .passed : .failed
    return file == picture.picture ? finding : try keep(picture, finding)
  }

  /// What separates a picture from its golden, in words; nothing where the golden cannot be read.
  func explanation(
    of picture: StraightRGBA8, golden: String?, expected: PlacementRecord?,
    actual: PlacementRecord?, ground: StraightRGBA8?
  ) -> [String] {
    guard let golden, let file = try? PNG.read(path: paths.path(golden), limits: .still) else {
      return []
    }
    return single.judging.judge.judge(
      expected: file, actual: picture, context(file, expected, actual, ground)
    ).explanation
  }

  private func context(
    _ golden: StraightRGBA8, _ expected: PlacementRecord?, _ actual: PlacementRecord?,
    _ ground: StraightRGBA8?
  ) -> PictureJudge.Context {
    func fits(_ width: Int?, _ height: Int?) -> Bool {
      width == golden.width && height == golden.height
    }
    var context = PictureJudge.Context()
    // What has another size tells nothing, and the pictures' sizes are told anyway.
    context.expectedPlacements = fits(expected?.width, expected?.height) ? expected : nil
    context.actualPlacements = fits(actual?.width, actual?.height) ? actual : nil
    context.ground = fits(ground?.width, ground?.height) ? ground : nil
    return context
  }

  private func keep(
    _ picture: CasePicture, _ finding: Finding
  ) throws(GoldenError) -> Finding {
    var finding = finding
    finding.kept = try results.keep(
      picture.picture, of: single.name, frame: single.isStill ? nil : picture.frame)
    finding.review.actual = finding.kept?.path
    return finding
  }
}

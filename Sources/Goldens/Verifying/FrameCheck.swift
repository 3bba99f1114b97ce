import Geometry
import Imaging
import Placement
import Review
import Verification

/// One picture of a case, and what is known of it.
struct CasePicture {
  /// The picture.
  var picture: StraightRGBA8
  /// The frame's number; nil where a test hands it in.
  var frame = 0
  /// Its presentation time, in milliseconds.
  var timestampMs = 0.0
  /// Where its layers went; nil where that is not known.
  var placements: PlacementRecord?
  /// Landmarks of its faces, [x, y] each in the picture's pixels.
  var landmarks: [[Double]] = []
}

/// Compares a picture with its golden.
struct FrameCheck {
  let paths: GoldenPaths
  let results: ResultsFolder
  let single: GoldenCase

  /// What was found, and the file that was kept.
  struct Finding {
    var review: ReviewFrame
    var judgement: PictureJudge.Judgement?
    /// The picture's file in the results and its SHA-256; nil where it equals the golden.
    var kept: (path: String, sha256: String)?
    /// The golden, where there is one that can be read.
    var golden: StraightRGBA8?
  }

  /// Compares; where the two differ at all, the picture is kept among the results.
  ///
  /// - Parameters:
  ///   - expected: where the golden's layers went; nil where that is not known.
  ///   - ground: the picture without overlay, for the explanation.
  func compare(
    _ picture: CasePicture, expected: PlacementRecord?, ground: StraightRGBA8? = nil,
    explains: Bool = true
  ) throws(GoldenError) -> Finding {
    let frame = single.isStill ? nil : picture.frame
    let golden = paths.golden(of: single.name, frame: frame)
    var review = ReviewFrame(
      frame: picture.frame, timestampMs: picture.timestampMs, verdict: .missing,
      quads: quads(expected, .expected) + quads(picture.placements, .actual),
      landmarks: picture.landmarks)
    func keep(_ finding: Finding) throws(GoldenError) -> Finding {
      var finding = finding
      finding.kept = try results.keep(picture.picture, of: single.name, frame: frame)
      finding.review.actual = finding.kept?.path
      return finding
    }
    guard SuitePath.exists(paths.path(golden)) else {
      review.explanation = ["there is no golden yet"]
      return try keep(Finding(review: review))
    }
    review.expected = golden
    let file: StraightRGBA8
    do throws(ImagingError) {
      file = try PNG.read(path: paths.path(golden), limits: .still)
    } catch {
      review.verdict = .error
      review.explanation = ["the golden cannot be read: \(error)"]
      return try keep(Finding(review: review))
    }
    var judge = single.judging.judge
    judge.explains = explains
    var context = PictureJudge.Context()
    context.expectedPlacements = expected
    context.actualPlacements = picture.placements
    // A ground of another size tells nothing, and the sizes are told anyway.
    context.ground = ground?.width == file.width && ground?.height == file.height ? ground : nil
    if single.judging.needsPlacements, expected == nil || picture.placements == nil {
      review.verdict = .error
      review.explanation = [
        "which pixels are the overlay's is not known: \(expected == nil ? "the golden" : "it")"
          + " has no placements; approve it again, or take \"region\": \"all\""
      ]
      return try keep(Finding(review: review, golden: file))
    }
    let judgement = judge.judge(expected: file, actual: picture.picture, context)
    review.measures = judgement.measures
    review.explanation = judgement.explanation
    review.verdict =
      judgement.mismatch != nil ? .mismatch : judgement.passed ? .passed : .failed
    let finding = Finding(review: review, judgement: judgement, golden: file)
    return file == picture.picture ? finding : try keep(finding)
  }

  private func quads(_ record: PlacementRecord?, _ side: ReviewQuad.Side) -> [ReviewQuad] {
    (record?.placements ?? []).map { entry in
      ReviewQuad(
        layer: entry.layer, side: side, corners: entry.corners.corners.map { [$0.x, $0.y] })
    }
  }
}

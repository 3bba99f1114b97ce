import Explaining
import Geometry
import Imaging
import MediaComparison
import Placement
import Review

/// One picture of a case, and what is known of it.
struct CasePicture {
  var picture: StraightRGBA8
  /// The frame's number; 0 where a test hands it in.
  var frame = 0
  /// Its presentation time, in milliseconds.
  var timestampMs = 0.0
  /// Where its layers went; nil where that is not known.
  var placements: PlacementRecord?
  /// Landmarks of its faces, [x, y] each in the picture's pixels.
  var landmarks: [[Double]] = []
  /// The same by the identity of the face, as numbers of full precision.
  var faces: [Int: [Point2<OutputSpace>]] = [:]
}

/// Compares pictures of a case with their goldens.
struct FrameCheck {
  let suite: GoldenSuite
  let results: SuiteResults
  let single: GoldenCase
  /// The variants that may stand for goldens.
  let variants: GoldenVariants

  private var paths: GoldenPaths { suite.paths }

  /// What was found of a picture.
  struct Finding {
    var review: ReviewFrame
    var judgement: PictureJudge.Judgement?
    /// The picture's file in the results and its SHA-256; nil where it equals the golden.
    var kept: (path: String, sha256: String)?
    /// Where the picture's layers went.
    var placements: PlacementRecord?
    /// What is wrong with the case's regions; nil for nothing.
    var regionFault: String?
    /// Variants that could have been met and cannot be read, a line each.
    var notes: [String] = []
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
    // Also where there is no golden yet: what is to become one is looked at with its regions.
    let regions = PictureJudge.compared(
      context(picture.picture, expected, picture, nil), width: picture.picture.width,
      height: picture.picture.height)
    finding.review.regions = ReviewRegion.regions(of: regions.regions)
    finding.regionFault = regions.fault ?? faultOfNames(picture, expected)
    if let fault = finding.regionFault {
      finding.review.verdict = .error
      finding.review.explanation = [fault]
      return try keep(picture, finding)
    }
    guard paths.place(golden).exists else {
      finding.review.explanation = ["there is no golden yet"]
      return try keep(picture, finding)
    }
    finding.review.expected = golden
    let file: StraightRGBA8
    do throws(GoldenError) {
      file = try suite.goldens.picture(golden)
    } catch {
      if error.isLeadingOut { throw error }
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
      expected: file, actual: picture.picture, context(file, expected, picture, ground))
    if judgement.mismatch != nil || !judgement.passed,
      let met = try variant(of: golden, like: picture, expected, &finding.notes)
    {
      (finding.judgement, finding.review.measures) = (met.judgement, met.judgement.measures)
      finding.review.verdict = .passed
      (finding.review.expected, finding.review.variant) = (met.file, met.environment)
      return try keep(picture, finding)
    }
    finding.judgement = judgement
    finding.review.measures = judgement.measures
    finding.review.explanation = judgement.explanation
    finding.review.verdict =
      judgement.mismatch != nil ? .mismatch : judgement.passed ? .passed : .failed
    return file == picture.picture ? finding : try keep(picture, finding)
  }

  /// The first variant of a golden that a picture is within every threshold of; nil for none.
  private func variant(
    of golden: String, like picture: CasePicture, _ expected: PlacementRecord?,
    _ notes: inout [String]
  ) throws(GoldenError) -> (environment: String, file: String, judgement: PictureJudge.Judgement)? {
    var judge = single.judging.judge
    judge.explains = false
    for (environment, file) in variants.valid(of: golden) {
      let other: StraightRGBA8
      do throws(GoldenError) {
        other = try suite.goldens.picture(file)
      } catch {
        if error.isLeadingOut { throw error }
        notes.append("\(file): the variant cannot be read: \(error)")
        continue
      }
      let judgement = judge.judge(
        expected: other, actual: picture.picture, context(other, expected, picture, nil))
      if judgement.mismatch == nil, judgement.fault == nil, judgement.passed {
        return (environment, file, judgement)
      }
    }
    return nil
  }

  /// What a given case's regions name that is not in its picture; of rendered cases all frames
  /// together tell.
  private func faultOfNames(_ picture: CasePicture, _ expected: PlacementRecord?) -> String? {
    guard single.source == .given else { return nil }
    let records = [expected, picture.placements].compactMap(\.self)
    return single.judging.regions.faultsOfNames(in: records, faces: Set(picture.faces.keys)).first
  }

  /// What separates a picture from its golden, in words; nothing where the golden cannot be read.
  func explanation(
    of picture: CasePicture, golden: String?, expected: PlacementRecord?, ground: StraightRGBA8?
  ) -> [String] {
    guard let golden, let file = try? suite.goldens.picture(golden) else { return [] }
    return single.judging.judge.judge(
      expected: file, actual: picture.picture, context(file, expected, picture, ground)
    ).explanation
  }

  private func context(
    _ golden: StraightRGBA8, _ expected: PlacementRecord?, _ picture: CasePicture,
    _ ground: StraightRGBA8?
  ) -> PictureJudge.Context {
    let actual = picture.placements
    func fits(_ width: Int?, _ height: Int?) -> Bool {
      width == golden.width && height == golden.height
    }
    var context = PictureJudge.Context()
    // What has another size tells nothing, and the pictures' sizes are told anyway.
    context.expectedPlacements = fits(expected?.width, expected?.height) ? expected : nil
    context.actualPlacements = fits(actual?.width, actual?.height) ? actual : nil
    context.ground = fits(ground?.width, ground?.height) ? ground : nil
    (context.regions, context.faces) = (single.judging.regions, picture.faces)
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

internal import Comparison
public import Imaging
internal import MediaComparison
public import Placement
internal import Recordings
public import Review

/// A suite's goldens, as tests use them: a picture is handed in, compared with its golden, and the
/// result kept for the review.
///
/// Nothing is written but the results, unless recording was asked for. Threads and processes may
/// use one suite at the same time, as long as each case is checked by one of them.
public struct GoldenStore: Sendable {
  /// What checking a picture gave.
  public struct Outcome: Sendable {
    /// What was found: verdict, explanation, measures.
    public var review: ReviewCase
    /// The golden's file, which may not be there.
    public var golden: String
    /// The file that the picture was kept in; nil where it equals the golden.
    public var actual: String?
    /// Whether the golden was written now; the picture is then to be looked at.
    public var recorded = false
    /// What to tell the test that handed the picture in; nil where all is well.
    public var complaint: String?

    /// Whether the picture is within every threshold of its golden, and that was not written now.
    public var passed: Bool { complaint == nil }
  }

  /// The suite.
  public let suite: GoldenSuite
  /// The results' folder.
  public let results: SuiteResults
  /// Which goldens are written.
  public let recording: RecordingPolicy
  /// Named in the record of each approval.
  public let author: Author

  /// Makes a store.
  ///
  /// - Parameter results: the results' folder; nil for `.results` in the suite's.
  public init(
    suite: GoldenSuite, results: String? = nil, recording: RecordingPolicy = .never,
    author: Author = Author(environment: [:])
  ) {
    self.suite = suite
    self.results = SuiteResults(of: suite, path: results)
    (self.recording, self.author) = (recording, author)
  }

  /// Makes the store of the suite at a path, recording what the environment asks for
  /// (`RecordingPolicy.variable`; nothing where `CI` is set).
  ///
  /// - Throws: as `GoldenSuite.init(path:)`.
  public init(path: String, environment: [String: String]) throws(GoldenError) {
    self.init(
      suite: try GoldenSuite(path: path, store: GoldenSuite.store(environment: environment)),
      recording: RecordingPolicy(environment: environment),
      author: Author(environment: environment))
  }

  /// Compares a picture with the golden of a case that is given, and records it where that was
  /// asked for.
  ///
  /// - Parameters:
  ///   - judging: how to compare, in place of what the suite says of the case.
  ///   - placements: where the picture's layers went, for an explanation a layer.
  ///   - ground: the picture without overlay, for the same.
  /// - Throws: `GoldenError`: a case that the suite does not have or that is not given, a golden
  ///   that would be too large, files that cannot be written.
  public func check(
    _ picture: StraightRGBA8, case name: String, judging: Judging? = nil,
    placements: PlacementRecord? = nil, ground: StraightRGBA8? = nil
  ) throws(GoldenError) -> Outcome {
    var single = try suite.case(named: name)
    guard single.source == .given else {
      throw .unfitCase(name, reason: "is rendered by verify; only a given case takes a picture")
    }
    single.judging = judging ?? single.judging
    guard picture.width * picture.height <= SuiteLimits.goldenPixels else {
      throw .goldenTooLarge(
        name, found: "\(picture.width) x \(picture.height) pixels",
        limit: "\(SuiteLimits.goldenPixels) pixels")
    }
    try results.make()
    results.clear(name)
    let provenance =
      suite.environments.isEmpty ? nil : try ProvenanceFile(of: suite)
    let check = FrameCheck(
      suite: suite, results: results, single: single,
      variants: GoldenVariants(suite: suite, provenance: provenance))
    let expected = try KeptPlacements.read(suite.paths.place(suite.paths.placements(of: name)))
    let finding = try check.compare(
      CasePicture(picture: picture, placements: placements),
      expected: expected.record(ofFrame: nil), ground: ground, explains: true)
    let review = ReviewCase(
      name: name, verdict: finding.review.verdict, explanation: finding.review.explanation,
      rungs: finding.judgement?.allRungs ?? [], frames: [finding.review])
    var result = CaseResult(
      rendererVersion: RendererVersion.number, checkedAt: Timestamp.now, inputs: nil,
      placements: placements.map { $0.line + "\n" },
      pictures: finding.kept.map { [$0.path: $0.sha256] } ?? [:], isComplete: true,
      notes: finding.notes, review: review)
    let golden = suite.paths.path(suite.paths.golden(of: name, frame: nil))
    var outcome = Outcome(
      review: review, golden: golden, actual: finding.kept.map { results.file($0.path) })
    let exists = suite.paths.place(suite.paths.golden(of: name, frame: nil)).exists
    if recording.records(name, passed: review.verdict == .passed, exists: exists) {
      let recorder = GoldenRecorder(suite: suite, author: author)
      try recorder.record([
        .init(
          name: name, pictures: [(nil, { @Sendable () throws(GoldenError) in picture })],
          placements: result.placements)
      ])
      outcome.recorded = true
      outcome.review.explanation.append("recorded now: look at it, run again")
      result.review = outcome.review
    }
    try results.keep(result)
    outcome.complaint = Self.complaint(outcome)
    return outcome
  }

  /// The golden of a case that is given; nil where there is none, or it cannot be read.
  public func golden(of name: String) -> StraightRGBA8? {
    try? suite.goldens.picture(suite.paths.golden(of: name, frame: nil))
  }

  private static func complaint(_ outcome: Outcome) -> String? {
    let name = outcome.review.name
    if outcome.recorded { return "recorded \(outcome.golden): look at it, run again" }
    let seen = outcome.actual.map { "; the picture: \($0)" } ?? ""
    switch outcome.review.verdict {
    case .passed: return nil
    case .missing:
      return "there is no golden \(outcome.golden); look at the picture"
        + "\(outcome.actual.map { " \($0)" } ?? "") and approve it: avatar-overlay approve SUITE"
        + " \(name), or \(RecordingPolicy.variable)=\(name)"
    case .failed, .mismatch, .error:
      let reasons = outcome.review.explanation.joined(separator: "; ")
      let over = outcome.review.rungs.filter { !$0.passed }.map(\.line)
      return "\(name): \(([reasons] + over).filter { !$0.isEmpty }.joined(separator: "; "))"
        + "; the golden: \(outcome.golden)\(seen)"
    }
  }
}

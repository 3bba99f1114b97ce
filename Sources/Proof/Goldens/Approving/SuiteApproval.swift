public import AvatarFiles
internal import Foundation
public import Isolation
import Recordings
public import Review

/// Records what the last run found as the goldens: exactly the pictures that were reviewed.
public struct SuiteApproval: Sendable {
  /// Which cases are meant.
  public enum Choice: Hashable, Sendable {
    /// Every case of which something was found.
    case all
    /// Those that differ from their goldens, in pixels or size.
    case failed
    /// Those that have no golden yet.
    case missing
    /// Those whose names a pattern means.
    case matching([NamePattern])
    /// Those that have one of these names.
    case named([String])
  }

  /// A case whose goldens were recorded.
  public struct Recorded: Hashable, Sendable {
    /// The case's name.
    public var name: String
    /// What was found before.
    public var verdict: ReviewCase.Verdict
    /// What changed, in words.
    public var explanation: [String]
    /// The goldens that were written, relative to the suite's folder; none where the ones that are
    /// there were accepted as they are.
    public var goldens: [String]
    /// Their bytes.
    public var bytes: Int
  }

  /// What was done.
  public struct Outcome: Hashable, Sendable {
    /// Cases that were recorded, by name.
    public var recorded: [Recorded] = []
    /// Cases that were meant, and have been recorded as they are already.
    public var unchanged: [String] = []
    /// Obsolete files that went.
    public var pruned: [String] = []
    /// What a person should know, a line each.
    public var notes: [String] = []
  }

  private let suite: GoldenSuite
  private let results: SuiteResults
  private let library: AvatarLibrary
  private let author: Author

  /// Makes the approval.
  ///
  /// - Parameters:
  ///   - results: the results' folder; nil for `.results` in the suite's.
  ///   - library: where names of avatars are looked up, as when the suite was verified.
  public init(
    _ suite: GoldenSuite, results: String? = nil, library: AvatarLibrary, author: Author
  ) {
    self.suite = suite
    self.results = SuiteResults(of: suite, path: results)
    (self.library, self.author) = (library, author)
  }

  /// Records the goldens of the chosen cases: all of them, or none.
  ///
  /// - Parameters:
  ///   - prunes: whether goldens that no case uses any more go.
  ///   - variant: the environment beside whose goldens the pictures are recorded as variants; nil to
  ///     replace the goldens.
  ///   - environment: where `CI` is set, nothing is recorded.
  /// - Throws: `GoldenError`: recording is forbidden, nothing was verified, what was found does not
  ///   hold any more, files cannot be written.
  public func run(
    _ choice: Choice, prunes: Bool = false, asVariant variant: String? = nil,
    environment: [String: String],
    cancellation: Cancellation = Cancellation()
  ) throws(GoldenError) -> Outcome {
    guard !RecordingPolicy.isForbidden(environment) else { throw .recordingForbidden }
    try results.check()
    if let variant, !suite.environments.contains(variant) {
      throw .unknownEnvironment(variant, suite: suite.file, known: suite.environments)
    }
    let meant = try chosen(choice)
    try checkStillHold(meant)
    let provenance = try ProvenanceFile(of: suite)
    var outcome = Outcome()
    var goldens: [(GoldenRecorder.CaseGoldens, CaseResult)] = []
    for result in meant {
      let one =
        if let variant {
          try self.variants(of: result, variant, provenance)
        } else {
          self.goldens(of: result, provenance)
        }
      if one.pictures.isEmpty, one.clip == nil, one.adopted.isEmpty, one.moved.isEmpty,
        textsAre(one)
      {
        outcome.unchanged.append(result.review.name)
      } else {
        goldens.append((one, result))
      }
    }
    if prunes { outcome.pruned = ObsoleteGoldens(of: suite, results: results).recorded }
    guard !goldens.isEmpty || !outcome.pruned.isEmpty else { return outcome }
    var recorder = GoldenRecorder(suite: suite, author: author)
    recorder.cancellation = cancellation
    let written = try recorder.record(goldens.map(\.0), removing: outcome.pruned)
    let byGolden = Dictionary(written.map { ($0.golden, $0.bytes) }) { first, _ in first }
    for (one, result) in goldens {
      let files =
        one.pictures.map { one.file(suite.paths, frame: $0.frame) }
        + (one.clip == nil ? [] : [suite.paths.clip(of: one.name)])
      outcome.recorded.append(
        Recorded(
          name: one.name, verdict: result.review.verdict,
          explanation: result.review.explanation, goldens: files,
          bytes: files.compactMap { byGolden[$0] }.reduce(0, +)))
      try note(result, variant)
    }
    outcome.notes = outdatedVariants(of: written.map(\.golden))
    outcome.notes += sizes(of: written)
    return outcome
  }

  /// Notes on what went into the golden store, and on what is large and did not.
  private func sizes(of written: [GoldenRecorder.Written]) -> [String] {
    let large = written.filter { !$0.isStored && $0.bytes > SuiteLimits.largeGoldenBytes }.map {
      "\($0.golden): \($0.bytes / 1024) KiB, which every clone of the repository will hold; a"
        + " \"size\" or a \"crop\" makes it smaller, a \"goldenStore\" keeps it out of Git"
    }
    let stored = written.filter(\.isStored)
    guard let store = suite.store, !stored.isEmpty else { return large }
    let bytes = stored.reduce(0) { $0 + $1.bytes }
    return large + [
      "\(stored.count) golden\(stored.count == 1 ? "" : "s"), \((bytes + 1023) / 1024) KiB, in the golden"
        + " store \(store), which Git does not hold: every machine that verifies needs it"
    ]
  }

  private func chosen(_ choice: Choice) throws(GoldenError) -> [CaseResult] {
    var found: [CaseResult] = []
    for name in results.names where (try? suite.case(named: name)) != nil {
      if let result = try results.found(of: name) { found.append(result) }
    }
    let meant = found.filter { result in
      switch choice {
      case .all: result.isComplete
      case .failed: [.failed, .mismatch].contains(result.review.verdict) && result.isComplete
      case .missing: result.review.verdict == .missing && result.isComplete
      case .matching(let patterns): patterns.contains { $0.matches(result.review.name) }
      case .named(let names): names.contains(result.review.name)
      }
    }
    let unfound: String? =
      switch choice {
      case .all, .failed, .missing: nil
      case .matching(let patterns):
        patterns.first { pattern in !meant.contains { pattern.matches($0.review.name) } }?
          .description
      case .named(let names):
        names.first { name in !meant.contains { $0.review.name == name } }
      }
    if let unfound {
      throw .nothingChosen(
        reason: "\(results.path): there are no results of \(unfound); run avatar-overlay verify"
          + " first")
    }
    if let broken = meant.first(where: { !$0.isComplete }) {
      throw .unfitCase(
        broken.review.name,
        reason: "cannot be approved: \(broken.review.explanation.joined(separator: "; "))")
    }
    return meant
  }

  /// Throws where a result is of another renderer, or its recording, avatars or options changed.
  private func checkStillHold(_ meant: [CaseResult]) throws(GoldenError) {
    let inputs = InputsHash(library: library)
    let others = meant.filter { $0.rendererVersion != RendererVersion.number }
    if let other = others.first {
      throw .stale(
        others.map(\.review.name),
        reason: "verified by version \(other.rendererVersion) of the renderer, this is"
          + " \(RendererVersion.number)")
    }
    let changed = meant.filter { result in
      guard let single = try? suite.case(named: result.review.name) else { return true }
      // Of what is a clip now, and was none or the other way round, other files are kept.
      if (single.judging.clip != nil) != (result.frames != nil) { return true }
      switch single.source {
      case .given: return result.inputs != nil
      case .rendered(let scene):
        return result.inputs == nil || result.inputs != inputs.hash(of: scene)
      }
    }
    if !changed.isEmpty {
      throw .stale(
        changed.map(\.review.name),
        reason: "the recording, the avatar or the options changed since it was verified")
    }
  }

  private func goldens(
    of result: CaseResult, _ provenance: ProvenanceFile
  ) -> GoldenRecorder.CaseGoldens {
    let name = result.review.name
    let isStill = (try? suite.case(named: name))?.isStill ?? true
    var goldens = GoldenRecorder.CaseGoldens(
      name: name, pictures: [], placements: result.placements, events: result.events,
      signals: result.signals, frames: result.frames)
    if result.frames != nil {
      addClip(of: result, to: &goldens, provenance)
      return goldens
    }
    // A frame that met a variant has its golden, which is another environment's; where all did, so are
    // the texts.
    if let first = result.review.frames.first,
      result.review.frames.allSatisfy({ $0.variant != nil })
    {
      goldens.environment = first.variant
    }
    for frame in result.review.frames where frame.variant == nil {
      if let actual = frame.actual {
        let (results, sha256) = (results, result.pictures[actual])
        goldens.pictures.append(
          (
            isStill ? nil : frame.frame,
            { () throws(GoldenError) in try results.picture(actual, sha256: sha256) }
          ))
      } else if frame.expected != nil {
        // Where a golden lies is the suite's to say: results may be of an untrusted author.
        let expected = suite.paths.golden(of: name, frame: isStill ? nil : frame.frame)
        accept(expected, &goldens, provenance)
      }
    }
    return goldens
  }

  /// Accepts a golden as it is: it gets a record where it has none, and goes where goldens of its size lie.
  private func accept(
    _ golden: String, _ goldens: inout GoldenRecorder.CaseGoldens, _ provenance: ProvenanceFile
  ) {
    let sha256 = suite.goldens.sha256(golden)
    if sha256 == nil || provenance[golden]?.sha256 != sha256 { goldens.adopted.append(golden) }
    if suite.goldens.isToMove(golden) { goldens.moved.append(golden) }
  }

  /// Adds the reduced frames of a clip, or accepts those that are there.
  private func addClip(
    of result: CaseResult, to goldens: inout GoldenRecorder.CaseGoldens,
    _ provenance: ProvenanceFile
  ) {
    if let clip = result.clip {
      let (results, sha256) = (results, result.pictures[clip])
      goldens.clip = { () throws(GoldenError) in try results.picture(clip, sha256: sha256) }
      return
    }
    accept(suite.paths.clip(of: result.review.name), &goldens, provenance)
  }

  /// The pictures of a case that differ from their goldens, as variants of these.
  private func variants(
    of result: CaseResult, _ environment: String, _ provenance: ProvenanceFile
  ) throws(GoldenError) -> GoldenRecorder.CaseGoldens {
    let name = result.review.name
    if result.frames != nil {
      throw .unfitCase(
        name, reason: "a clip has no variants; give it thresholds that both environments keep")
    }
    let isStill = (try? suite.case(named: name))?.isStill ?? true
    var goldens = GoldenRecorder.CaseGoldens(name: name, pictures: [], environment: environment)
    for frame in result.review.frames where frame.verdict != .passed {
      let number = isStill ? nil : frame.frame
      let golden = suite.paths.golden(of: name, frame: number)
      guard let actual = frame.actual, provenance[golden] != nil,
        suite.paths.place(golden).exists
      else {
        throw .unfitCase(
          name,
          reason:
            "\(golden) is not recorded, and a variant stands beside a golden; approve the golden"
            + " first, without --as-variant")
      }
      let (results, sha256) = (results, result.pictures[actual])
      goldens.pictures.append(
        (number, { () throws(GoldenError) in try results.picture(actual, sha256: sha256) }))
    }
    return goldens
  }

  /// A note on each variant that was recorded beside a golden that was replaced now.
  private func outdatedVariants(of written: [String]) -> [String] {
    written.flatMap { golden in
      suite.environments.map { GoldenPaths.variant(of: golden, $0) }
        .filter { GoldenPaths.variant(golden) == nil && suite.paths.place($0).exists }
        .map {
          "\($0): a variant of the golden that was replaced; it is not taken any more; record it again"
            + " in its environment, or remove it with --prune"
        }
    }
  }

  /// Whether the texts beside a case's goldens are what they would become.
  private func textsAre(_ goldens: GoldenRecorder.CaseGoldens) -> Bool {
    goldens.texts(suite.paths).allSatisfy { file, text in
      let place = suite.paths.place(file)
      let text = text ?? ""
      guard place.exists else { return text.isEmpty }
      let bytes = try? place.read(limit: text.utf8.count + 1)
      return bytes == Array(text.utf8)
    }
  }

  /// Notes among the results that a case was approved.
  private func note(_ result: CaseResult, _ variant: String?) throws(GoldenError) {
    var result = result
    let name = result.review.name
    let isStill = (try? suite.case(named: name))?.isStill ?? true
    results.clear(name)
    (result.pictures, result.clip) = ([:], nil)
    result.review.verdict = .passed
    if let session = result.review.session { result.review.session?.expected = session.actual }
    result.review.explanation = [
      "approved by \(author.name)" + (author.reason.map { ": \($0)" } ?? "")
    ]
    for index in result.review.frames.indices {
      let frame = result.review.frames[index].frame
      if result.review.frames[index].verdict != .passed, let variant {
        result.review.frames[index].variant = variant
      }
      result.review.frames[index].verdict = .passed
      result.review.frames[index].explanation = []
      result.review.frames[index].actual = nil
      if result.frames != nil {
        result.review.frames[index].expected = nil
        continue
      }
      let golden = suite.paths.golden(of: name, frame: isStill ? nil : frame)
      result.review.frames[index].expected =
        result.review.frames[index].variant.map { GoldenPaths.variant(of: golden, $0) } ?? golden
    }
    try results.keep(result)
  }
}

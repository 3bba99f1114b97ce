public import AvatarFiles
internal import Dispatch
internal import Foundation
public import Isolation
import Recordings
public import Review
import Synchronization
import Threads

/// Renders all cases of a suite and compares them with their goldens, several at a time.
public struct SuiteVerifier: Sendable {
  /// What was found.
  public struct Outcome: Sendable {
    /// The results, in the suite's order.
    public var results: [CaseResult] = []
    /// Cases that were left out, and why, in the suite's order.
    public var skipped: [(name: String, reason: String)] = []
    /// How many cases were left out because nothing of them changed.
    public var unchanged = 0
    /// What the goldens hold that no case asks for.
    public var obsolete = ObsoleteGoldens()
    /// What else a person should know, a line each.
    public var notes: [String] = []

    /// The results of a verdict.
    public func results(_ verdict: ReviewCase.Verdict) -> [CaseResult] {
      results.filter { $0.review.verdict == verdict }
    }
  }

  private let suite: GoldenSuite
  private let results: SuiteResults
  private let library: AvatarLibrary
  private let jobs: Int
  private let choice: CaseChoice

  /// Makes the verifier.
  ///
  /// - Parameters:
  ///   - results: the results' folder; nil for `.results` in the suite's.
  ///   - library: where names of avatars are looked up.
  ///   - jobs: cases at a time; not above 0 for one a processor.
  ///   - choice: the cases that are meant.
  public init(
    _ suite: GoldenSuite, results: String? = nil, library: AvatarLibrary, jobs: Int = 0,
    choice: CaseChoice = CaseChoice()
  ) {
    self.suite = suite
    self.results = SuiteResults(of: suite, path: results)
    self.library = library
    self.jobs = jobs > 0 ? jobs : Processors.available
    self.choice = choice
  }

  private typealias Work = (index: Int, single: GoldenCase, scene: RenderedScene)

  /// Verifies the cases that are rendered; those that tests hand in are theirs.
  ///
  /// A case that cannot be rendered does not stop the others.
  ///
  /// - Parameter report: told of each case when it is done, from any thread, one at a time, with how
  ///   many are done and how many there are.
  /// - Throws: `GoldenError` where results cannot be written, no case is meant, or the caller asked
  ///   to stop; what was found by then is kept.
  public func run(
    cancellation: Cancellation = Cancellation(),
    report: @escaping @Sendable (CaseResult, _ done: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws(GoldenError) -> Outcome {
    var outcome = Outcome()
    var times = try CaseTimes(results.place(CaseTimes.fileName))
    let planned = try choice.times.map { path throws(GoldenError) in try CaseTimes(path: path) }
    let chosen = try choice.names(in: suite, library: library, times: planned ?? times)
    outcome.notes += chosen.notes
    outcome.unchanged = chosen.unchanged
    let meant = suite.cases.enumerated().filter { chosen.names.contains($0.element.name) }
    UnfinishedChanges.settle(in: suite, try FolderLock(suite.folder, cancellation))
    try results.make()
    let inputs = InputsHash(library: library)
    let stopped = StoppedRun(of: suite, in: results, avatars: library.places)
    let verifier = CaseVerifier(
      suite: suite, results: results, provenance: try provenance(&outcome), inputs: inputs,
      renderer: CaseRenderer(library: library, cancellation: cancellation))
    var work: [Work] = []
    var found: [(index: Int, result: CaseResult)] = []
    for (index, single) in meant {
      guard case .rendered(let scene) = single.source else { continue }
      if let reason = single.skip {
        outcome.skipped.append((single.name, reason))
        results.clear(single.name)
      } else if stopped.isDone(single.name, inputs: inputs.hash(of: scene)),
        let result = try results.found(of: single.name)
      {
        found.append((index, result))
      } else {
        work.append((index, single, scene))
      }
    }
    if !found.isEmpty {
      outcome.notes.append(
        "\(found.count) of \(found.count + work.count) cases were verified by the last run, which was"
          + " stopped; this one goes on from there")
    }
    found += try run(work, verifier, stopped, planned ?? times, &times, report)
    outcome.results = found.sorted { $0.index < $1.index }.map(\.result)
    stopped.forget()
    try times.write(to: results.place(CaseTimes.fileName))
    if choice.isEverything {
      forgetOthers()
      outcome.obsolete = ObsoleteGoldens(of: suite, results: results)
    }
    return outcome
  }

  private func run(
    _ work: [Work], _ verifier: CaseVerifier, _ stopped: StoppedRun, _ expected: CaseTimes,
    _ times: inout CaseTimes, _ report: @Sendable (CaseResult, Int, Int) -> Void
  ) throws(GoldenError) -> [(index: Int, result: CaseResult)] {
    // The longest first, so that none of them is begun when the others are done.
    func length(_ one: Work) -> (Double, Int) {
      // A clip of a length that is not known is begun before all that were never timed.
      (
        expected.seconds[one.single.name] ?? 0,
        one.scene.frames == .whole ? .max : one.scene.frames.count
      )
    }
    let order = work.sorted { a, b in
      let (x, y) = (length(a), length(b))
      return (y.0, y.1, a.index) < (x.0, x.1, b.index)
    }
    struct State {
      var next = 0
      var found: [(index: Int, result: CaseResult)] = []
      var seconds: [String: Double] = [:]
      var failure: GoldenError?
    }
    let state = Mutex(State())
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, order.count))) { _ in
      while true {
        let next: Int? = state.withLock { state in
          guard state.failure == nil, state.next < order.count else { return nil }
          state.next += 1
          return state.next - 1
        }
        guard let next else { return }
        let (index, single, scene) = order[next]
        do throws(GoldenError) {
          let start = ContinuousClock.now
          let result = try verifier.verify(single, scene)
          stopped.note(result)
          let seconds = (ContinuousClock.now - start) / .seconds(1)
          state.withLock { state in
            state.seconds[single.name] = seconds
            state.found.append((index, result))
            report(result, state.found.count, order.count)
          }
        } catch {
          state.withLock { $0.failure = $0.failure ?? error }
        }
      }
    }
    for (name, seconds) in state.withLock({ $0.seconds }) { times.note(name, seconds) }
    let names = Set(suite.cases.map(\.name))
    times.keep { names.contains($0) }
    return try state.withLock { state throws(GoldenError) in
      if let failure = state.failure { throw failure }
      return state.found
    }
  }

  private func provenance(_ outcome: inout Outcome) throws(GoldenError) -> ProvenanceFile? {
    do throws(GoldenError) {
      return try ProvenanceFile(of: suite)
    } catch {
      if error.isLeadingOut { throw error }
      outcome.notes.append("\(error)")
      return nil
    }
  }

  /// Removes results of cases that the suite does not have any more.
  private func forgetOthers() {
    for name in results.names where (try? suite.case(named: name)) == nil {
      results.clear(name)
    }
  }
}

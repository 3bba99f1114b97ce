import Foundation
import Goldens
import Isolation
import Problems
import Recordings
import Rendering
import Review
import Terminal

/// The verb `verify`: whether a suite still looks as its goldens.
enum VerifyCommand {
  static let spec = CommandSpec(
    verb: "verify",
    summary: "Renders the cases of a suite, compares them with their goldens, says what moved.",
    arguments: "[SUITE]",
    argumentCount: 0...1,
    options: [
      (
        "Which cases",
        [
          .value(
            "--only", "GLOB", repeats: true,
            "only cases of this name: * within a part, ** across /, or a folder"),
          .value(
            "--changed-since", "REF",
            "only cases whose inputs, entry or goldens differ from a Git commit, branch or tag"),
          .value("--shard", "I/N", "only the I-th of N parts, balanced by the last times"),
          .value("--times", "FILE.jsonl", "the times for --shard (default: those of the results)"),
          .value("--jobs", "N", "cases at a time, 1 to 256 (default: one per processor)"),
          SuiteArguments.avatars,
        ]
      ),
      (
        "Output",
        [
          .value("--report", "FILE.html", "a page with pictures, for people"),
          .value("--junit", "FILE.xml", "the verdicts for CI systems"),
          .value(
            "--markdown", "FILE.md", "a summary for a pull request, its pictures in FILE-pictures"),
          .flag("--json", "the review as JSON, on standard output"),
          .flag("--strict-obsolete", "exit 1 if there are goldens that no case uses"),
          .flag("--unused-contents", "name what the golden store holds and no golden of it names"),
          .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)"),
        ] + SuiteArguments.options + [OptionSpec.overwrite]
      ),
    ],
    examples: [
      ("avatar-overlay verify", "the suite in Golden/"),
      ("avatar-overlay verify Golden --only 'dragon/**' --report review.html", "some, with a page"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let suite = try SuiteArguments.suite(arguments.positionals.first, arguments)
    let outputs = try ReviewArguments.outputs(arguments, page: "--report")
    if arguments.has("--unused-contents"), suite.store == nil {
      throw UsageError("--unused-contents: \(suite.file) names no golden store; leave it out")
    }
    let reporter = ProgressReporter(
      try arguments.choice("--progress", ProgressStyle.self) ?? .auto, counting: "case")
    let verifier = SuiteVerifier(
      suite, results: arguments.string("--results"),
      library: try SuiteArguments.library(arguments, suite),
      jobs: try arguments.int("--jobs", in: 1...256) ?? 0,
      choice: try choice(arguments))
    let meter = ProgressMeter(expectedFrames: nil)
    let outcome: SuiteVerifier.Outcome
    do {
      defer { reporter.end() }
      outcome = try verifier.run(cancellation: cancellation) { _, done, count in
        var progress = meter.progress(done, outTimeMs: 0, isFinished: done == count)
        progress.frameCount = count
        reporter.report(progress)
      }
    }
    VerifyText.lines(of: outcome, arguments).forEach {
      StandardStreams.message($0)
    }
    let results = SuiteResults(of: suite, path: arguments.string("--results"))
    if let store = suite.store, arguments.has("--unused-contents") {
      VerifyText.lines(of: UnusedContents(of: suite, results: results), store: store).forEach {
        StandardStreams.message($0)
      }
    }
    if !outputs.areEmpty {
      // Of no case there is a review too: a shard may be empty, and nothing may have changed.
      let review = try suite.review(
        results: arguments.string("--results"), allowingNone: outcome.results.isEmpty)
      try outputs.write(review, picturesRoot: results.path, suite: suite.folder)
    }
    return exitCode(of: outcome, strict: arguments.has("--strict-obsolete"))
  }

  private static func choice(_ arguments: ParsedArguments) throws -> CaseChoice {
    var choice = CaseChoice(
      only: arguments.strings("--only").map(NamePattern.init),
      changedSince: arguments.string("--changed-since"), times: arguments.string("--times"))
    if let text = arguments.string("--shard") {
      guard let shard = SuiteShard(text) else {
        throw UsageError(
          "--shard: expected a part and how many there are, such as 2/5, up to"
            + " \(SuiteShard.most) of them, found \"\(text)\"")
      }
      choice.shard = shard
    }
    if let times = choice.times {
      guard choice.shard != nil else {
        throw UsageError("--times balances shards; add --shard, or leave it out")
      }
      guard FileManager.default.fileExists(atPath: times) else {
        throw GoldenError.unreadable(times, reason: SystemReason.absence(of: times, "file"))
      }
    }
    return choice
  }

  /// 1 where anything failed, is missing or could not be rendered; 2 where all that is wrong is a
  /// size.
  private static func exitCode(of outcome: SuiteVerifier.Outcome, strict: Bool) -> ExitCode {
    let bad = outcome.results.map(\.review.verdict).filter { $0 != .passed }
    if strict, !outcome.obsolete.all.isEmpty { return .failed }
    if bad.isEmpty { return .done }
    return bad.allSatisfy { $0 == .mismatch } ? .mismatch : .failed
  }
}

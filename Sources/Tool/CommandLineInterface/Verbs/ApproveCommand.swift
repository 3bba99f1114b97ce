import Foundation
import Goldens
import Isolation
import Problems
import Recordings
import Terminal

/// The verb `approve`: what was verified and looked at becomes golden.
enum ApproveCommand {
  static let spec = CommandSpec(
    verb: "approve",
    summary: "Records the pictures of the last verify as goldens, with author, time and reason.",
    arguments: "[SUITE] --all|--failed|--missing|GLOB...",
    argumentCount: 0...1000,
    options: [
      (
        "Which cases",
        [
          .flag("--all", "all of them"),
          .flag("--failed", "those that differ from their goldens"),
          .flag("--missing", "those that have no golden yet"),
          .flag("--prune", "also remove recorded goldens that no case uses any more"),
          .value(
            "--as-variant", "ENVIRONMENT",
            "record beside the goldens, for an environment that the suite lists"),
          SuiteArguments.avatars,
        ]
      ),
      (
        "Provenance",
        [
          .value("--reason", "TEXT", "why they were approved"),
          .value(
            "--by", "NAME", "the author of approvals (default: GIT_AUTHOR_NAME, or the user's name)"
          ),
        ] + SuiteArguments.options
      ),
    ],
    examples: [
      ("avatar-overlay approve --missing --reason 'first goldens'", "the suite in Golden/"),
      ("avatar-overlay approve Golden 'dragon/**' --reason 'new horns'", "some cases, by name"),
      (
        "avatar-overlay approve --failed --as-variant debian-13", "what another environment renders"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let environment = ProcessInfo.processInfo.environment
    if RecordingPolicy.isForbidden(environment) { throw GoldenError.recordingForbidden }
    let (suite, named) = try suiteAndNames(arguments)
    let author = Author(
      name: arguments.string("--by") ?? Author(environment: environment).name,
      reason: arguments.string("--reason"))
    let outcome = try SuiteApproval(
      suite, results: arguments.string("--results"),
      library: try SuiteArguments.library(arguments, suite), author: author
    ).run(
      choice(arguments, named), prunes: arguments.has("--prune"),
      asVariant: arguments.string("--as-variant"), environment: environment,
      cancellation: cancellation)
    tell(outcome)
    return .done
  }

  /// The first word is the suite where it is one; the others are patterns.
  private static func suiteAndNames(
    _ arguments: ParsedArguments
  ) throws -> (GoldenSuite, [NamePattern]) {
    let words = arguments.positionals
    let hasFlag = ["--all", "--failed", "--missing"].contains(where: arguments.has)
    let first = words.first
    let namesSuite = first.map { hasFlag || isSuite($0) } ?? false
    let patterns = words.dropFirst(namesSuite ? 1 : 0).map(NamePattern.init)
    return (try SuiteArguments.suite(namesSuite ? first : nil, arguments), patterns)
  }

  private static func isSuite(_ path: String) -> Bool {
    path.hasSuffix(".json") || FileManager.default.fileExists(atPath: "\(path)/golden.json")
  }

  private static func choice(
    _ arguments: ParsedArguments, _ named: [NamePattern]
  ) throws(UsageError) -> SuiteApproval.Choice {
    let flags: [(String, SuiteApproval.Choice)] = [
      ("--all", .all), ("--failed", .failed), ("--missing", .missing),
    ]
    let given = flags.filter { arguments.has($0.0) }
    if given.count + (named.isEmpty ? 0 : 1) > 1 {
      throw UsageError(
        "\((given.map(\.0) + named.map(\.description)).joined(separator: " and ")) both choose the"
          + " cases; give one of them")
    }
    if let choice = given.first?.1 { return choice }
    guard !named.isEmpty else {
      throw UsageError(
        "no cases chosen; add --all, --failed, --missing, or names such as 'dragon/**'")
    }
    return .matching(named)
  }

  private static func tell(_ outcome: SuiteApproval.Outcome) {
    for one in outcome.recorded {
      let count = one.goldens.count
      let what =
        count == 0
        ? "accepted unchanged"
        : "recorded\(count > 1 ? " \(count) goldens" : ""), \((one.bytes + 1023) / 1024) KiB"
      let why = one.explanation.isEmpty ? "" : " (\(one.explanation.joined(separator: "; ")))"
      StandardStreams.message("\(one.name): \(what)\(why)")
    }
    for path in outcome.pruned { StandardStreams.message("\(path): removed") }
    for note in outcome.notes { StandardStreams.message("note: \(note)") }
    let kept = outcome.unchanged.count
    StandardStreams.message(
      "\(outcome.recorded.count) recorded, \(kept) unchanged"
        + (outcome.pruned.isEmpty ? "" : ", \(outcome.pruned.count) removed"))
  }
}

import Foundation
import Isolation
import Lottie
import Problems
import Terminal
import Text
import Tracker

/// The command line tool, from its words to its exit code.
public enum Tool {
  /// The verbs, as the help lists them.
  static let verbs: [Verb] = [
    Verb(RenderCommand.spec, RenderCommand.run),
    Verb(PlanCommand.spec, PlanCommand.run),
    Verb(PartCommand.spec, PartCommand.run),
    Verb(PlanStatusCommand.spec, PlanStatusCommand.run),
    Verb(JoinCommand.spec, JoinCommand.run),
    Verb(ReelCommand.spec, ReelCommand.run),
    Verb(SnapshotCommand.spec, SnapshotCommand.run),
    Verb(InspectCommand.spec, InspectCommand.run),
    Verb(TrackCommand.spec, TrackCommand.run),
    Verb(TrackerInstallCommand.spec, TrackerInstallCommand.run),
    Verb(TrackerStatusCommand.spec, TrackerStatusCommand.run),
    Verb(AvatarsListCommand.spec, AvatarsListCommand.run),
    Verb(AvatarsLintCommand.spec, AvatarsLintCommand.run),
    Verb(AvatarsPreviewCommand.spec, AvatarsPreviewCommand.run),
    Verb(AvatarsNewCommand.spec, AvatarsNewCommand.run),
    Verb(AvatarsReliefCommand.spec, AvatarsReliefCommand.run),
    Verb(AvatarsTemplateCommand.spec, AvatarsTemplateCommand.run),
    Verb(CardsListCommand.spec, CardsListCommand.run),
    Verb(CardsLintCommand.spec, CardsLintCommand.run),
    Verb(CardsPreviewCommand.spec, CardsPreviewCommand.run),
    Verb(ScenesNewCommand.spec, ScenesNewCommand.run),
    Verb(ScenesListCommand.spec, ScenesListCommand.run),
    Verb(ScenesLintCommand.spec, ScenesLintCommand.run),
    Verb(ScenesScoreCommand.spec, ScenesScoreCommand.run),
    Verb(ScenesPreviewCommand.spec, ScenesPreviewCommand.run),
    Verb(ScenesPackCommand.spec, ScenesPackCommand.run),
    Verb(CompareCommand.spec, CompareCommand.run),
    Verb(VerifyCommand.spec, VerifyCommand.run),
    Verb(ApproveCommand.spec, ApproveCommand.run),
    Verb(ReportCommand.spec, ReportCommand.run),
    Verb(AlignCommand.spec, AlignCommand.run),
    Verb(SessionRunCommand.spec, SessionRunCommand.run),
    Verb(SessionCheckCommand.spec, SessionCheckCommand.run),
    Verb(SessionTuneCommand.spec, SessionTuneCommand.run),
    Verb(SampleCommand.spec, SampleCommand.run),
    Verb(ServeCommand.spec, ServeCommand.run),
    Verb(HealthCommand.spec, HealthCommand.run),
    Verb(KeysCreateCommand.spec, KeysCreateCommand.run),
    Verb(KeysListCommand.spec, KeysListCommand.run),
    Verb(KeysDisableCommand.spec, KeysDisableCommand.run),
    Verb(KeysRotateCommand.spec, KeysRotateCommand.run),
    Verb(KeysSigningCommand.spec, KeysSigningCommand.run),
    Verb(AuditVerifyCommand.spec, AuditVerifyCommand.run),
    Verb(BackupCommand.spec, BackupCommand.run),
    Verb(RestoreCommand.spec, RestoreCommand.run),
    Verb(EraseCommand.spec, EraseCommand.run),
  ]

  /// Runs the tool; every fault becomes one line on the error stream and an exit code.
  public static func run() -> Int32 {
    StandardStreams.prepare()
    do {
      return try dispatch(ProcessWords.arguments()).rawValue
    } catch {
      StandardStreams.message("error: \(Failure.line(of: error))")
      return Failure.exitCode(of: error).rawValue
    }
  }

  private static func dispatch(_ arguments: [String]) throws -> ExitCode {
    guard let first = arguments.first else {
      StandardStreams.message(HelpText.ofTool(verbs.map(\.spec)))
      return .usage
    }
    if ["--help", "-h", "help"].contains(first), arguments.count == 1 {
      try StandardStreams.result(HelpText.ofTool(verbs.map(\.spec)))
      return .done
    }
    if first == "--version" {
      try StandardStreams.result(VersionInfo.text)
      return .done
    }
    let words = first == "help" ? Array(arguments.dropFirst()) + ["--help"] : arguments
    if words.first == IsolatedCommand.spec.verb {
      try ProcessWords.checkPlaces()
      return try IsolatedCommand.run(words)
    }
    if words.dropFirst().first == "--help", let group = group(called: words[0]) {
      try StandardStreams.result(HelpText.ofGroup(words[0], group.map(\.spec)))
      return .done
    }
    let verb = try verb(called: words)
    let wordCount = verb.spec.verb.split(separator: " ").count
    let parsed = try ParsedArguments(words.dropFirst(wordCount), for: verb.spec)
    if parsed.has("--help") {
      try StandardStreams.result(
        HelpText.of(verb.spec, isWhole: parsed.positionals.contains("all")))
      return .done
    }
    try ProcessWords.checkPlaces()
    // Not where this process is isolated itself, which `isolated` is.
    LottieDrawing.use(.ownProcess(executable: WorkerProcess.ownExecutable))
    return try verb.run(parsed, tracking: AutomaticTracking(in: .ownProcess))
  }

  /// The verbs of two words that begin with this one; nil for none.
  private static func group(called first: String) -> [Verb]? {
    let group = verbs.filter { $0.spec.verb.hasPrefix(first + " ") }
    return group.isEmpty ? nil : group
  }

  private static func verb(called words: [String]) throws(UsageError) -> Verb {
    let calls = [words.prefix(2).joined(separator: " "), words[0]]
    for call in calls {
      if let verb = verbs.first(where: { $0.spec.verb == call }) { return verb }
    }
    if let siblings = group(called: words[0])?.map(\.spec.verb) {
      throw UsageError("\(words[0]) needs a second word: \(siblings.joined(separator: ", "))")
    }
    guard !words[0].hasPrefix("-") else {
      let meant = Spelling.nearest(to: words[0], among: ["--help", "--version"])
      throw UsageError(
        "unknown option \(words[0]); "
          + (meant.map { "did you mean \($0)?" } ?? "a verb comes first, its options after it"))
    }
    guard Spelling.nearest(to: words[0], among: verbs.map(\.spec.verb)) != nil else {
      throw UsageError(
        "unknown verb \"\(words[0])\"; the verbs are \(verbs.map(\.spec.verb).joined(separator: ", "))"
      )
    }
    // A verb of two words by both of them.
    let nearest = verbs.map(\.spec.verb)
      .map { ($0, Spelling.distance(from: $0.contains(" ") ? calls[0] : words[0], to: $0)) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3).map(\.0)
    throw UsageError(
      "unknown verb \"\(words[0])\"; the nearest are \(nearest.joined(separator: ", "))")
  }
}

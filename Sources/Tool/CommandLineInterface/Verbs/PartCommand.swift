import Isolation
import Parts
import Problems
import Recordings
import Terminal

/// The verb `part`: makes one of the parts of a plan.
enum PartCommand {
  static let spec = CommandSpec(
    verb: "part",
    summary: "Makes one part of a render that plan has divided.",
    arguments: "<plan> <number> --store DIR",
    argumentCount: 2...2,
    options: [("Options", [PartArguments.store, PartArguments.key, PartArguments.progress])],
    examples: [
      (
        "avatar-overlay part dragon.json 0 --store parts",
        "the first part; one that is done is not made again"
      )
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation
  ) throws -> ExitCode {
    guard let number = Int(arguments.positionals[1]) else {
      throw UsageError(
        "\"\(arguments.positionals[1])\" found, the number of a part expected, counted from 0")
    }
    let style = try arguments.choice("--progress", ProgressStyle.self) ?? .auto
    let (plan, key) = try (PartArguments.plan(arguments), PartArguments.key(arguments))
    let store = try PartArguments.store(arguments, cancellation)
    let reporter = ProgressReporter(style)
    let outcome: PartJob.Outcome
    do {
      // Whatever comes next, an error too, has a line of its own.
      defer { reporter.end() }
      outcome = try PartJob(number, of: plan, in: store, key: key).run(
        { try PartArguments.work(of: plan) }, cancellation: cancellation,
        progress: reporter.report)
    }
    switch outcome {
    case .made(let frames, let damage):
      if let damage { StandardStreams.message("note: \(damage)") }
      StandardStreams.message(
        "part \(number) of \(plan.parts.count): \(Count.of(frames, "frame"))")
    case .wasDone:
      StandardStreams.message("part \(number) of \(plan.parts.count): was done already")
    }
    return .done
  }
}

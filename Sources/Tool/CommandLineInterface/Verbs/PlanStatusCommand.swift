import Isolation
import JSON
import Parts
import Problems
import Recordings
import Terminal

/// The verb `status`: which parts of a plan are done.
enum PlanStatusCommand {
  static let spec = CommandSpec(
    verb: "status",
    summary: "Says which parts of a render are done.",
    arguments: "<plan> --store DIR",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          PartArguments.store, PartArguments.key,
          .flag("--quick", "believe what parts say of themselves; do not read their files"),
          .flag("--json", "as JSON, on standard output").basic,
        ]
      )
    ],
    examples: [
      ("avatar-overlay status dragon.json --store parts", "for people"),
      ("avatar-overlay status dragon.json --store parts --json", "for programs"),
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation
  ) throws -> ExitCode {
    let (plan, key) = try (PartArguments.plan(arguments), PartArguments.key(arguments))
    let store = try PartArguments.store(arguments, cancellation)
    let status = try PartsStatus(
      of: plan, in: store, key: key, readsFiles: !arguments.has("--quick"))
    if arguments.has("--json") {
      try StandardStreams.result(json(status, plan))
    } else {
      try StandardStreams.result(lines: lines(status))
    }
    return .done
  }

  private static func json(_ status: PartsStatus, _ plan: RenderPlan) -> String {
    JSONValue.object([
      ("parts", .integer(status.count)), ("done", .integer(status.done.count)),
      ("missing", .array(status.missing.map { .integer($0) })),
      ("damaged", .array(status.damaged.map { .integer($0.part) })),
      ("complete", .bool(status.isComplete)), ("framesDone", .integer(status.framesDone)),
      ("frames", .integer(status.frames)), ("fingerprint", .string(plan.fingerprint)),
    ]).lines
  }

  private static func lines(_ status: PartsStatus) -> [String] {
    var lines = [
      "\(status.done.count) of \(Count.of(status.count, "part")) done,"
        + " \(status.framesDone) of \(Count.of(status.frames, "frame"))"
    ]
    if !status.missing.isEmpty { lines.append("missing: \(PartNumbers.text(status.missing))") }
    for (part, reason) in status.damaged {
      lines.append("part \(part) is damaged: \(reason); avatar-overlay part makes it anew")
    }
    return lines
  }
}

import Isolation
import Parts
import Problems
import Recordings
import Rendering
import Requests
import Terminal

/// The verb `join`: puts the parts of a plan together.
enum JoinCommand {
  static let spec = CommandSpec(
    verb: "join",
    summary: "Puts the parts of a render together.",
    arguments: "<plan> --store DIR [-o OUT]",
    argumentCount: 1...1,
    options: [
      (
        "Options",
        [
          PartArguments.store, PartArguments.key,
          .value("--output", short: "-o", "FILE", "where the result goes (default: as planned)")
            .basic,
          .flag("--overwrite", "replace an output that exists").basic,
          .flag("--remove-parts", "remove the parts from the store when the result is there"),
          .flag("--allow-damaged", "accept a clip that could not be decoded in full"),
          PartArguments.progress,
        ]
      )
    ],
    examples: [
      ("avatar-overlay join dragon.json --store parts", "when all parts are done"),
      (
        "avatar-overlay join dragon.json --store parts -o other.mp4 --remove-parts",
        "under another name, and leave nothing else"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation
  ) throws -> ExitCode {
    let style = try arguments.choice("--progress", ProgressStyle.self) ?? .auto
    let (plan, key) = try (PartArguments.plan(arguments), PartArguments.key(arguments))
    let store = try PartArguments.store(arguments, cancellation)
    let named = arguments.string("--output").map(RenderPlan.Input.absolute)
    var work = try PartArguments.work(of: plan)
    var request = plan.request
    request.output.overwrites = arguments.has("--overwrite")
    if let named { request.output.path = named }
    work.output.path = request.output.path
    work.output.overwrites = request.output.overwrites
    try OutputFiles.check([request.output.path], overwrites: request.output.overwrites)
    var session: ReplayedSession?
    if case .recording(var settings) = work {
      session = try ReplayedSession.ifAsked(by: &request, settings.recording, cancellation)
      if let plan = session?.report.plan { settings.session = plan }
      work = .recording(settings)
    }
    let reporter = ProgressReporter(style, counting: "part")
    let meter = ProgressMeter(expectedFrames: plan.parts.count)
    let summary: RenderSummary
    do {
      // Whatever comes next, an error too, has a line of its own.
      defer { reporter.end() }
      summary = try JoinJob(plan, in: store, key: key).run(
        work, cancellation: cancellation
      ) { done, count in
        reporter.report(meter.progress(done, outTimeMs: 0, isFinished: done == count))
      }
    }
    try session.take()?.finish()
    let code = OutcomeMessages.write(
      summary, allowsDamage: request.allowDamaged || arguments.has("--allow-damaged"))
    if arguments.has("--remove-parts") {
      do {
        try store.removeAll(of: plan.fingerprint)
      } catch {
        // The result is there.
        StandardStreams.message("note: the parts were not removed: \(SystemReason.line(of: error))")
      }
    }
    return code
  }
}

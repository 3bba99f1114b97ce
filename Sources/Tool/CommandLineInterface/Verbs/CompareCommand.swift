import Foundation
import Isolation
import MediaComparison
import Problems
import Recordings
import Requests
import Terminal

/// The verb `compare`: two pictures, folders of pictures or clips.
enum CompareCommand {
  static let spec = CommandSpec(
    verb: "compare",
    summary: "Says whether two pictures, folders or clips are the same, and what moved.",
    arguments: "A B",
    argumentCount: 2...2,
    options: [
      (
        "What may differ (each takes a number, or any)",
        [
          .value("--tolerance", "exact|close|codec", "a set of thresholds (default: exact)").basic,
          .value("--max-channel-difference", "N", "the largest difference of a channel, 0 to 255"),
          .value("--max-changed-share", "S", "the share of pixels that changed, 0 to 1").basic,
          .value("--max-window-share", "S", "the same in the densest window"),
          .value("--max-mean-colour-difference", "E", "the mean CIEDE2000"),
          .value("--max-high-colour-difference", "E", "the 99.9th percentile of CIEDE2000"),
          .value("--min-structural-similarity", "S", "multi-scale SSIM, 0 to 1"),
        ]
      ),
      (
        "How it is measured",
        [
          .value(
            "--pixel-threshold", "N",
            "a pixel changed where a channel differs by more than this (default: 0)"),
          .flag("--ignore-antialiasing", "leave out pixels that look like antialiased edges").basic,
          .value("--window", "N", "side of the window in which changes are counted (default: 32)"),
        ]
      ),
      (
        "Where",
        [
          .value("--mask", "FILE.png", "pixels that are opaque and not black are inside").basic,
          .value("--placements", "FILE", "A's sidecar: the quads of its layers are inside").basic,
          .value("--placements-b", "FILE", "B's sidecar: its quads are inside too"),
          .value("--region", "inside|outside|all", "what is compared (default: inside)"),
          .value(
            "--outside", "exact|close|codec",
            "also check that nothing else changed, by this set of thresholds"),
          .value("--ground", "PATH", "the same without overlay, to tell when a layer is missing"),
        ] + [OptionSpec](.part, for: .compare)
      ),
      (
        "What A was drawn with, to tell what moved in the numbers of avatar.json",
        [
          .avatarsFolder,
          .value(
            "--avatar", "NAME|PATH", repeats: true,
            "an avatar that --placements names, where it lies elsewhere; may be repeated"),
        ]
      ),
      (
        "Output",
        [
          .flag("--json", "the report as JSON, on standard output").basic,
          .value("--report", "FILE.html", "a page with pictures, for people").basic,
          .value("--junit", "FILE.xml", "the verdict for CI systems").basic,
          .value("--diff", "PATH", "heat maps: a .png for pictures, a folder for others").basic,
          .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)"),
        ] + [OptionSpec.overwrite]
      ),
      ("Decoding", [OptionSpec](.recording, for: .compare)),
    ],
    examples: [
      ("avatar-overlay compare yesterday.png today.png", "bit for bit"),
      (
        "avatar-overlay compare golden/ frames/ --max-changed-share 0.001 --ignore-antialiasing",
        "two folders, a thousandth of the pixels may change"
      ),
      (
        "avatar-overlay compare yesterday.png today.png --placements yesterday.jsonl",
        "which number of which layer was changed"
      ),
      (
        "avatar-overlay compare old.mp4 new.mp4 --tolerance codec --placements old.jsonl"
          + " --placements-b new.jsonl --outside codec --report what-moved.html",
        "two renders, layer by layer, and that nothing else changed"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    var settings = CompareSettings(
      first: arguments.positionals[0], second: arguments.positionals[1])
    settings.judge = try CompareArguments.judge(arguments)
    let request = try RequestArguments.request(arguments, for: .compare)
    settings.part = try request.clipPart
    settings.mask = arguments.string("--mask")
    settings.placements = arguments.string("--placements")
    settings.secondPlacements = arguments.string("--placements-b")
    settings.ground = arguments.string("--ground")
    for option in ["--avatar", "--avatars"]
    where arguments.has(option) && settings.placements == nil {
      throw UsageError("\(option) needs --placements")
    }
    settings.avatars = AvatarSelection(
      names: arguments.strings("--avatar"), library: try Libraries.avatars(arguments))
    settings.threads = request.threads ?? 0
    settings.allowsDamagedStill = request.allowDamaged
    let outputs = try CompareOutputs(
      diff: arguments.string("--diff"),
      ReviewArguments.outputs(arguments, page: "--report", readsJSON: false), judge: settings.judge,
      overwrites: arguments.has("--overwrite"))
    settings.keptFrames = outputs.keptFrames
    let reporter = ProgressReporter(
      try arguments.choice("--progress", ProgressStyle.self) ?? .auto)
    let outcome: CompareJob.Outcome
    do {
      defer { reporter.end() }
      outcome = try CompareJob(settings).run(
        cancellation: cancellation, progress: reporter.report, failed: outputs.failed)
    }
    try outputs.write(outcome)
    let report = outcome.report
    try StandardStreams.result(
      arguments.has("--json")
        ? try IndentedJSON.of(report) : CompareText.lines(of: report).joined(separator: "\n"))
    return exitCode(of: report, allowsDamage: request.allowDamaged)
  }

  private static func exitCode(
    of report: ComparisonReport, allowsDamage: Bool
  ) -> ExitCode {
    let damaged = OutcomeMessages.write(
      damage: report.damage, done: "what could be decoded was compared",
      allowsDamage: allowsDamage)
    if let damaged { return damaged }
    return switch report.verdict {
    case .passed: .done
    case .failed: .failed
    case .mismatch: .mismatch
    }
  }
}

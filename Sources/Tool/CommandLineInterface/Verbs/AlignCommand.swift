import Alignment
import Foundation
import Isolation
import Problems
import Recordings
import Requests
import Terminal
import Tracker

/// The verb `align`: how well the overlay sits on the faces, or how two runs differ.
enum AlignCommand {
  static let spec = CommandSpec(
    verb: "align",
    summary: "Measures how well the overlay sits on the faces, or compares two runs.",
    arguments: "<recording> [--reference FILE] [--placements FILE], or <run> <run>",
    argumentCount: 0...2,
    options: [
      (
        "What is measured",
        [
          .value(
            "--reference", "FILE",
            "where the faces really are: avatar-annotations/1, or a tracking file"
          ).basic,
          .value(
            "--placements", "FILE",
            "measure what render --placements wrote, instead of placing anew"),
          .flag(
            "--skin",
            "measure how the overlay slides over the face, by the picture's own motion"),
        ]
      ),
      (
        "Output",
        [
          .flag("--json", "as JSON, on standard output; can be compared later").basic,
          .flag("--summary", "leave the single frames out of the JSON"),
          .value("--worst", "DIR", "write pictures of the worst frames to a folder").basic,
          .value("--worst-count", "N", "how many, 1 to 400 (default: 10)"),
          .value(
            "--worst-by", "WHAT",
            "auto, nme, residual, reprojection, deviation (default: auto)"),
        ] + [OptionSpec.overwrite]
      ),
      ("Thresholds (exit 1 if one is not met)", AlignThresholds.options),
      (
        "Thresholds between two runs (exit 1 if one is not met)",
        [
          .value(
            "--max-worse", "PERCENT", "how much worse a figure may become (0 allows noise alone)"
          ).basic,
          .value("--max-moved", "PX", "how far a layer's corner may lie from where it was").basic,
        ]
      ),
      ("Avatars", [OptionSpec](.avatars, for: .align)),
      ("Placement", [OptionSpec](.placement, for: .align)),
      ("Recording", [OptionSpec](.recording, for: .align)),
      ("Automatic tracking", [OptionSpec](.tracker, for: .align)),
    ],
    examples: [
      ("avatar-overlay align demo/sample --avatar dragon", "all figures, for people"),
      (
        "avatar-overlay align demo/sample --avatar dragon --max-lag-ms 5 --min-coverage 100",
        "exit 1 where the mask lags or is missing"
      ),
      (
        "avatar-overlay align demo/sample --skin",
        "how the overlay slides over the face in the picture, too"
      ),
      (
        "avatar-overlay align demo/sample --avatar dragon --worst worst",
        "pictures of the ten worst frames"
      ),
      (
        "avatar-overlay align demo/sample --avatar dragon --json > today.json",
        "a run to compare with"
      ),
      (
        "avatar-overlay align yesterday.json today.json --max-worse 10 --max-moved 0.5",
        "yesterday's build and today's"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    let thresholds = try AlignThresholds(arguments)
    if arguments.positionals.count == 2 {
      return try compare(arguments, thresholds, cancellation)
    }
    for name in ["--max-worse", "--max-moved"] where arguments.has(name) {
      throw UsageError("\(name) is for two runs; name both")
    }
    let request = try RequestArguments.request(arguments, for: .align)
    let recording = try TrackedRecording.location(
      of: request, isNeeded: true, tracking, cancellation)
    try request.checkRate(isThatOf: recording)
    let settings = try settings(arguments, thresholds, request, recording: recording)
    let outcome = try AlignJob(settings).run(cancellation: cancellation)
    var report = outcome.report
    report.rendererVersion = VersionInfo.version
    report.thresholds = AlignmentThreshold.judge(report, by: thresholds.absolute)
    var written: [String] = []
    if let folder = arguments.string("--worst") {
      written = try AlignPictures(settings.render, folder: folder).write(
        outcome.worst, cancellation: cancellation)
    }
    if arguments.has("--json") {
      if arguments.has("--summary") { report.perFrame = [] }
      try StandardStreams.result(IndentedJSON.of(report))
    } else {
      let lines = AlignText.of(report, option: AlignThresholds.option)
      try StandardStreams.result(lines.joined(separator: "\n"))
    }
    for path in written { StandardStreams.message(path) }
    let damaged = OutcomeMessages.write(
      damage: [outcome.damage].compactMap(\.self), done: "what could be decoded was measured",
      allowsDamage: arguments.has("--allow-damaged"))
    if let damaged { return damaged }
    return report.passed ? .done : .failed
  }

  /// The settings of one run of a recording.
  private static func settings(
    _ arguments: ParsedArguments, _ thresholds: AlignThresholds, _ request: RenderRequest,
    recording: RecordingLocation
  ) throws -> AlignSettings {
    let avatars = AvatarSelection(
      names: request.avatars, library: try request.avatarLibrary())
    var settings = AlignSettings(
      try request.renderSettings(recording: recording, avatars: avatars))
    settings.reference = arguments.string("--reference")
    settings.placements = arguments.string("--placements")
    if settings.placements != nil, settings.render.fitProfile != nil {
      throw UsageError(
        "--fit-profile is for placing anew; leave out --placements, which says where layers are")
    }
    settings.measuresSkin =
      arguments.has("--skin")
      || thresholds.absolute.contains { $0.metric.group == .skin }
    settings.badness = try arguments.choice("--worst-by", AlignSettings.Badness.self) ?? .auto
    let count = try arguments.int("--worst-count", in: 1...AlignSettings.mostWorstFrames)
    if arguments.has("--worst") {
      settings.worstFrames = count ?? 10
    } else if count != nil || arguments.has("--worst-by") {
      throw UsageError("--worst-count and --worst-by are for --worst DIR; add it")
    }
    return settings
  }

  private static func compare(
    _ arguments: ParsedArguments, _ thresholds: AlignThresholds, _ cancellation: Cancellation
  ) throws -> ExitCode {
    for name in ["--worst", "--worst-count", "--worst-by", "--video", "--tracking"]
    where arguments.has(name) {
      throw UsageError("\(name) is for one recording; two runs are compared by their figures")
    }
    if let one = thresholds.absolute.first {
      throw UsageError(
        "\(AlignThresholds.option(of: one.metric)) is for one run; for two, use --max-worse and"
          + " --max-moved")
    }
    let runs = try arguments.positionals.map { path in
      try report(of: AlignRun(finding: path), arguments, thresholds, cancellation)
    }
    let comparison = AlignmentComparison(runs[0], runs[1])
    let verdicts = thresholds.judge(comparison)
    if arguments.has("--json") {
      try StandardStreams.result(
        IndentedJSON.of(AlignComparisonOutput(comparison: comparison, thresholds: verdicts)))
    } else {
      try StandardStreams.result(AlignText.of(comparison, verdicts).joined(separator: "\n"))
    }
    return verdicts.allSatisfy(\.passed) ? .done : .failed
  }

  private static func report(
    of run: AlignRun, _ arguments: ParsedArguments, _ thresholds: AlignThresholds,
    _ cancellation: Cancellation
  ) throws -> AlignmentReport {
    switch run {
    case .report(let path): return try AlignRun.report(at: path)
    case .placements(let path): return try AlignRun.report(ofPlacements: path)
    case .recording(let path):
      var settings = try settings(
        arguments, thresholds, RequestArguments.request(arguments, for: .align),
        recording: RecordingLocation(finding: path))
      settings.worstFrames = 0
      var report = try AlignJob(settings).run(cancellation: cancellation).report
      report.source = path
      return report
    }
  }
}

/// What `align A B --json` gives.
struct AlignComparisonOutput: Encodable {
  var comparison: AlignmentComparison
  var thresholds: [AlignComparisonVerdict]
}

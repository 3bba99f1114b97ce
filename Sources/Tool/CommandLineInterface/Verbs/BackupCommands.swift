import Backup
import Foundation
import Isolation
import Problems
import Recordings
import Rendering
import ServiceConfiguration
import Terminal

/// What the verbs `backup` and `restore` have in common.
enum BackupArguments {
  static let data = OptionSpec.value(
    "--data", "DIR", "the service's data folder, as serve has it (default: avatar-overlay-data)")
  static let progress = OptionSpec.value(
    "--progress", "auto|plain|json|none", "how progress is shown (default: auto)")
  static let json = OptionSpec.flag("--json", "what was done, as JSON, on standard output")

  /// The data folder, by the option or the variable that `serve` takes; its other settings have no effect here.
  static func dataFolder(_ arguments: ParsedArguments) throws -> String {
    let environment = ProcessInfo.processInfo.environment.filter {
      $0.key == "AVATAR_OVERLAY_DATA"
    }
    let folder = try ServiceSettings.read(
      environment: environment, option: { $0 == "--data" ? arguments.string($0) : nil }
    ).settings.dataFolder
    guard !folder.isEmpty else { throw UsageError("--data: expected a folder, found nothing") }
    return folder
  }

  /// Does the work, and tells on standard error how many files are done.
  static func run<Result>(
    _ arguments: ParsedArguments, _ work: (@escaping (Int, Int) -> Void) throws -> Result
  ) throws -> Result {
    let reporter = ProgressReporter(
      try arguments.choice("--progress", ProgressStyle.self) ?? .auto, counting: "file")
    let meter = ProgressMeter(expectedFrames: nil)
    var last = (done: 0, total: 0)
    func tell(isFinished: Bool) {
      var progress = meter.progress(last.done, outTimeMs: 0, isFinished: isFinished)
      progress.frameCount = last.total
      reporter.report(progress)
    }
    // Whatever comes next, an error too, has a line of its own.
    defer { reporter.end() }
    let result = try work { done, total in
      last = (done, total)
      tell(isFinished: false)
    }
    // Files that went meanwhile are counted in the total.
    last.total = last.done
    if last.done > 0 { tell(isFinished: true) }
    return result
  }

  /// What is in a backup, for people.
  static func contents(entries: Int, bytes: Int64, jobs: Int) -> String {
    "\(Count.of(jobs, "job")), \(Count.of(entries, "file")), \(Count.of(Int(bytes), "byte"))"
  }
}

/// The verb `backup`: a service's database and files, together.
enum BackupCommand {
  static let spec = CommandSpec(
    verb: "backup",
    summary: "Backs up a service's database and files together, while it runs.",
    arguments: "-o BACKUP",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .value("--output", short: "-o", "BACKUP", "the backup, a folder that is made"),
          BackupArguments.data, BackupArguments.progress, BackupArguments.json,
          .flag("--overwrite", "replace a backup that exists"),
        ]
      )
    ],
    examples: [
      (
        "avatar-overlay backup --data /var/lib/avatar-overlay -o backup",
        "keys, jobs, results, avatars and scenes as they are now"
      ),
      (
        "avatar-overlay backup --data /var/lib/avatar-overlay -o backup --overwrite --json",
        "in the place of the last one, which stays until the new one is whole"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    guard let output = arguments.string("--output"), !output.isEmpty else {
      throw UsageError("missing -o BACKUP, the folder to make, such as -o backup")
    }
    let data = try BackupArguments.dataFolder(arguments)
    var writer = BackupWriter(of: data, to: output, program: VersionInfo.version)
    writer.overwrites = arguments.has("--overwrite")
    let summary = try BackupArguments.run(arguments) { progress in
      try writer.run(
        isCancelled: { cancellation.isRequested }, progress: progress)
    }
    tell(summary, of: data)
    if arguments.has("--json") { try StandardStreams.result(IndentedJSON.of(summary)) }
    return .done
  }

  private static func tell(_ summary: BackupSummary, of data: String) {
    if summary.jobsRemovedMeanwhile > 0 {
      StandardStreams.message(
        "note: \(Count.of(summary.jobsRemovedMeanwhile, "job")) removed or cancelled meanwhile, and not in"
          + " the backup")
    }
    if let first = summary.jobsWithoutFiles.first {
      StandardStreams.message(
        "warning: files of \(Count.of(summary.jobsWithoutFiles.count, "job")) are missing in \(data), and so"
          + " in the backup, such as those of \(first)")
    }
    for package in summary.damagedPackages {
      StandardStreams.message(
        "warning: \(data)/\(package) has not the bytes that were uploaded; upload it again")
    }
    let contents = BackupArguments.contents(
      entries: summary.entries, bytes: summary.bytes, jobs: summary.jobs)
    StandardStreams.message("\(summary.backup): \(contents), as of \(summary.createdAt)")
  }
}

/// The verb `restore`: a data folder of a backup.
enum RestoreCommand {
  static let spec = CommandSpec(
    verb: "restore",
    summary: "Makes a service's data folder of a backup, and checks every byte.",
    arguments: "BACKUP",
    argumentCount: 1...1,
    options: [
      (
        "Options", [BackupArguments.data, BackupArguments.progress, BackupArguments.json]
      )
    ],
    examples: [
      (
        "avatar-overlay restore backup --data restored",
        "a folder that is not there, or empty; then: avatar-overlay serve --data restored"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let data = try BackupArguments.dataFolder(arguments)
    let restorer = BackupRestorer(of: arguments.positionals[0], to: data)
    let summary = try BackupArguments.run(arguments) { progress in
      try restorer.run(
        isCancelled: { cancellation.isRequested }, progress: progress)
    }
    let contents = BackupArguments.contents(
      entries: summary.entries, bytes: summary.bytes, jobs: summary.jobs)
    StandardStreams.message("\(summary.data): \(contents), as of \(summary.createdAt)")
    if arguments.has("--json") { try StandardStreams.result(IndentedJSON.of(summary)) }
    return .done
  }
}

internal import Foundation
internal import Isolation

/// The command lines of a job's workers.
///
/// They run in the folder of what was sent, where files have the names of the request's parts: what a
/// worker says of them can be told as it is.
struct WorkerArguments {
  let request: JobRequest
  let settings: JobsSettings
  let folder: JobFolder

  /// The render itself: the clip and its sidecar.
  func render() -> [String] {
    ["render"] + shared(options: request.sharedOptions + request.renderOptions) + [
      "--placements=\(work)/\(JobFolder.placements)", "--progress=json",
      "--output=\(work)/\(outputName)",
    ]
  }

  /// The poster: one frame in a picture of its own, with its ground: JPEG keeps no transparency.
  func poster(frame: Int) -> [String] {
    ["snapshot"] + shared(options: request.sharedOptions.filter { $0 != "--overlay-only" }) + [
      "--frame=\(frame)", "--max-size=\(JobRequest.posterSide)",
      "--output=\(work)/\(JobFolder.poster)",
    ]
  }

  /// The look before the job is accepted.
  func probe() -> [String] {
    ["probe"] + recording
      + request.sharedOptions.filter { $0.hasPrefix("--tracking-") || $0 == "--skip-bad-samples" }
  }

  var outputName: String { "output.\(request.container)" }

  /// The worker's own folder, as it knows it.
  private var work: String { "../\(JobFolder.work)" }

  private var recording: [String] {
    ["--video=\(request.media)"] + (request.tracking.map { ["--tracking=\($0)"] } ?? [])
  }

  /// An archive was sent with the recording; anything else is a name that is looked up.
  private func avatar(_ name: String) -> String {
    name.hasSuffix(".zip") ? "./\(name)" : name
  }

  private func shared(options: [String]) -> [String] {
    recording + request.avatars.map { "--avatar=\(avatar($0))" }
      + ["--avatars=\(settings.avatarsFolder)", "--threads=\(request.threads)", "--allow-damaged"]
      + options
  }

  /// The command around such arguments.
  func command(_ arguments: [String], limits: WorkerLimits, writes: Bool) -> WorkerCommand {
    var walls = IsolationLimits()
    walls.memoryBytes = limits.memoryBytes
    walls.cpuSeconds = limits.cpuSeconds
    walls.fileBytes = limits.fileBytes
    // Relative paths, as the messages have them: nobody is told where the service keeps its data.
    walls.readable = [".", settings.avatarsFolder] + settings.readable
    walls.writable = writes ? [work] : []
    walls.parent = ProcessInfo.processInfo.processIdentifier
    return WorkerCommand(
      executable: settings.executable, arguments: arguments,
      folder: folder.path(JobFolder.recording),
      wallSeconds: limits.wallSeconds
    ).isolated(walls, requiresAll: settings.requiresIsolation)
  }
}

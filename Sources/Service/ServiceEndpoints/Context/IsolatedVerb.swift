internal import Foundation
internal import Isolation
internal import MediaPipe
internal import Requests
internal import ServiceConfiguration
internal import Tracker

/// A verb of this program on an untrusted recording, in a process that has sandboxed itself.
struct IsolatedVerb {
  /// The verb.
  var verb: String
  /// What it shall do, which it reads from standard input.
  var request: RenderRequest
  /// Options beside the request.
  var options: [String]
  /// What it may read.
  var readable: [String]
  /// Where it may write.
  var writable: [String]
  /// The folder that it runs in.
  var folder: String
  /// Seconds by the clock.
  var seconds: Double
  /// Bytes of the longest file that it may write.
  var fileBytes: Int
  /// Options of its sandbox other than its limits.
  private(set) var isolation: [String] = []

  init(
    verb: String, request: RenderRequest, options: [String] = [], readable: [String],
    writable: [String] = [], folder: String, seconds: Double, fileBytes: Int = 0
  ) {
    (self.verb, self.request, self.options) = (verb, request, options)
    (self.readable, self.writable, self.folder) = (readable, writable, folder)
    (self.seconds, self.fileBytes) = (seconds, fileBytes)
  }

  /// Lets it track the recording first, for so many seconds more; what was found lies in its folder.
  mutating func track(with tracker: FoundMediaPipe, seconds more: Double) {
    request.tracker.name(tracker, cache: "\(folder)/tracked")
    request.tracker.options = tracker.options
    readable += tracker.files
    seconds += more
    isolation = AutomaticTracking.isolationOptions(seconds: more)
  }

  /// Runs it; gives its standard output.
  ///
  /// - Parameter onLine: told every line of its standard error, on this thread.
  /// - Throws: `WorkerFailure` for whatever keeps it from its end, `IsolationError` where it does not start.
  func run(
    _ settings: ServiceSettings, memoryBytes: Int, cancellation: Cancellation,
    onLine: (String) -> Void = { _ in }
  ) throws -> [UInt8] {
    var limits = IsolationLimits()
    limits.memoryBytes = UInt64(memoryBytes)
    limits.cpuSeconds = UInt64(max(1, (seconds * 4).rounded(.up)))
    limits.fileBytes = UInt64(fileBytes)
    limits.readable = readable
    limits.writable = writable
    limits.parent = ProcessInfo.processInfo.processIdentifier
    var command = WorkerCommand(
      executable: WorkerProcess.ownExecutable, arguments: [verb, "--request=-"] + options,
      folder: folder, wallSeconds: seconds
    ).isolated(
      limits, requiresAll: settings.isolation == .required, options: isolation)
    command.input = Array(request.json.utf8)
    let report = try WorkerProcess.run(command, cancellation: cancellation, onLine: onLine)
    if let failure = report.failure(of: command) { throw failure }
    return report.output
  }
}

internal import Geometry
public import Isolation
public import Tracker
public import Tracking

/// MediaPipe's tasks in a process of their own, which has no network, reaches the library and the
/// models alone, and whose end is a line and never this process's.
///
/// All calls must come from the thread that made it (`WorkerConversation`).
public final class MediaPipeTracker: WorkerTracker {
  /// The tracker, its options and its models.
  public let note: TrackerNote
  private let process: MediaPipeProcess

  /// What its process may use.
  public struct Limits: Hashable, Sendable {
    /// How long a picture may take, or loading the models, in seconds.
    public var patience = 120.0
    /// Memory that the process may write to: at 1280 x 720 all three tasks together take 0.4 GB.
    public var memoryBytes: UInt64 = 4 << 30
    /// Files that it may open at once.
    public var descriptors: UInt64 = 256
    /// Whether it shall not run at all where the kernel lacks a mechanism of its sandbox.
    public var requiresIsolation = false

    /// Makes the limits of the verb `track`.
    public init() {}
  }

  /// Starts the process; that the models are loaded shows with the first picture.
  ///
  /// - Parameters:
  ///   - mode: how pictures follow each other, where the options do not say.
  ///   - isForCloseUps: whether pieces are shown to it: they follow each other in a close-up alone.
  ///   - executable: the tool, whose hidden verb `tracker` the process runs.
  /// - Throws: `MediaPipeError` for options out of their ranges, `IsolationError`.
  public init(
    _ tracker: FoundMediaPipe, mode: TrackingMode, isForCloseUps: Bool = false,
    limits: Limits = Limits(), executable: String = WorkerProcess.ownExecutable,
    cancellation: Cancellation = .ofProgram
  ) throws {
    try tracker.options.check()
    note = tracker.note(mode)
    process = try MediaPipeProcess(
      MediaPipeWorker.name,
      configuration: tracker.configuration(mode, isForCloseUps: isForCloseUps),
      ready: MediaPipeWorker.ready, files: tracker.files, limits: limits, executable: executable,
      cancellation: cancellation)
  }

  /// Whether its process has ended, so that it finds nothing any more.
  public var hasEnded: Bool { process.hasEnded }

  /// States what may end requests from now on, and how many seconds they may take in all; without that
  /// each picture has the patience of the limits, and so has loading the models.
  public func begin(cancellation: Cancellation, seconds: Double) {
    process.begin(cancellation: cancellation, seconds: seconds)
  }

  /// What the tasks find in a picture.
  ///
  /// - Throws: `TrackerError` where the process has ended or says nothing, and `WorkerFailure` where
  ///   it said why.
  public func track(_ picture: TrackerPicture, atMs timeMs: Int) throws -> TrackingSample {
    try track(picture, atMs: timeMs, closeUp: 0)
  }

  /// What the tasks find in a picture of a close-up; number 0 is none.
  public func track(
    _ picture: TrackerPicture, atMs timeMs: Int, closeUp: Int
  ) throws -> TrackingSample {
    try process.greet()
    try process.send([picture.size.width, picture.size.height, timeMs, closeUp], picture.pixels)
    let message = try process.message(upTo: RawResult.mostBytes)
    guard let result = try? RawResult(message: message) else { throw TrackerError.garbled }
    return result.sample(of: picture, atMs: timeMs)
  }

  /// Ends a close-up.
  public func forget(closeUp: Int) throws { try process.send([0, 0, 0, closeUp]) }
}

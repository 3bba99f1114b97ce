internal import Foundation
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
  private let conversation: WorkerConversation
  private let command: WorkerCommand
  private var isReady = false

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
    cancellation: WorkerCancellation = WorkerCancellation()
  ) throws {
    try tracker.options.check()
    let configuration = tracker.configuration(mode, isForCloseUps: isForCloseUps)
    let json = String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self)
    var sandbox = IsolationLimits()
    sandbox.memoryBytes = limits.memoryBytes
    sandbox.descriptors = limits.descriptors
    sandbox.readable = tracker.files
    sandbox.parent = getpid()
    var command = WorkerCommand(
      executable: executable,
      arguments: ["tracker", MediaPipeWorker.name, "--configuration=\(json)"], folder: "/",
      wallSeconds: .infinity
    ).isolated(sandbox, requiresAll: limits.requiresIsolation)
    command.graceSeconds = 10
    self.command = command
    note = tracker.note(mode)
    conversation = try WorkerConversation(
      command, patience: limits.patience, cancellation: cancellation)
  }

  /// Whether its process has ended, so that it finds nothing any more.
  public var hasEnded: Bool { conversation.hasEnded }

  /// Says who may end what is asked from now on, and how many seconds it may take in all; without that
  /// each picture has the patience of the limits, and so has loading the models.
  public func begin(cancellation: WorkerCancellation, seconds: Double) {
    conversation.begin(cancellation: cancellation, seconds: seconds)
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
    do {
      if !isReady { try greet() }
      try send(picture.size.width, picture.size.height, timeMs, closeUp)
      try conversation.send(picture.pixels)
      return try RawResult(message: message()).sample(of: picture, atMs: timeMs)
    } catch let fault as WorkerConversation.Fault {
      throw failure(fault)
    } catch is WireReader.Garbled {
      throw TrackerError.garbled
    }
  }

  /// Ends a close-up.
  public func forget(closeUp: Int) throws {
    do {
      try send(0, 0, 0, closeUp)
    } catch let fault as WorkerConversation.Fault {
      throw failure(fault)
    }
  }

  private func send(_ width: Int, _ height: Int, _ timeMs: Int, _ closeUp: Int) throws {
    var header = WireWriter()
    for number in [width, height, timeMs, closeUp] { header.whole(number) }
    try conversation.send(header.bytes)
  }

  private func greet() throws {
    var reader = WireReader(try message())
    guard try reader.text() == MediaPipeWorker.ready else { throw TrackerError.garbled }
    isReady = true
  }

  private func message() throws -> [UInt8] {
    var reader = WireReader(try conversation.receive(8))
    let count = try reader.whole()
    guard (0...RawResult.mostBytes).contains(count) else { throw TrackerError.garbled }
    return try conversation.receive(count)
  }

  /// Why there is no answer.
  private func failure(_ fault: WorkerConversation.Fault) -> any Error {
    switch fault {
    case .cancelled: return TrackerError.interrupted(kept: nil, frames: 0)
    case .silent(let seconds): return TrackerError.silent(seconds: seconds)
    case .ended: break
    }
    let report = conversation.end()
    switch report.outcome {
    case .crashed(let signal):
      return TrackerError.crashed("was ended by signal \(signal) (\(Self.name(of: signal)))")
    case .finished: return TrackerError.crashed("ended without an answer")
    case .failed(let code, _) where report.reply?.code == nil:
      return TrackerError.crashed("ended with exit code \(code) without saying why")
    default:
      return report.failure(of: command) ?? TrackerError.crashed("ended without an error message")
    }
  }

  private static func name(of signal: Int32) -> String {
    unsafe strsignal(signal).map { unsafe String(cString: $0).lowercased() } ?? "unknown"
  }
}

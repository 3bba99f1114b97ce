internal import Foundation
internal import Isolation
internal import Text
internal import Tracker

/// A process of MediaPipe's library, which has no network, reaches the library and the models alone, and
/// whose end is a line and never this process's.
///
/// It says when its models are loaded; then each message that is sent has its answer. All calls must come from
/// the thread that made it (`WorkerConversation`).
final class MediaPipeProcess {
  private let conversation: WorkerConversation
  private let command: WorkerCommand
  private let ready: String
  private var isReady = false

  /// Starts the process; that the models are loaded shows with the first message.
  ///
  /// - Parameters:
  ///   - worker: what the hidden verb `tracker` knows it by.
  ///   - configuration: what it is started with.
  ///   - ready: what it says once the models are there.
  ///   - files: those that it may read.
  /// - Throws: `IsolationError`.
  init(
    _ worker: String, configuration: some Encodable, ready: String, files: [String],
    limits: MediaPipeTracker.Limits, executable: String, cancellation: Cancellation
  ) throws {
    let json = String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self)
    var sandbox = IsolationLimits()
    sandbox.memoryBytes = limits.memoryBytes
    sandbox.descriptors = limits.descriptors
    sandbox.readable = files
    sandbox.parent = getpid()
    var command = WorkerCommand(
      executable: executable,
      arguments: ["tracker", worker, "--configuration=\(json)"], folder: "/",
      wallSeconds: .infinity
    ).isolated(sandbox, requiresAll: limits.requiresIsolation)
    command.graceSeconds = 10
    (self.command, self.ready) = (command, ready)
    conversation = try WorkerConversation(
      command, patience: limits.patience, cancellation: cancellation)
  }

  /// Whether it has ended, so that it answers nothing any more.
  var hasEnded: Bool { conversation.hasEnded }

  /// As `MediaPipeTracker` has it.
  func begin(cancellation: Cancellation, seconds: Double) {
    conversation.begin(cancellation: cancellation, seconds: seconds)
  }

  /// Sends numbers, and bytes behind them.
  ///
  /// - Throws: `TrackerError` where the process has ended or says nothing, and `WorkerFailure` where
  ///   it said why.
  func send(_ numbers: [Int], _ bytes: [UInt8] = []) throws {
    var header = WireWriter()
    for number in numbers { header.whole(number) }
    try telling { () throws(WorkerConversation.Fault) in
      try conversation.send(header.bytes)
      if !bytes.isEmpty { try conversation.send(bytes) }
    }
  }

  /// The next answer, of at most so many bytes.
  func message(upTo most: Int) throws -> [UInt8] {
    var reader = WireReader(
      try telling { () throws(WorkerConversation.Fault) in try conversation.receive(8) })
    guard let count = try? reader.whole(), (0...most).contains(count) else {
      throw TrackerError.garbled
    }
    return try telling { () throws(WorkerConversation.Fault) in try conversation.receive(count) }
  }

  /// Waits until the models are loaded, once.
  func greet() throws {
    guard !isReady else { return }
    var reader = WireReader(try message(upTo: RawResult.mostBytes))
    guard (try? reader.text()) == ready else { throw TrackerError.garbled }
    isReady = true
  }

  /// Why there is no answer, in place of what the conversation throws.
  private func telling<Result>(
    _ body: () throws(WorkerConversation.Fault) -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ fault: WorkerConversation.Fault) -> any Error {
    switch fault {
    case .cancelled: return TrackerError.interrupted(kept: nil, frames: 0)
    case .silent(let seconds): return TrackerError.silent(seconds: seconds)
    case .ended: break
    }
    let report = conversation.end()
    switch report.outcome {
    case .crashed(let signal):
      return Self.crash("was ended by signal \(signal) (\(Self.name(of: signal)))", report)
    case .finished: return Self.crash("ended without an answer", report)
    case .failed(let code, _) where report.reply?.code == nil:
      return Self.crash("ended with exit code \(code)", report)
    default:
      return report.failure(of: command) ?? Self.crash("ended without an error message", report)
    }
  }

  /// The most lines of the library's that are told, and the most characters of each.
  private static let (toldLines, toldCharacters) = (3, 240)

  /// How the process ended, and what the library said last: why, as a rule, it aborted.
  private static func crash(_ how: String, _ report: WorkerReport) -> TrackerError {
    // Where it aborted comes after why: frames of the stack, and their heading.
    let lines = report.lastLines.filter { line in
      let start = line.drop(while: \.isWhitespace)
      return !start.isEmpty && !["@", "***", "#"].contains(where: start.hasPrefix)
    }
    let words = lines.suffix(toldLines).map { Shown.text($0, upTo: toldCharacters) }
    return .crashed(
      words.isEmpty ? how : "\(how), and said last: \"\(words.joined(separator: " | "))\"")
  }

  private static func name(of signal: Int32) -> String {
    unsafe strsignal(signal).map { unsafe String(cString: $0).lowercased() } ?? "unknown"
  }
}

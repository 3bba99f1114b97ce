internal import CIsolation
internal import Foundation

/// A worker that is fed while it answers: bytes to its standard input, bytes from its standard
/// output, for as long as both like.
///
/// All calls must come from the thread that made it: the kernel kills the worker when that thread
/// ends. A worker that is still there when the value goes is killed. One that ends while it is fed is
/// a `Fault` and no signal: the program need not ignore `SIGPIPE`.
public final class WorkerConversation {
  /// Why a worker takes or gives no more.
  public enum Fault: Error, Hashable, Sendable {
    /// It ended, or closed its streams; `end()` says how it went.
    case ended
    /// It neither took nor gave anything for as long as it may, or took too long in all.
    case silent(seconds: Double)
    /// The caller cancelled it.
    case cancelled
  }

  /// The most bytes of its answers that wait to be asked for; beyond that it has to wait itself.
  public static let maximumWaitingBytes = 16 << 20

  /// How long the worker may neither take nor give anything, in seconds.
  private let patience: Double
  private let command: WorkerCommand
  private let child: iso_child
  private var cancellation: Cancellation
  /// When what is being asked has to be answered, and how long that was in seconds.
  private var limit: (deadline: ContinuousClock.Instant, seconds: Double)?
  private var input: Int32
  private var received: [UInt8] = []
  private let streams: ChildStreams
  private var ending: iso_ending?

  /// Starts a command.
  ///
  /// Its `input`, and how long it may take as a whole, are not looked at.
  ///
  /// - Parameters:
  ///   - patience: how long it may neither take nor give anything, in seconds.
  ///   - onLine: told every line of standard error, on the calling thread.
  /// - Throws: `IsolationError.cannotStart`.
  public init(
    _ command: WorkerCommand, patience: Double,
    cancellation: Cancellation = Cancellation(),
    onLine: @escaping (String) -> Void = { _ in }
  ) throws(IsolationError) {
    var ends: [Int32] = [-1, -1]
    let error = unsafe iso_feeding_pipe(&ends)
    guard error == 0 else {
      throw .cannotStart(
        path: command.executable, reason: unsafe String(cString: strerror(error)))
    }
    defer { close(ends[0]) }
    do {
      child = try WorkerProcess.start(command, input: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    (self.command, self.patience, self.cancellation) = (command, patience, cancellation)
    input = ends[1]
    streams = ChildStreams(child, onLine: onLine)
  }

  deinit {
    if ending == nil {
      kill(-child.process, SIGKILL)
      reap(waiting: true)
    }
    closeInput()
  }

  /// States what may end requests to the worker from now on, and how long they may take in all.
  ///
  /// - Parameter seconds: however much it says meanwhile; nil for as long as it says something.
  public func begin(cancellation: Cancellation, seconds: Double? = nil) {
    self.cancellation = cancellation
    limit = seconds.map { (ContinuousClock.now + .seconds($0), $0) }
  }

  /// Gives the worker bytes; what it answers meanwhile is kept.
  public func send(_ bytes: [UInt8]) throws(Fault) {
    var sent = 0
    var last = ContinuousClock.now
    while sent < bytes.count {
      let before = (sent, received.count)
      try wait(sending: true, since: last)
      guard input >= 0 else { throw .ended }
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe iso_write(input, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno != EAGAIN, errno != EINTR {
        throw .ended
      }
      if before != (sent, received.count) { last = .now }
    }
  }

  /// The next bytes that the worker writes: exactly so many.
  public func receive(_ count: Int) throws(Fault) -> [UInt8] {
    var last = ContinuousClock.now
    while received.count < count {
      guard !streams.closed.contains(child.output) else { throw .ended }
      let before = received.count
      try wait(sending: false, since: last)
      if received.count > before { last = .now }
    }
    let result = Array(received.prefix(count))
    received.removeFirst(count)
    return result
  }

  /// Tells the worker that nothing more comes, waits until it ends, and says how it went.
  ///
  /// One that does not end by itself within its grace is killed.
  public func end() -> WorkerReport {
    closeInput()
    let deadline = ContinuousClock.now + .seconds(command.graceSeconds)
    var wasKilled = false
    while ending == nil {
      poll(input: -1, milliseconds: 20)
      read()
      reap(waiting: false)
      if ending == nil, !wasKilled, ContinuousClock.now >= deadline {
        kill(-child.process, SIGKILL)
        wasKilled = true
      }
    }
    read()
    streams.endLines()
    let raw = ending ?? iso_ending()
    let outcome = WorkerReport.Outcome(raw, lastLine: streams.words.last)
    return WorkerReport(
      outcome: wasKilled ? .timedOut : outcome, isolation: streams.words.isolation,
      reply: streams.reply, output: [], cpuSeconds: raw.cpu_seconds,
      peakBytes: raw.peak_bytes, lastLines: streams.words.lines)
  }

  /// Whether the worker has ended, which is found out by this call alone.
  public var hasEnded: Bool {
    if ending == nil { reap(waiting: false) }
    return ending != nil
  }

  // MARK: - Waiting and reading

  /// Waits until the worker takes or gives something, and takes what it gives.
  private func wait(
    sending: Bool, since last: ContinuousClock.Instant
  ) throws(Fault) {
    if cancellation.isRequested { throw .cancelled }
    poll(input: sending ? input : -1, milliseconds: pause)
    read()
    if cancellation.isRequested { throw .cancelled }
    let now = ContinuousClock.now
    if now - last > .seconds(patience) { throw .silent(seconds: patience) }
    if let limit, now >= limit.deadline { throw .silent(seconds: limit.seconds) }
  }

  /// How long to wait before looking at the clock again: a second, or until all has to be done.
  private var pause: Int32 {
    guard let limit else { return 1000 }
    let left = (limit.deadline - .now) / .milliseconds(1)
    return Int32(min(max(left.rounded(.up), 1), 1000))
  }

  private func poll(input: Int32, milliseconds: Int32) {
    var polled = streams.polled([
      child.output, child.error, child.reply, cancellation.descriptor,
    ])
    if cancellation.isRequested { polled[3].fd = -1 }
    polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    let isSpeechless = streams.closed.isSuperset(of: [child.output, child.error, child.reply])
    // One that closed its streams is about to end.
    let longest = isSpeechless ? min(milliseconds, 5) : milliseconds
    _ = unsafe Foundation.poll(&polled, nfds_t(polled.count), longest)
  }

  private func read() {
    streams.read(takesOutput: received.count < Self.maximumWaitingBytes) { received += $0 }
  }

  private func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  private func reap(waiting: Bool) {
    var raw = iso_ending()
    var error: Int32
    repeat {
      error = unsafe iso_reap(child.process, &raw)
      if error == EAGAIN, waiting { usleep(1000) }
    } while error == EAGAIN && waiting
    if error != EAGAIN { ending = raw }
  }
}

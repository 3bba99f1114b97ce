internal import CIsolation
internal import Foundation
internal import Problems

/// Runs a program in a process of its own, from its start to its end.
public enum WorkerProcess {
  /// Runs a command; the calling thread waits until it ends.
  ///
  /// It has to wait: the kernel kills the worker when the *thread* that started it ends, so a thread
  /// that went on to other things, and away, would take the worker with it.
  ///
  /// - Parameter onLine: told every line of standard error, on the calling thread.
  /// - Throws: `IsolationError.cannotStart`.
  public static func run(
    _ command: WorkerCommand, cancellation: Cancellation = Cancellation(),
    onLine: (String) -> Void = { _ in }
  ) throws(IsolationError) -> WorkerReport {
    let child = try start(command)
    return withoutActuallyEscaping(onLine) { onLine in
      RunningWorker(child, command, cancellation, onLine: onLine).run()
    }
  }

  /// This program's own executable, as it was called at the first use.
  ///
  /// One that an update has replaced since is "... (deleted)" to the kernel, which starts nothing.
  public static let ownExecutable: String = {
    let link = "/proc/self/exe"
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? link
  }()

  private static func start(_ command: WorkerCommand) throws(IsolationError) -> iso_child {
    let input = try input(command)
    defer { if input >= 0 { close(input) } }
    return try start(command, input: input)
  }

  /// Starts a command that reads from a descriptor, or nothing where that is negative.
  static func start(
    _ command: WorkerCommand, input: Int32
  ) throws(IsolationError) -> iso_child {
    var child = iso_child()
    let environment = command.environment.map { "\($0.key)=\($0.value)" }.sorted()
    let error = unsafe CStrings.with([command.executable] + command.arguments) { arguments in
      unsafe CStrings.with(environment) { environment in
        unsafe iso_spawn(
          command.executable, arguments.baseAddress, environment.baseAddress, command.folder,
          input, &child)
      }
    }
    guard error == 0 else {
      throw .cannotStart(
        path: command.executable, reason: unsafe String(cString: strerror(error)))
    }
    return child
  }

  /// What a command reads, as a descriptor; negative where it reads nothing.
  private static func input(_ command: WorkerCommand) throws(IsolationError) -> Int32 {
    guard let bytes = command.input else { return -1 }
    var descriptor: Int32 = -1
    let error = unsafe iso_bytes(bytes, bytes.count, &descriptor)
    guard error == 0 else {
      throw .cannotStart(
        path: command.executable, reason: unsafe String(cString: strerror(error)))
    }
    return descriptor
  }
}

/// A worker between its start and its end.
private final class RunningWorker {
  private let child: iso_child
  private let command: WorkerCommand
  private let cancellation: Cancellation
  private let streams: ChildStreams
  private var output: [UInt8] = []
  private var wroteTooMuch = false
  private var ending: Ending?
  private let deadline: ContinuousClock.Instant
  private var killAt: ContinuousClock.Instant?

  /// Why it is being ended.
  private enum Ending { case cancelled, timedOut, wroteTooMuch }

  init(
    _ child: iso_child, _ command: WorkerCommand, _ cancellation: Cancellation,
    onLine: @escaping (String) -> Void
  ) {
    (self.child, self.command, self.cancellation) = (child, command, cancellation)
    streams = ChildStreams(child, onLine: onLine)
    deadline = .now + .seconds(command.wallSeconds)
  }

  func run() -> WorkerReport {
    while true {
      wait()
      read()
      endIfDue()
      var raw = iso_ending()
      let error = unsafe iso_reap(child.process, &raw)
      if error == EAGAIN { continue }
      // What it left in the pipes, but not what a process that it started may still write.
      read()
      streams.endLines()
      return WorkerReport(
        outcome: error == 0 ? outcome(raw) : .crashed(signal: 0),
        isolation: streams.words.isolation,
        reply: streams.reply, output: output, cpuSeconds: raw.cpu_seconds,
        peakBytes: raw.peak_bytes, lastLines: streams.words.lines)
    }
  }

  /// Waits until something happens or falls due.
  private func wait() {
    let due = [deadline, killAt].compactMap(\.self).min() ?? deadline
    let left = max(.zero, due - .now)
    // A kernel without process descriptors is asked again and again.
    let longest = Duration.milliseconds(child.end >= 0 ? 1000 : 20)
    // A request that is known already need not wake the thread again.
    let request = ending == nil ? cancellation.descriptor : -1
    // After a stream that was closed the process's end follows, as a rule at once.
    var polled = streams.polled([child.output, child.error, child.reply, child.end, request])
    let milliseconds = min(left, longest) / .milliseconds(1)
    _ = unsafe poll(&polled, nfds_t(polled.count), Int32(milliseconds.rounded(.up)))
  }

  private func read() {
    streams.read { bytes in
      output += bytes.prefix(WorkerCommand.maximumOutputBytes - output.count)
      if bytes.count > 0, output.count == WorkerCommand.maximumOutputBytes { wroteTooMuch = true }
    }
  }

  private func endIfDue() {
    if let killAt {
      if ContinuousClock.now >= killAt { send(SIGKILL) }
      return
    }
    if wroteTooMuch {
      end(.wroteTooMuch, patience: 0)
    } else if cancellation.isRequested {
      end(.cancelled, patience: command.graceSeconds)
    } else if ContinuousClock.now >= deadline {
      end(.timedOut, patience: command.graceSeconds)
    }
  }

  private func end(_ reason: Ending, patience: Double) {
    ending = reason
    if patience > 0 { send(SIGTERM) }
    killAt = .now + .seconds(patience)
  }

  /// To the whole group: the worker is not waited for yet, so the number is still its own.
  private func send(_ signal: Int32) {
    kill(-child.process, signal)
  }

  private func outcome(_ raw: iso_ending) -> WorkerReport.Outcome {
    if raw.exit_code == 0, ending != .wroteTooMuch { return .finished }
    switch ending {
    case .cancelled: return .cancelled
    case .timedOut: return .timedOut
    case .wroteTooMuch:
      return .failed(
        exitCode: ExitCode.internalError.rawValue,
        line: "it wrote more output than the limit allows")
    case nil: break
    }
    return WorkerReport.Outcome(raw, lastLine: streams.words.last)
  }
}

extension WorkerReport.Outcome {
  /// How a process ended that this program did not end.
  init(_ raw: iso_ending, lastLine: String) {
    if raw.exit_code == 0 {
      self = .finished
    } else if raw.signal == SIGXCPU {
      self = .cpuTime
    } else if raw.exit_code == Int32(iso_exit_without_memory) {
      self = .memory
    } else {
      self =
        raw.signal != 0
        ? .crashed(signal: raw.signal) : .failed(exitCode: raw.exit_code, line: lastLine)
    }
  }
}

internal import CIsolation

/// A program to run in a process of its own.
public struct WorkerCommand: Sendable {
  /// The executable; no shell comes near it.
  public var executable: String
  /// Its arguments, without its own name.
  public var arguments: [String]
  /// The folder it runs in, from which its relative paths are read.
  public var folder: String
  /// Nothing is inherited beside it.
  public var environment: [String: String] = Self.cleanEnvironment
  /// What it reads from standard input; nil for nothing.
  public var input: [UInt8]?
  /// What it may use and reach, where it is isolated.
  public private(set) var limits: IsolationLimits?
  /// How long it may take by the clock, in seconds.
  public var wallSeconds: Double
  /// How long it may take to end by itself when it is asked to, in seconds; after that it is killed.
  public var graceSeconds = 0.5

  /// Nothing of this process's environment, which may hold secrets: only that texts are UTF-8, and
  /// that the Swift runtime writes no back trace, for which it would start a program.
  public static let cleanEnvironment = [
    "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
  ]

  /// The most bytes of standard output that are kept; a program that writes more is killed.
  public static let maximumOutputBytes = 256 * 1024
  /// The most bytes of a line of standard error that are kept; the rest of the line is dropped.
  public static let maximumLineBytes = 4096
  /// The most lines of standard error that are told; the rest is read and dropped.
  public static let maximumLines = 100_000

  /// Makes a command.
  public init(executable: String, arguments: [String], folder: String, wallSeconds: Double) {
    (self.executable, self.arguments) = (executable, arguments)
    (self.folder, self.wallSeconds) = (folder, wallSeconds)
  }

  /// The command inside `avatar-overlay isolated`.
  ///
  /// - Parameters:
  ///   - requiresAll: whether it shall not run at all where the kernel lacks a mechanism.
  ///   - options: what else is said to `isolated` itself.
  public func isolated(
    _ limits: IsolationLimits, requiresAll: Bool, options: [String] = []
  ) -> WorkerCommand {
    var words = ["isolated", "--reply-fd=\(iso_reply_descriptor)"]
    func add(_ name: String, _ value: UInt64) {
      if value > 0 { words.append("\(name)=\(value)") }
    }
    add("--memory-mb", (limits.memoryBytes + (1 << 20) - 1) >> 20)
    add("--cpu-seconds", limits.cpuSeconds)
    add("--file-mb", (limits.fileBytes + (1 << 20) - 1) >> 20)
    add("--open-files", limits.descriptors)
    words += limits.readable.map { "--read=\($0)" } + limits.writable.map { "--write=\($0)" }
    if let parent = limits.parent { words.append("--parent=\(parent)") }
    if requiresAll { words.append("--require-all") }
    var command = self
    command.limits = limits
    command.arguments = words + options + ["--"] + arguments
    return command
  }
}

/// How a worker's run went.
public struct WorkerReport: Hashable, Sendable {
  /// How it ended.
  public enum Outcome: Hashable, Sendable {
    /// It did what it should.
    case finished
    /// It said that it cannot; its exit code, and the last line on standard error, for logs.
    case failed(exitCode: Int32, line: String)
    /// A signal ended it that this program did not send.
    case crashed(signal: Int32)
    /// It asked for more memory than it may have.
    case memory
    /// It took more processor time than it may.
    case cpuTime
    /// It took longer by the clock than it may.
    case timedOut
    /// The caller cancelled it.
    case cancelled
  }

  /// How it ended.
  public var outcome: Outcome
  /// Which sandbox mechanisms were in force; nil where it ended before it reported them.
  public var isolation: IsolationReport?
  /// What it said of its work; nil where it said nothing that is a reply.
  public var reply: WorkerReply?
  /// Its standard output, up to `WorkerCommand.maximumOutputBytes`.
  public var output: [UInt8]
  /// The processor time that it took, in seconds.
  public var cpuSeconds: Double
  /// The most memory that it held, in bytes.
  public var peakBytes: UInt64
  /// What it said last on standard error, a line each, in its order; untrusted, and up to `mostLastLines`.
  public var lastLines: [String] = []

  /// The most of its last lines that are kept: a library that aborts prints where it did, after why.
  public static let mostLastLines = 32
}

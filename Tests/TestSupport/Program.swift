import Foundation
import Testing

/// A program that runs beside the tests: the product itself, or one to check it against.
public struct Program: Sendable {
  /// How a run ended, and what it said.
  public struct Outcome: Sendable {
    /// The exit code; nil where a signal ended the process.
    public var exitCode: Int32?
    /// What it wrote to standard output.
    public var output: Data
    /// What it wrote to standard error.
    public var error: String

    /// Standard error's lines.
    public var errorLines: [String] {
      error.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The executable.
  public let path: String

  /// Makes the program of an executable.
  public init(path: String) {
    self.path = path
  }

  /// Finds a program where the shell would.
  public init(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    path = paths.first(where: FileManager.default.isExecutableFile) ?? name
  }

  /// FFmpeg's tool, which makes clips and is a second opinion on decoding.
  public static let ffmpeg = Program(named: "ffmpeg")
  /// FFmpeg's tool that tells what is in a file.
  public static let ffprobe = Program(named: "ffprobe")
  /// Debian's own Python, where it is: what stands before it on PATH may take ten times as long to start.
  public static let python =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    ? Program(path: "/usr/bin/python3") : Program(named: "python3")
  /// The shell, for what only it can set up: limits and closed streams.
  public static let shell = Program(path: "/bin/sh")

  /// The product's executable: it lies beside the test bundle, whatever the configuration.
  public static let product = Program(
    path: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "avatar-overlay").path)

  /// Runs the program to its end.
  public func run(
    _ arguments: [String], in folder: ScratchFolder? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    func run() throws -> Outcome {
      try start(arguments, in: folder, environment: environment).end()
    }
    guard path == Self.ffmpeg.path, environment.isEmpty else { return try run() }
    return try MadeClips.outcome(of: FrameTags.told(arguments), run: run)
  }

  /// Starts the program, for tests that meddle with it while it runs; without a folder, in this one.
  ///
  /// Standard output goes to a file, which never fills up; standard error is a pipe that must be
  /// read, as `RunningProgram` does.
  public func start(
    _ arguments: [String], in folder: ScratchFolder? = nil, environment: [String: String] = [:]
  ) throws -> RunningProgram {
    let streams = try ScratchFolder()
    let child = try ChildProcess(
      path, path == Self.ffmpeg.path ? FrameTags.told(arguments) : arguments,
      in: folder?.url.path, environment: environment, output: streams.path("out"))
    return RunningProgram(child, streams: streams)
  }

  /// Runs a program that must succeed, and gives its standard output.
  @discardableResult
  public func succeed(
    _ arguments: [String], in folder: ScratchFolder? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Data {
    let outcome = try run(arguments, in: folder)
    try #require(
      outcome.exitCode == 0, "\(path) \(arguments.joined(separator: " ")): \(outcome.error)",
      sourceLocation: sourceLocation)
    return outcome.output
  }
}

/// A program that was started.
///
/// It is ended with this, if it has not come to its end before.
public final class RunningProgram {
  private let child: ChildProcess
  private let streams: ScratchFolder
  private var error = Data()

  init(_ child: ChildProcess, streams: ScratchFolder) {
    (self.child, self.streams) = (child, streams)
  }

  /// Waits until standard error holds a text; false where the program ends without it.
  public func waitForError(containing text: String) -> Bool {
    while error.firstRange(of: Data(text.utf8)) == nil {
      let more = child.availableError()
      if more.isEmpty { return false }
      error += more
    }
    return true
  }

  /// What standard error has said as far as it was waited for.
  public var errorText: String { String(decoding: error, as: UTF8.self) }

  /// The process's number.
  public var processIdentifier: Int32 { child.number }

  /// Lets the program go on to its own end without this, which otherwise ends it.
  public func letGo() { child.endsByItself = true }

  /// The signal that ended it, once it has come to its end.
  public var signal: Int32? { child.signal }

  /// Whether it has not come to its end.
  public var isRunning: Bool { child.isRunning }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(child.number, signal) }

  /// Waits for the end.
  public func end() throws -> Program.Outcome {
    while case let more = child.availableError(), !more.isEmpty { error += more }
    let exitCode = child.wait()
    return Program.Outcome(
      exitCode: exitCode, output: Data(try streams.bytes("out")),
      error: String(decoding: error, as: UTF8.self))
  }
}

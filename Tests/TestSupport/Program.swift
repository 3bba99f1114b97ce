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
    try start(arguments, in: folder, environment: environment).end()
  }

  /// Starts the program, for tests that meddle with it while it runs; without a folder, in this one.
  ///
  /// Standard output goes to a file, which never fills up; standard error is a pipe that must be
  /// read, as `RunningProgram` does.
  public func start(
    _ arguments: [String], in folder: ScratchFolder? = nil, environment: [String: String] = [:]
  ) throws -> RunningProgram {
    let streams = try ScratchFolder()
    let process = Process()
    let error = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = path == Self.ffmpeg.path ? FrameTags.told(arguments) : arguments
    if let folder { process.currentDirectoryURL = folder.url }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = try FileHandle(forWritingTo: URL(filePath: streams.write("", to: "out")))
    process.standardOutput = output
    process.standardError = error
    // The program has its own descriptor of it. `Process` is kept by the run loop of this thread, for good
    // where that does not run again, and with it every handle that it was given.
    defer { try? output.close() }
    try process.run()
    return RunningProgram(process: process, streams: streams, error: error.fileHandleForReading)
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
/// Whoever lets go of it without waiting for its end does not hear what it writes to standard error.
public final class RunningProgram {
  private let process: Process
  private let streams: ScratchFolder
  private let errorHandle: FileHandle
  private var error = Data()

  init(process: Process, streams: ScratchFolder, error: FileHandle) {
    (self.process, self.streams, errorHandle) = (process, streams, error)
  }

  // `Process` may keep the handle for good.
  deinit { try? errorHandle.close() }

  /// Waits until standard error holds a text; false where the program ends without it.
  public func waitForError(containing text: String) -> Bool {
    while error.firstRange(of: Data(text.utf8)) == nil {
      let more = errorHandle.availableData
      if more.isEmpty { return false }
      error += more
    }
    return true
  }

  /// What standard error has said as far as it was waited for.
  public var errorText: String { String(decoding: error, as: UTF8.self) }

  /// The process's number.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Sends a signal.
  public func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits for the end.
  public func end() throws -> Program.Outcome {
    error += try errorHandle.readToEnd() ?? Data()
    process.waitUntilExit()
    return Program.Outcome(
      exitCode: process.terminationReason == .exit ? process.terminationStatus : nil,
      output: Data(try streams.bytes("out")), error: String(decoding: error, as: UTF8.self))
  }
}

import Foundation
import Isolation
import Problems
import Synchronization
import TestSupport
import Testing

/// Real processes: the shell, which does what it is told.
@Suite(.mostlyWaiting) struct WorkerProcessTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func shell(_ script: String, wallSeconds: Double = 20) -> WorkerCommand {
    WorkerCommand(
      executable: "/bin/sh", arguments: ["-c", script], folder: folder.url.path,
      wallSeconds: wallSeconds)
  }

  @Test func `a worker that ends well has finished, with what it wrote`() throws {
    var lines: [String] = []
    let report = try WorkerProcess.run(
      shell("pwd; echo one >&2; printf 'two\\003\\n\\nthree' >&2")
    ) { lines.append($0) }
    #expect(report.outcome == .finished)
    #expect(
      String(decoding: report.output, as: UTF8.self).hasSuffix(folder.url.lastPathComponent + "\n"))
    #expect(lines == ["one", "two ", "three"])
    #expect(report.peakBytes > 100_000)
  }

  @Test func `a worker that fails tells its exit code and last word`() throws {
    let report = try WorkerProcess.run(shell("echo first >&2; echo last >&2; exit 65"))
    #expect(report.outcome == .failed(exitCode: 65, line: "last"))
  }

  /// What is written where the reply belongs, as a worker that an attacker took over might; and what
  /// is taken from it: nil for no reply at all.
  private static let replies: [(written: String, code: ProblemCode?, detail: String?)] = [
    (#"{"code":"bad_tracking","detail":"line 2","place":"tracking"}"#, .badTracking, "line 2"),
    (#"{"code":"bad_tracking","detail":"a\u0007\nb","place":null}"#, .badTracking, "a  b"),
    (#"{"code":"no_such_code","detail":"x","place":null}"#, .internal, "x"),
    (#"{"code":"missing_credentials","detail":"x","place":null}"#, .internal, "x"),
    (#"{"code":null,"detail":"","place":null}"#, nil, ""),
    (#"{"code":7,"detail":"x","place":null}"#, nil, nil),
    (#"{"code":"bad_tracking","detail":"x"}"#, nil, nil),
    (#"{"code":"bad_tracking","detail":"x","place":null,"more":"y"}"#, nil, nil),
    (#"[1]"#, nil, nil), ("error: no JSON", nil, nil), ("", nil, nil),
  ]

  @Test(arguments: replies.indices)
  func `a reply is read strictly, whatever was written`(index: Int) throws {
    let (written, code, detail) = Self.replies[index]
    try folder.write(written + "\n", to: "reply")
    let command = shell("cat reply >&3; exit 65")
    let report = try WorkerProcess.run(command)
    #expect(report.reply?.code == code)
    #expect(report.reply?.detail == detail)
    let failure = report.failure(of: command)
    #expect(failure?.problemCode == code ?? .internal)
    #expect(failure?.problemPlace == (index == 0 ? .tracking : nil))
  }

  @Test func `a reply of just so many bytes is read, and a longer one is none`() throws {
    let whole = #"{"code":"bad_recording","detail":"x","place":null}"#
    for (count, isRead) in [
      (WorkerReply.maximumBytes, true), (WorkerReply.maximumBytes + 1, false), (1 << 22, false),
    ] {
      try folder.write(whole + String(repeating: " ", count: count - whole.utf8.count), to: "reply")
      let report = try WorkerProcess.run(shell("cat reply >&3; exit 65"))
      #expect((report.reply?.code == .badRecording) == isRead, "\(count)")
      #expect(report.outcome == .failed(exitCode: 65, line: ""))
    }
    let long = WorkerReply(code: .internal, detail: String(repeating: "\"", count: 9000))
    #expect(long.detail.utf8.count == WorkerReply.maximumDetailBytes)
    #expect(WorkerReply(json: long.json) == long)
  }

  @Test func `what ended a worker counts, whatever it said`() throws {
    try folder.write(#"{"code":"bad_recording","detail":"x","place":null}"#, to: "reply")
    let crash = shell("cat reply >&3; kill -SEGV $$; sleep 9")
    #expect(try WorkerProcess.run(crash).failure(of: crash)?.problemCode == .workerCrashed)
    let slow = shell("cat reply >&3; sleep 60", wallSeconds: 1)
    #expect(try WorkerProcess.run(slow).failure(of: slow)?.problemCode == .timeLimit)
    let good = shell("cat reply >&3")
    #expect(try WorkerProcess.run(good).failure(of: good) == nil)
  }

  @Test(arguments: [0, 5, 300_000])
  func `a worker reads from standard input what it is given, and cannot change it`(
    count: Int
  ) throws {
    var command = shell("wc -c; echo more 2>/dev/null >&0 || echo sealed")
    command.input = [UInt8](repeating: 0x61, count: count)
    let report = try WorkerProcess.run(command)
    #expect(String(decoding: report.output, as: UTF8.self) == "\(count)\nsealed\n")
  }

  @Test(arguments: [SIGKILL, SIGSEGV, SIGABRT])
  func `a worker that a signal ends has crashed`(signal: Int32) throws {
    #expect(
      try WorkerProcess.run(shell("kill -\(signal) $$; sleep 9")).outcome
        == .crashed(signal: signal))
  }

  @Test func `a worker that takes too long is ended, and what it started too`() throws {
    // The grandchild would live on for a minute, and holds the streams open.
    let report = try WorkerProcess.run(
      shell("trap '' TERM; sleep 61 & echo $! > pid; wait; sleep 61", wallSeconds: 2))
    #expect(report.outcome == .timedOut)
    let grandchild = try #require(
      Int32(String(decoding: folder.bytes("pid"), as: UTF8.self).filter(\.isNumber)))
    #expect(isGone(grandchild))
  }

  /// Whether a process has ended; the process that adopted it may not have taken its ending yet.
  private func isGone(_ process: Int32) -> Bool {
    eventually {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return status == nil || status?.contains(") Z ") == true
    }
  }

  @Test(arguments: ["", "trap '' TERM; "])
  func `a worker that is cancelled ends, whether it listens or not`(start: String) throws {
    let cancellation = Cancellation()
    let report = try WorkerProcess.run(
      shell("\(start)echo ready >&2; while :; do sleep 0.05; done"), cancellation: cancellation
    ) { if $0 == "ready" { cancellation.request() } }
    #expect(report.outcome == .cancelled)
  }

  @Test func `a request that was made before the start counts`() throws {
    let cancellation = Cancellation()
    cancellation.request()
    #expect(
      try WorkerProcess.run(shell("sleep 60"), cancellation: cancellation).outcome == .cancelled)
  }

  @Test func `a program that is not there cannot be started`() {
    let command = WorkerCommand(
      executable: "/nowhere/at-all", arguments: [], folder: "/", wallSeconds: 1)
    #expect(throws: IsolationError.self) { try WorkerProcess.run(command) }
  }

  @Test func `lines and output without end are cut, and the worker that writes them is ended`()
    throws
  {
    var longest = 0
    let line = try WorkerProcess.run(shell("head -c 100000 /dev/zero | tr '\\0' x >&2")) {
      longest = max(longest, $0.utf8.count)
    }
    #expect(line.outcome == .finished)
    #expect(longest == WorkerCommand.maximumLineBytes)
    let flood = try WorkerProcess.run(shell("cat /dev/zero"))
    #expect(flood.output.count == WorkerCommand.maximumOutputBytes)
    guard case .failed(70, _) = flood.outcome else {
      Issue.record("\(flood.outcome)")
      return
    }
  }

  @Test func `a worker inherits no descriptor, no environment and no blocked signal`() throws {
    let secret = open(folder.path("open"), O_RDWR | O_CREAT, 0o600)
    #expect(secret >= 0)
    defer { close(secret) }
    setenv("TEST_SECRET_OF_THE_PARENT", "x", 1)
    let report = try WorkerProcess.run(
      shell("env; ls -l /proc/self/fd; grep SigBlk /proc/self/status; readlink /proc/self/fd/0"))
    let text = String(decoding: report.output, as: UTF8.self)
    #expect(!text.contains("TEST_SECRET_OF_THE_PARENT"))
    #expect(!text.contains(folder.path("open")))
    #expect(text.contains("SigBlk:\t0000000000000000"))
    #expect(text.hasSuffix("/dev/null\n"))
  }

  @Test func `many workers from many threads leave no zombie`() throws {
    let codes = Mutex<Set<Int32>>([])
    let folder = folder.url.path
    DispatchQueue.concurrentPerform(iterations: 24) { number in
      let command = WorkerCommand(
        executable: "/bin/sh", arguments: ["-c", "exit \(number)"], folder: folder, wallSeconds: 20)
      switch (try? WorkerProcess.run(command))?.outcome {
      case .finished: codes.withLock { _ = $0.insert(0) }
      case .failed(let code, _): codes.withLock { _ = $0.insert(code) }
      default: break
      }
    }
    #expect(codes.withLock { $0 } == Set(0..<24))
  }

  @Test func `a request that finds no free descriptor closes no other file`() throws {
    try OwnProcess.run { _ in
      // Two are free: the pipe is made, and its first end finds no place above the standard streams.
      // All others are taken, whichever of them the process was born with.
      var limit = rlimit(rlim_cur: 256, rlim_max: 256)
      guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(1) }
      var held: [Int32] = []
      while case let descriptor = dup(0), descriptor >= 0 { held.append(descriptor) }
      guard held.count >= 2 else { exit(4) }
      for descriptor in held.suffix(2) { close(descriptor) }
      var request: Cancellation? = Cancellation()
      _ = request?.descriptor
      // Other files get the numbers that were given back.
      let others = [dup(0), dup(0)]
      guard !others.contains(-1) else { exit(2) }
      request?.request()
      request = nil
      exit(others.allSatisfy { fcntl($0, F_GETFD) >= 0 } ? 0 : 3)
    }
  }
}

import Foundation
import Isolation
import TestSupport
import Testing

/// Writing without a reader, in programs that do not ignore SIGPIPE, as a library's users need not.
@Suite struct BrokenPipeTests {
  /// That the signal would end such a program: without this the other tests prove nothing.
  @Test func `a plain write ends a program that does not ignore the signal`() throws {
    try OwnProcess.run(endingWith: .signal(SIGPIPE)) { _ in
      Self.restoreSignal()
      _ = write(Self.brokenPipe(), "x", 1)
    }
  }

  @Test func `a worker that ends while it is fed is a fault and no death`() throws {
    try OwnProcess.run { _ in
      Self.restoreSignal()
      let deaf = try WorkerConversation(
        WorkerCommand(
          executable: "/bin/sh", arguments: ["-c", "exec <&-; echo x; sleep 0.2; exit 3"],
          folder: "/", wallSeconds: 20), patience: 20)
      #expect(throws: WorkerConversation.Fault.ended) {
        try deaf.send([UInt8](repeating: 0, count: 8 << 20))
      }
      #expect(deaf.end().outcome == .failed(exitCode: 3, line: ""))
    }
  }

  @Test func `an output without a reader is false and no death`() throws {
    try OwnProcess.run { _ in
      Self.restoreSignal()
      #expect(!BlockingOutput.write([1, 2, 3], to: Self.brokenPipe()))
      // The signal is as before: it is neither blocked nor pending.
      #expect(!Self.isBlocked && !Self.isPending)
    }
  }

  @Test func `a program that blocks the signal finds it as it was`() throws {
    try OwnProcess.run { _ in
      Self.restoreSignal()
      var broken = Self.brokenSignal
      pthread_sigmask(SIG_BLOCK, &broken, nil)
      #expect(!BlockingOutput.write([1], to: Self.brokenPipe()))
      #expect(Self.isBlocked && !Self.isPending)
      // One of its own, which it means to look at later.
      raise(SIGPIPE)
      #expect(!BlockingOutput.write([1], to: Self.brokenPipe()))
      #expect(Self.isBlocked && Self.isPending)
    }
  }

  @Test func `what is read is written as by any other write`() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(BlockingOutput.write([7, 8, 9], to: ends[1]))
    var read = [UInt8](repeating: 0, count: 4)
    #expect(Foundation.read(ends[0], &read, 4) == 3 && read == [7, 8, 9, 0])
  }

  // MARK: - Signals and pipes

  private static var brokenSignal: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    return signals
  }

  /// Lets the signal end this process, whatever it was born with.
  private static func restoreSignal() {
    signal(SIGPIPE, SIG_DFL)
    var broken = brokenSignal
    pthread_sigmask(SIG_UNBLOCK, &broken, nil)
  }

  private static var isBlocked: Bool {
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    return sigismember(&blocked, SIGPIPE) == 1
  }

  private static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGPIPE) == 1
  }

  /// A pipe's writing end without a reading one.
  private static func brokenPipe() -> Int32 {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    return ends[1]
  }
}

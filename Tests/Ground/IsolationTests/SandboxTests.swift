import Foundation
import Isolation
import TestSupport
import Testing

/// The sandbox mechanisms from within: each test sandboxes a process of its own and tries to get out.
@Suite struct SandboxTests {
  /// Sandboxes the process, as far as one with threads can be, and gives what is in force.
  private static func enter() throws -> IsolationReport {
    var limits = IsolationLimits()
    limits.parent = 0
    limits.memoryBytes = 1 << 32
    return try ProcessIsolation.enter(limits)
  }

  @Test func `no socket of any kind is to be had`() throws {
    try OwnProcess.run { _ in
      guard try Self.enter().systemCalls.isInForce else { exit(0) }
      for family in [AF_INET, AF_INET6, AF_UNIX, AF_NETLINK] {
        for type in [SOCK_STREAM, SOCK_DGRAM, SOCK_RAW] {
          let made = socket(family, Int32(type.rawValue), 0)
          guard made == -1, errno == EACCES else { exit(1) }
        }
      }
      var pair: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == -1 else { exit(2) }
      exit(0)
    }
  }

  @Test func `no other program can be started, and no other process reached`() throws {
    try OwnProcess.run { _ in
      guard try Self.enter().systemCalls.isInForce else { exit(0) }
      let process = Process()
      process.executableURL = URL(filePath: "/bin/true")
      guard (try? process.run()) == nil else { exit(1) }
      guard execv("/bin/true", [nil]) == -1, errno == EPERM else { exit(2) }
      guard kill(getppid(), 0) == -1, errno == EPERM else { exit(3) }
      guard chroot("/") == -1, errno == EPERM else { exit(4) }
      guard setuid(getuid()) == -1, errno == EPERM else { exit(5) }
      exit(0)
    }
  }

  @Test func `threads, files, clocks and randomness go on`() throws {
    try OwnProcess.run { _ in
      _ = try Self.enter()
      let done = DispatchSemaphore(value: 0)
      Thread { done.signal() }.start()
      done.wait()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in }
      _ = [UInt64.random(in: .min ... .max), UInt64(Date().timeIntervalSince1970)]
      exit(0)
    }
  }

  /// libdispatch traps where it cannot read how its threads do; it asks by their numbers.
  @Test func `threads can be looked at by their numbers, other processes cannot`() throws {
    try OwnProcess.run { _ in
      let hasFiles = try Self.enter().landlockVersion > 0
      let (begun, never) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread {
        begun.signal()
        never.wait()
      }.start()
      begun.wait()
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      guard let thread = threads.compactMap({ Int($0) }).first(where: { $0 != Int(getpid()) })
      else { exit(3) }
      guard open("/proc/\(thread)/stat", O_RDONLY) >= 0 else { exit(1) }
      guard !hasFiles || open("/proc/\(getppid())/stat", O_RDONLY) == -1 else { exit(2) }
      exit(0)
    }
  }

  @Test func `a limit cannot be raised again`() throws {
    try OwnProcess.run { _ in
      guard try Self.enter().systemCalls.isInForce else { exit(0) }
      var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
      guard setrlimit(__rlimit_resource_t(2), &limit) == -1, errno == EPERM else { exit(1) }
      exit(0)
    }
  }

  /// Not even to run as a batch (3), as any user may; a real-time process would starve the machine.
  @Test func `a process cannot change how it is scheduled`() throws {
    try OwnProcess.run { _ in
      guard try Self.enter().systemCalls.isInForce else { exit(0) }
      var parameters = sched_param()
      guard sched_setscheduler(0, 3, &parameters) == -1, errno == EPERM else { exit(1) }
      exit(0)
    }
  }

  @Test func `an abort is still an abort`() throws {
    try OwnProcess.run(endingWith: .signal(SIGABRT)) { _ in
      _ = try Self.enter()
      abort()
    }
  }

  @Test func `a process with threads says that its files are not closed off`() throws {
    try OwnProcess.run { _ in
      let never = DispatchSemaphore(value: 0)
      Thread { never.wait() }.start()
      exit(try Self.enter().files.isInForce ? 1 : 0)
    }
  }

  @Test func `a report says what stands and what does not, and survives its line`() throws {
    let report = IsolationReport(
      limits: .inForce, privileges: .inForce, systemCalls: .inForce,
      files: .unavailable("this kernel does not have it"), landlockVersion: 0)
    #expect(IsolationReport(line: report.line) == report)
    #expect(!report.isComplete)
    #expect("\(report)".contains("not in force: files (this kernel does not have it)"))
    #expect(IsolationReport(line: "isolation: out of memory") == nil)
  }
}

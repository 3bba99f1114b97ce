import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A process of a program, which has no descriptors of this one but its three streams.
///
/// Foundation's `Process` hands a child the descriptors that other threads open while it starts: a test that reads a
/// program's standard error to its end would wait for the end of another test's program as well.
final class ChildProcess {
  /// A program that does not start.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Seconds after which a program that says nothing is ended: a test fails then, and does not hold up all others.
  static let silentSeconds: Int32 = 600

  let number: pid_t
  /// The end of the pipe that standard error is read from.
  private let error: Int32
  private var exitCode: Int32?
  /// The signal that ended it.
  private(set) var signal: Int32?
  private var isEnded = false
  /// Whether the program ends by itself, and may outlive this.
  var endsByItself = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: where it runs; nil for this process's own.
  ///   - environment: what it has beside this process's.
  ///   - output: the file that its standard output goes to.
  init(
    _ path: String, _ arguments: [String], in folder: String?, environment: [String: String],
    output: String
  ) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    error = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    SpawnActions.close(from: 3, &actions)
    if let folder { SpawnActions.change(to: folder, &actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A thread of a pool has signals blocked that programs are to hear.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var child: pid_t = 0
    var status = posix_spawn(&child, path, &actions, &attributes, &argv, &envp)
    // A script that was just written is open for writing in what another test starts at this moment.
    for _ in 0..<100 where status == ETXTBSY {
      usleep(20_000)
      status = posix_spawn(&child, path, &actions, &attributes, &argv, &envp)
    }
    number = child
    guard status == 0 else {
      isEnded = true
      throw Failure(description: "\(path) does not start: \(String(cString: strerror(status)))")
    }
  }

  // A program outlives no test, however that ends, and leaves no zombie: tests that wait for any child of this
  // process would find it first, for good.
  deinit {
    close(error)
    guard !isEnded else { return }
    if endsByItself {
      let number = number
      Thread.detachNewThread {
        var status: Int32 = 0
        waitpid(number, &status, 0)
      }
    } else {
      kill(-number, SIGKILL)
      _ = wait()
    }
  }

  /// What standard error says next; nothing at its end.
  func availableError() -> Data {
    var polled = pollfd(fd: error, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&polled, 1, Self.silentSeconds * 1000)
      if ready < 0, errno == EINTR { continue }
      if ready == 0 {
        Issue.record("a program said nothing for \(Self.silentSeconds) s and was ended")
        kill(-number, SIGKILL)
        return Data()
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(error, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Data(bytes.prefix(max(count, 0)))
    }
  }

  /// Whether it has not come to its end.
  var isRunning: Bool {
    reap(WNOHANG)
    return !isEnded
  }

  /// Waits for the end; the exit code, or nil where a signal ended it.
  func wait() -> Int32? {
    reap(0)
    return exitCode
  }

  private func reap(_ options: Int32) {
    var (status, found): (Int32, pid_t) = (0, 0)
    repeat {
      guard !isEnded else { return }
      found = waitpid(number, &status, options)
    } while found < 0 && errno == EINTR
    guard found != 0 else { return }
    isEnded = true
    guard found > 0 else { return }
    if status & 0x7F == 0 { exitCode = (status >> 8) & 0xFF } else { signal = status & 0x7F }
  }
}

/// Actions of a child before it runs its program whose functions Swift does not see in the C library.
enum SpawnActions {
  typealias Actions = posix_spawn_file_actions_t
  private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32
  private typealias ChangeFolder =
    @convention(c) (UnsafeMutablePointer<Actions>, UnsafePointer<CChar>) -> Int32
  private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
    .map { unsafeBitCast($0, to: CloseFrom.self) }
  private static let changeFolder = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
    .map { unsafeBitCast($0, to: ChangeFolder.self) }

  /// Closes all descriptors from one on.
  static func close(from first: Int32, _ actions: inout Actions) {
    _ = closeFrom?(&actions, first)
  }

  /// Goes into a folder.
  static func change(to folder: String, _ actions: inout Actions) {
    _ = changeFolder?(&actions, folder)
  }
}

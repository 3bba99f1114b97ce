import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A headless Chromium, driven by the DevTools protocol over a pair of pipes: no port, no
/// WebSocket.
///
/// Messages are JSON with a zero byte after each; the browser reads them from its descriptor 3 and
/// writes to 4 (`--remote-debugging-pipe`).
public final class Browser {
  /// What a browser did wrong, or was asked wrongly.
  public struct Failure: Error, CustomStringConvertible {
    /// One line.
    public let description: String
  }

  /// What to do where there is none.
  public static let absent =
    "needs Chromium; on Debian, Scripts/install-packages.sh installs it"

  /// Whether tests may ask for a browser: on Debian it must be there, so that they fail where it is
  /// not installed; elsewhere they are skipped without it.
  public static let isExpected =
    executable != nil || FileManager.default.fileExists(atPath: "/etc/debian_version")

  private static let executable = ["chromium", "chromium-browser", "google-chrome"]
    .map { Program(named: $0).path }
    .first { $0.hasPrefix("/") }

  private let process: pid_t
  private let input: FileHandle
  private let output: FileHandle
  private let profile: ScratchFolder
  private var received = Data()
  private var lastID = 0
  /// Events that came while an answer was awaited, by session.
  private var events: [(session: String, method: String, parameters: [String: Any])] = []

  /// Starts a browser.
  public init() throws {
    guard let executable = Self.executable else { throw Failure(description: Self.absent) }
    profile = try ScratchFolder()
    let arguments = [
      executable, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      "--no-first-run", "--no-default-browser-check", "--hide-scrollbars",
      "--force-color-profile=srgb", "--user-data-dir=\(profile.path("profile"))",
      "--remote-debugging-pipe", "about:blank",
    ]
    var (toBrowser, fromBrowser): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else {
      throw Failure(description: "no pipe for the browser")
    }
    for end in toBrowser + fromBrowser { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The ends are moved away from 3 and 4 first, where duplicating one would close another.
    let (read, write) = (
      fcntl(toBrowser[0], F_DUPFD_CLOEXEC, 10), fcntl(fromBrowser[1], F_DUPFD_CLOEXEC, 10)
    )
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, read, 3)
    posix_spawn_file_actions_adddup2(&actions, write, 4)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, profile.path("log"), O_WRONLY | O_CREAT, 0o600)
    // With none of the descriptors that other tests have open: a test that waits for the end of one of their
    // programs would wait for the browser's.
    SpawnActions.close(from: 5, &actions)
    // A group of its own, so that its children end with it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let environment = ProcessInfo.processInfo.environment.merging(["HOME": profile.path("")]) { $1 }
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, executable, &actions, &attributes, &argv, &envp)
    for end in [toBrowser[0], fromBrowser[1], read, write] { close(end) }
    input = FileHandle(fileDescriptor: toBrowser[1], closeOnDealloc: true)
    output = FileHandle(fileDescriptor: fromBrowser[0], closeOnDealloc: true)
    process = child
    guard status == 0 else {
      throw Failure(
        description: "\(executable) does not start: \(String(cString: strerror(status)))")
    }
  }

  deinit {
    // Of one that did not start there is no group, and 0 means this process's own.
    guard process > 0 else { return }
    kill(-process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Opens an empty page of a size in CSS pixels.
  public func page(width: Int, height: Int, scale: Double = 1, touch: Bool = false) throws
    -> BrowserPage
  {
    let made = try call("Target.createTarget", ["url": "about:blank"])
    guard let target = made["targetId"] as? String,
      let session = try call(
        "Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
    else { throw Failure(description: "the browser opens no page") }
    let page = BrowserPage(browser: self, target: target, session: session)
    for domain in ["Page", "Runtime", "Log", "Network"] { try page.call("\(domain).enable") }
    try page.resize(width: width, height: height, scale: scale, touch: touch)
    return page
  }

  /// Asks for something, and waits for the answer.
  @discardableResult
  func call(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil
  ) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try input.write(contentsOf: try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try receive()
      guard answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] as? [String: Any] {
        throw Failure(description: "\(method): \(error["message"] ?? error)")
      }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  /// Waits for an event of a session, among those that came already too.
  func wait(for method: String, session: String) throws -> [String: Any] {
    while true {
      if let index = events.firstIndex(where: { $0.method == method && $0.session == session }) {
        return events.remove(at: index).parameters
      }
      _ = try receive()
    }
  }

  /// The events of a session that came so far.
  func events(session: String) -> [(method: String, parameters: [String: Any])] {
    events.filter { $0.session == session }.map { ($0.method, $0.parameters) }
  }

  func forgetEvents(session: String) {
    events.removeAll { $0.session == session }
  }

  /// The next message; an event is kept.
  private func receive() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = received[received.startIndex..<end]
        received = Data(received[(end + 1)...])
        guard let object = try JSONSerialization.jsonObject(with: message) as? [String: Any] else {
          throw Failure(description: "the browser says what is no object")
        }
        if let method = object["method"] as? String {
          events.append(
            (
              object["sessionId"] as? String ?? "", method,
              object["params"] as? [String: Any] ?? [:]
            ))
        }
        return object
      }
      // A browser that hangs must not hang the tests.
      var descriptor = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 60_000) > 0 else {
        throw Failure(description: "the browser says nothing for a minute")
      }
      let more = output.availableData
      guard !more.isEmpty else {
        let log = (try? profile.bytes("log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        throw Failure(description: "the browser has ended: \(log.suffix(400))")
      }
      received += more
    }
  }
}

internal import Glibc
internal import Synchronization
internal import Threads

/// A server for HTTP/1.1 and 1.0 on libmicrohttpd.
///
/// One thread of the library's serves all sockets; handlers run on threads of the server's own, so
/// that a slow one delays only those of its pool. Every refusal is made by `problem`, but for
/// what is no HTTP at all, which the library answers by itself (400, 413, 431, 505) and closes.
public final class WebServer: Sendable {
  /// How busy a server is.
  public struct Load: Hashable, Sendable {
    /// Open connections.
    public var connections: Int
    /// Requests that run on the compute pool.
    public var running: Int
    /// Requests that wait for the compute pool.
    public var waiting: Int
    /// Requests that run on the recording pool.
    public var recordingsRunning: Int
    /// Requests that wait for the recording pool.
    public var recordingsWaiting: Int

    /// Makes a load.
    public init(
      connections: Int = 0, running: Int = 0, waiting: Int = 0, recordingsRunning: Int = 0,
      recordingsWaiting: Int = 0
    ) {
      (self.connections, self.running, self.waiting) = (connections, running, waiting)
      (self.recordingsRunning, self.recordingsWaiting) = (recordingsRunning, recordingsWaiting)
    }
  }

  private enum State {
    case ready
    case running(Daemon, PollLoop)
    case stopped
  }

  /// The port that it listens on.
  public let port: UInt16
  private let listener: Int32
  private let core: ServerCore
  private let state = Mutex(State.ready)

  /// Makes a server that listens; `start()` begins to serve.
  ///
  /// - Parameters:
  ///   - settings: addresses, threads and limits.
  ///   - routes: what is served.
  ///   - problem: the response of an error: an `HTTPFault`, or what a route threw. The server adds
  ///     `Allow`, `Retry-After` and `Content-Range` where the status asks for them. It runs on any
  ///     thread, also on the one that serves the sockets, so it must be quick.
  ///   - observe: told of every request after its end, on the thread that serves the sockets.
  ///     Clients that left without an answer have the status 499.
  /// - Throws: `badSetting`, `badAddress`, `cannotListen`, `badPattern`, `ambiguousRoute`,
  ///   `cannotSpool`.
  public init(
    settings: HTTPServerSettings, routes: [HTTPRoute],
    problem: @escaping @Sendable (any Error, HTTPRequestHead) -> HTTPResponse,
    observe: @escaping @Sendable (HTTPExchange) -> Void = { _ in }
  ) throws(HTTPServerError) {
    try settings.check()
    let listener = try Listener.open(address: settings.address, port: settings.port)
    do {
      core = try ServerCore(
        settings: settings, routes: routes, problem: problem, observe: observe)
    } catch {
      _ = close(listener)
      throw error
    }
    self.listener = listener
    port = Listener.port(of: listener)
  }

  deinit {
    stop(deadline: 0)
  }

  /// How busy it is now.
  public var load: Load {
    let (compute, recording) = (core.compute.load, core.recording.load)
    return Load(
      connections: core.connections.count, running: compute.running, waiting: compute.waiting,
      recordingsRunning: recording.running, recordingsWaiting: recording.waiting)
  }

  /// Begins to serve; once.
  public func start() throws(HTTPServerError) {
    try state.withLock { (state) throws(HTTPServerError) in
      guard case .ready = state else { return }
      state = .running(try Daemon(core, listener: listener), sweeper)
    }
  }

  /// Closes connections whose deadline has passed.
  private var sweeper: PollLoop {
    let settings = core.settings
    let shortest =
      [
        settings.headerSeconds, settings.requestSeconds, settings.uploadSeconds,
        settings.idleSeconds, settings.lingerSeconds,
      ].min() ?? 1
    // No time is overrun by more than an eighth, or a quarter of a second.
    let interval = PollLoop.Next.after(seconds: min(max(shortest / 8, 0.01), 0.25))
    return PollLoop(named: "http-sweeper", first: interval) { [core] in
      let now = monotonicSeconds()
      for connection in core.connections.all { connection.sweep(now, settings) }
      return interval
    }
  }

  /// Stops serving, for good.
  ///
  /// No connection is taken any more and event streams end; what runs goes on for so many seconds,
  /// then everything is closed. A handler that still runs then finds its request abandoned.
  ///
  /// Not on the thread that serves the sockets, nor may the last reference go there: what `observe`
  /// is told must not keep the server, not even for a moment.
  public func stop(deadline seconds: Double) {
    let before = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    if case .stopped = before { return }
    core.beginStopping()
    if case .running(let daemon, let sweeper) = before {
      daemon.quiesce()
      waitUntilClosed(seconds) { $0.cutIfIdle() }
      waitUntilClosed(1) { $0.cut() }
      sweeper.end()
      sweeper.join()
      daemon.stop()
    }
    core.light.close()
    core.compute.close()
    core.recording.close()
    _ = close(listener)
  }

  /// Waits for the last connection, doing something to each again and again.
  private func waitUntilClosed(_ seconds: Double, _ urge: (Connection) -> Void) {
    let end = monotonicSeconds() + seconds
    while true {
      let open = core.connections.all
      for connection in open { urge(connection) }
      if open.isEmpty || monotonicSeconds() >= end { return }
      usleep(2000)
    }
  }
}

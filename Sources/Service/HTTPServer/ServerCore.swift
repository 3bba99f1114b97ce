internal import CMicrohttpd
internal import Synchronization

/// What the server's threads share.
final class ServerCore: Sendable {
  /// Refused bodies up to this size are read to their end, so that the connection can go on.
  static let maximumDiscardedBytes = 64 * 1024
  /// The most that is read of a refused body before the connection is closed.
  static let maximumLingeringBytes = 64 * 1024 * 1024

  let settings: HTTPServerSettings
  let router: Router
  let connections: ConnectionRegistry
  let light: WorkerPool
  let compute: WorkerPool
  let recording: WorkerPool
  let spool: SpoolFolder
  let problem: @Sendable (any Error, HTTPRequestHead) -> HTTPResponse
  let observe: @Sendable (HTTPExchange) -> Void
  /// Wakes the thread that serves the sockets.
  let wakeSignal: WakeSignal
  private let stopping = Atomic(false)

  init(
    settings: HTTPServerSettings, routes: [HTTPRoute],
    problem: @escaping @Sendable (any Error, HTTPRequestHead) -> HTTPResponse,
    observe: @escaping @Sendable (HTTPExchange) -> Void
  ) throws(HTTPServerError) {
    (self.settings, self.problem, self.observe) = (settings, problem, observe)
    router = try Router(routes)
    wakeSignal = try WakeSignal()
    spool = try SpoolFolder(in: settings.spoolFolder)
    connections = ConnectionRegistry(settings)
    // Every connection has one request at a time: more never wait.
    light = WorkerPool(
      named: "light", workers: settings.lightWorkers, limit: settings.maximumConnections)
    compute = WorkerPool(
      named: "compute", workers: settings.computeWorkers, limit: settings.maximumWaiting)
    recording = WorkerPool(
      named: "recording", workers: settings.recordingWorkers,
      limit: settings.maximumWaitingRecordings)
  }

  /// The threads of a pool.
  func workers(of pool: HTTPRoute.Pool) -> WorkerPool {
    switch pool {
    case .light: light
    case .compute: compute
    case .recording: recording
    }
  }

  /// Whether the server takes no new requests.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// From here on requests are refused and streams end.
  func beginStopping() {
    stopping.store(true, ordering: .relaxed)
    for connection in connections.all { connection.endStream() }
  }

  // MARK: The library's calls

  /// A request's first line is complete.
  func begin(_ target: [UInt8], on connection: Connection) {
    connection.begin(
      Exchange(target: target, isFirst: connection.isNew), headerSeconds: settings.headerSeconds)
  }

  /// The library has a header, a part of a body, or the end of a request.
  ///
  /// - Returns: false where the connection is to be closed.
  func access(
    _ connection: Connection, _ handle: ConnectionHandle, method: String, version: String,
    data: UnsafeRawBufferPointer
  ) -> Bool {
    guard let exchange = connection.exchange else { return false }
    let run = RequestRun(core: self, connection: connection, handle: handle, exchange: exchange)
    return unsafe run.advance(method: method, version: version, data: data)
  }

  /// A request is over, whatever its end.
  func completed(_ connection: Connection, libraryStatus: Int) {
    guard
      let (exchange, isWithWorker) = connection.finish(idleSeconds: settings.idleSeconds)
    else { return }
    // What the library refused by itself has no head; a client that left has no answer: 499, as
    // proxies write it in their logs.
    var (status, bytesOut) = (libraryStatus > 0 ? libraryStatus : 499, 0)
    if !isWithWorker {
      exchange.stream?.close()
      exchange.collector = nil
      status = exchange.status ?? status
      bytesOut = exchange.feed?.byteCount ?? exchange.bytesOut
    }
    observe(
      HTTPExchange(
        id: exchange.head.id, method: exchange.head.method, route: exchange.route?.pattern,
        status: status, seconds: monotonicSeconds() - exchange.startedAt,
        bytesIn: exchange.bytesIn, bytesOut: bytesOut, remoteAddress: exchange.head.remoteAddress))
  }
}

public import HTTPMessages

/// A server for HTTP/1.1 and 1.0, by the letter of RFC 9110 and RFC 9112.
///
/// One thread serves all sockets; handlers run on threads of their own, so that a slow one delays only those of
/// its pool. Every refusal is made by `problem`, also of what is no HTTP at all. Where there is a port for
/// health it has a thread for its sockets and one for its handlers, so that nothing else delays it.
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
    /// Bytes in memory of bodies, and of answers over 1 MiB until they are sent.
    public var bodyMemoryBytes: Int
    /// Bytes of both that are written to the spool folder's disk, or will be.
    public var bodyDiskBytes: Int
    /// How claimants share the light pool.
    public var lightContention = PoolContention()
    /// How they share the compute pool.
    public var computeContention = PoolContention()
    /// How they share the recording pool.
    public var recordingContention = PoolContention()

    /// Makes a load.
    public init(
      connections: Int = 0, running: Int = 0, waiting: Int = 0, recordingsRunning: Int = 0,
      recordingsWaiting: Int = 0, bodyMemoryBytes: Int = 0, bodyDiskBytes: Int = 0
    ) {
      (self.bodyMemoryBytes, self.bodyDiskBytes) = (bodyMemoryBytes, bodyDiskBytes)
      (self.connections, self.running, self.waiting) = (connections, running, waiting)
      (self.recordingsRunning, self.recordingsWaiting) = (recordingsRunning, recordingsWaiting)
    }
  }

  /// The port that it listens on.
  public var port: UInt16 { main.port }
  /// The port that tells of its health alone; nil: none.
  public var healthPort: UInt16? { health?.port }
  private let main: ServerListener
  private let health: ServerListener?

  /// Makes a server that listens; `start()` begins to serve.
  ///
  /// - Parameters:
  ///   - settings: addresses, threads and limits.
  ///   - routes: what is served.
  ///   - problem: the response of an error: an `HTTPFault`, or what a route threw. The server adds
  ///     `Allow`, `Retry-After` and `Content-Range` where the status asks for them. It runs on any
  ///     thread, also on those that serve the sockets, so it must be quick.
  ///   - observe: told of every request after its end, on the thread that serves its socket.
  ///     Clients that left without an answer have the status 499.
  ///   - claimant: gives what a request is counted for; called on the thread that serves its socket when its
  ///     header is complete, before anything of it was checked; it must be quick and look into memory alone.
  /// - Throws: `badSetting`, `badAddress`, `cannotListen`, `badPattern`, `ambiguousRoute`,
  ///   `cannotSpool`.
  public init(
    settings: HTTPServerSettings, routes: [HTTPRoute],
    problem: @escaping @Sendable (any Error, HTTPRequestHead) -> HTTPResponse,
    observe: @escaping @Sendable (HTTPExchange) -> Void = { _ in },
    claimant: @escaping @Sendable (HTTPRequestHead) -> String = { $0.network }
  ) throws(HTTPServerError) {
    try settings.check()
    let owner = ServerCore.Owner(problem: problem, observe: observe, claimant: claimant)
    main = try ServerListener(named: "http-server", address: settings.address, port: settings.port)
    {
      () throws(HTTPServerError) in
      try ServerCore(
        settings: settings, routes: routes, spool: SpoolFolder(in: settings.spoolFolder),
        pools: WorkerPools(settings), owner: owner)
    }
    guard let healthPort = settings.healthPort else {
      health = nil
      return
    }
    do {
      health = try ServerListener(named: "http-health", address: settings.address, port: healthPort)
      {
        [spool = main.core.spool] () throws(HTTPServerError) in
        let most = HTTPServerSettings.maximumHealthConnections
        var settings = settings
        (settings.maximumConnections, settings.maximumConnectionsPerAddress) = (most, most)
        settings.reservedDescriptors = 0
        return try ServerCore(
          settings: settings, routes: routes.filter(\.isHealth), spool: spool,
          pools: WorkerPools(all: WorkerPool(named: "health", workers: 1, limit: most)),
          owner: owner)
      }
    } catch {
      main.stop(deadline: 0)
      throw error
    }
  }

  deinit {
    stop(deadline: 0)
  }

  /// How busy it is now, without the health listener.
  public var load: Load {
    let pools = main.core.pools
    let (compute, recording) = (pools.compute.load, pools.recording.load)
    let bodies = main.core.bodies.use
    var load = Load(
      connections: main.core.connectionCount, running: compute.running,
      waiting: compute.waiting, recordingsRunning: recording.running,
      recordingsWaiting: recording.waiting, bodyMemoryBytes: bodies.memory,
      bodyDiskBytes: bodies.disk)
    load.lightContention = pools.light.contention
    load.computeContention = pools.compute.contention
    load.recordingContention = pools.recording.contention
    return load
  }

  /// Begins to serve; once.
  public func start() throws(HTTPServerError) {
    try main.start()
    try health?.start()
  }

  /// Stops serving, for good.
  ///
  /// No connection is taken any more and event streams end; what runs goes on for so many seconds,
  /// then everything is closed. A handler that still runs then finds its request abandoned. The health is told
  /// until then.
  ///
  /// Not on a thread that serves sockets, nor may the last reference go there: what `observe` is told must not keep
  /// the server, not even for a moment.
  public func stop(deadline seconds: Double) {
    main.stop(deadline: seconds)
    health?.stop(deadline: min(seconds, Self.healthStopSeconds))
  }

  /// The most seconds that the health listener has to finish.
  private static let healthStopSeconds = 1.0
}

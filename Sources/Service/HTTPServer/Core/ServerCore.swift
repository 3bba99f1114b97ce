internal import Files
internal import Foundation
internal import HTTPMessages
internal import Synchronization

/// What the threads of one listener share.
final class ServerCore: Sendable {
  /// Refused bodies up to this size are read to their end, so that the connection can go on.
  static let maximumDiscardedBytes = 64 * 1024
  /// The most that is read of a refused body before the connection is closed.
  static let maximumLingeringBytes = 64 * 1024 * 1024

  /// What the owner of a server decides.
  struct Owner: Sendable {
    let problem: @Sendable (any Error, HTTPRequestHead) -> HTTPResponse
    let observe: @Sendable (HTTPExchange) -> Void
    let claimant: @Sendable (HTTPRequestHead) -> String
  }

  let settings: HTTPServerSettings
  let router: Router
  let spool: SpoolFolder
  /// Which descriptors it may use.
  let descriptors: DescriptorRoom
  /// What all bodies together may take.
  let bodies: BodyBudget
  let pools: WorkerPools
  /// What the thread that serves the sockets is told.
  let mailbox: Mailbox
  private let owner: Owner
  private let stopping = Atomic(false)
  private let connections = Atomic(0)
  /// Removes what was uploaded for nothing, and tells what came; either may take a while.
  private let cleaner = DispatchQueue(label: "http-cleaner")

  init(
    settings: HTTPServerSettings, routes: [HTTPRoute], spool: SpoolFolder, pools: WorkerPools,
    owner: Owner
  ) throws(HTTPServerError) {
    (self.settings, self.spool, self.pools, self.owner) = (settings, spool, pools, owner)
    descriptors = DescriptorRoom(reserving: settings.reservedDescriptors)
    bodies = BodyBudget(
      memoryBytes: settings.maximumBodyMemoryBytes, minimumFreeBytes: settings.minimumFreeBytes
    ) { [folder = settings.spoolFolder] in DiskSpace.freeBytes(of: folder) }
    router = try Router(routes)
    mailbox = try Mailbox()
  }

  func workers(of pool: HTTPRoute.Pool) -> WorkerPool {
    switch pool {
    case .light: pools.light
    case .compute: pools.compute
    case .recording: pools.recording
    }
  }

  var connectionCount: Int { connections.load(ordering: .relaxed) }

  /// Notes how many connections are open.
  func noteConnections(_ count: Int) { connections.store(count, ordering: .relaxed) }

  /// Whether the server takes no new requests.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// From here on requests are refused; what runs has until a time of the monotonic clock.
  func beginStopping(until: Double) {
    stopping.store(true, ordering: .relaxed)
    mailbox.post(.drain(until: until))
  }

  /// Lets what was collected go, on another thread.
  func cleanUp(_ collector: BodyCollector?) {
    cleanUp(collector.map { CollectedBody($0) })
  }

  /// The same for a body that no worker has any more.
  func cleanUp(_ body: CollectedBody?) {
    guard let body else { return }
    cleaner.async { body.drop() }
  }

  /// Tells a route how many bytes of an admitted body came, on another thread.
  func noteReceived(_ bytes: Int, _ head: HTTPRequestHead, _ route: HTTPRoute) {
    cleaner.async { route.received(head, bytes) }
  }

  /// Abandons a request whose client is gone; false where nothing of it waited for a worker.
  ///
  /// What waits gives its place and its body back at once, and what runs learns of it.
  @discardableResult
  func abandon(_ exchange: Exchange) -> Bool {
    exchange.abandon()
    for pool in [pools.light, pools.compute, pools.recording] {
      guard let job = pool.withdraw(exchange) else { continue }
      cleanUp(job.body)
      return true
    }
    return false
  }

  // MARK: The owner's part

  func problem(_ error: any Error, _ head: HTTPRequestHead) -> HTTPResponse {
    owner.problem(error, head)
  }

  /// Tells of a request after its end.
  func observe(_ exchange: HTTPExchange) { owner.observe(exchange) }

  func claimant(_ head: HTTPRequestHead) -> String { owner.claimant(head) }
}

/// The threads that do a listener's work.
struct WorkerPools: Sendable {
  let light: WorkerPool
  let compute: WorkerPool
  let recording: WorkerPool

  /// The pools of the main listener.
  init(_ settings: HTTPServerSettings) {
    // Every connection has one request at a time: more never wait.
    light = WorkerPool(
      named: "light", workers: settings.lightWorkers, limit: settings.maximumConnections)
    compute = WorkerPool(
      named: "compute", workers: settings.computeWorkers, limit: settings.maximumWaiting)
    recording = WorkerPool(
      named: "recording", workers: settings.recordingWorkers,
      limit: settings.maximumWaitingRecordings)
  }

  /// One pool for whatever a listener does.
  init(all pool: WorkerPool) { (light, compute, recording) = (pool, pool, pool) }

  /// Ends the threads when what they do is done.
  func close() {
    for pool in [light, compute, recording] { pool.close() }
  }
}

internal import CSockets
internal import Glibc
internal import HTTPMessages

/// Serves one listener's sockets, on one thread, to which everything here is confined.
///
/// Other threads reach it by its mailbox alone.
@safe final class EventLoop {
  /// The most connections that are taken in one turn.
  private static let mostAccepted = 64
  /// Seconds after which a connection is tried to be taken again, where the system has no descriptor left.
  private static let acceptPause = 0.1
  /// The most bytes that are read at once.
  static let readBytes = 64 * 1024
  /// A wait that took longer than this, in seconds, did wait.
  private static let shortestWait = 0.0001
  private static let (listenerKey, mailboxKey) = (UInt64.max, UInt64.max - 1)

  let core: ServerCore
  let poller: Poller
  /// Where a socket's bytes are read to; what is kept of them is copied.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readBytes, alignment: 64)
  var table: ConnectionTable
  var deadlines = DeadlineQueue()
  /// Connections that have more to do than one turn allows, each once.
  private var unfinished: [Connection] = []
  /// How often what had happened was looked at.
  private(set) var turn = 0
  /// When the last wait ended.
  private(set) var now = monotonicSeconds()
  /// The time before which nothing of what is told now had happened, as far as is known.
  private(set) var newsSince = 0.0
  private let listener: Int32
  private var generation: UInt32 = 0
  private var acceptsAgainAt: Double?
  private var drainsUntil: Double?

  init(_ core: ServerCore, _ poller: Poller, listener: Int32) {
    (self.core, self.poller, self.listener) = (core, poller, listener)
    table = ConnectionTable(core.settings)
  }

  deinit { unsafe buffer.deallocate() }

  /// Serves until it is told to stop.
  func run() {
    blockBrokenPipes()
    poller.watch(core.mailbox.signal, Self.mailboxKey, for: [.readable, .once], isNew: true)
    poller.watch(listener, Self.listenerKey, for: .readable, isNew: true)
    var events = Poller.room
    while !isDone {
      let start = monotonicSeconds()
      let count = poller.wait(waitSeconds(start), &events)
      let before = now
      turn &+= 1
      now = monotonicSeconds()
      newsSince = now - start > Self.shortestWait ? now : before
      // Those of the turn before; a connection that has more to do now goes on in the next turn.
      let unfinished = self.unfinished
      self.unfinished = []
      for event in events[..<count] { handle(event) }
      for connection in unfinished {
        connection.isUnfinished = false
        connection.goOn()
      }
      expire()
    }
    for connection in table.all { connection.close() }
    for message in core.mailbox.end() { drop(message) }
  }

  /// Lets a connection go on in the next turn, when others have had theirs.
  func postpone(_ connection: Connection) {
    guard !connection.isUnfinished else { return }
    connection.isUnfinished = true
    unfinished.append(connection)
  }

  private var isDone: Bool {
    drainsUntil.map { table.count == 0 || now >= $0 } ?? false
  }

  private func waitSeconds(_ now: Double) -> Double {
    guard unfinished.isEmpty else { return 0 }
    return min(deadlines.first, acceptsAgainAt ?? .infinity, drainsUntil ?? .infinity) - now
  }

  /// A file cannot be sent without the signal that the peer is gone.
  private func blockBrokenPipes() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private func handle(_ event: sockets_event) {
    switch event.key {
    case Self.listenerKey: accept()
    case Self.mailboxKey: for message in core.mailbox.take() { deliver(message) }
    default:
      table[ConnectionID(rawValue: event.key)]?.handle(SocketReadiness(rawValue: event.ready))
    }
  }

  // MARK: Messages

  private func deliver(_ message: LoopMessage) {
    switch message {
    case .admitted(let exchange, let refusal):
      table[exchange.connection]?.admitted(exchange, refusal)
    case .answered(let exchange, let answer):
      guard let connection = table[exchange.connection], connection.isOwner(of: exchange) else {
        return drop(message)
      }
      connection.answered(answer)
    case .ready(let id): table[id]?.eventsAreReady()
    case .drain(let until): drain(until)
    }
  }

  /// Ends the stream of an answer whose connection is gone.
  private func drop(_ message: LoopMessage) {
    if case .answered(_, let answer) = message { answer?.stream?.close() }
  }

  private func drain(_ until: Double) {
    poller.forget(listener)
    // From here on the system refuses connections.
    _ = shutdown(listener, Int32(SHUT_RDWR))
    acceptsAgainAt = nil
    drainsUntil = until
    for connection in table.all { connection.drain() }
  }

  // MARK: Time

  private func expire() {
    if let time = acceptsAgainAt, time <= now {
      acceptsAgainAt = nil
      poller.watch(listener, Self.listenerKey, for: .readable)
    }
    while let (time, id) = deadlines.takeDue(now) { table[id]?.lookAtDeadline(time) }
  }

  // MARK: New connections

  private func accept() {
    guard drainsUntil == nil else { return }
    for _ in 0..<Self.mostAccepted {
      var peer = sockaddr_storage()
      let socket = unsafe sockets_accept(listener, &peer)
      if socket < 0 {
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pauseAccepting() }
        if [EINTR, ECONNABORTED].contains(errno) { continue }
        return
      }
      welcome(
        socket,
        unsafe withUnsafePointer(to: &peer) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe RemoteAddress.text($0)
          }
        })
    }
  }

  /// The system has no descriptor left; its socket stays ready, which is looked at again later.
  private func pauseAccepting() {
    poller.watch(listener, Self.listenerKey, for: [])
    acceptsAgainAt = now + Self.acceptPause
  }

  private func welcome(_ accepted: Int32, _ peer: String) {
    let network = RemoteAddress.network(of: peer)
    var socket = accepted
    let isScarce =
      core.descriptors.isReserved(socket) || table.count >= core.descriptors.mostConnections
    var isForHealth = false
    switch table.place(from: peer, network: network, now: now, isFull: isScarce) {
    case .free: break
    case .of(let idle):
      idle.close()
      // So that a reserved descriptor is free again.
      if isScarce { socket = moved(socket) }
      isForHealth = core.descriptors.isReserved(socket)
    case .none:
      // Clients that ask for the health are answered all the same.
      guard isScarce, table.countForHealth < core.descriptors.mostForHealth else {
        _ = close(socket)
        return
      }
      isForHealth = true
    }
    generation = (generation &+ 1) & 0x7fff_ffff
    let id = ConnectionID(socket: socket, generation: generation)
    let connection = Connection(
      id, socket, peer: peer, network: network, isForHealth: isForHealth, on: self)
    guard poller.watch(socket, id.rawValue, for: connection.watched, isNew: true) else {
      _ = close(socket)
      return
    }
    table.add(connection)
    core.noteConnections(table.count)
    connection.settle()
  }

  /// The same socket under the lowest number that is free.
  private func moved(_ socket: Int32) -> Int32 {
    let lower = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard lower >= 0 else { return socket }
    _ = close(socket)
    return lower
  }

  /// A connection is over; its socket is closed by this.
  func remove(_ connection: Connection) {
    table.remove(connection)
    core.noteConnections(table.count)
    _ = close(connection.socket)
  }
}

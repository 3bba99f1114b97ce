import HTTPMessages

/// A client's connection: its state, which the thread that serves the sockets alone touches.
///
/// Its requests are taken one after the other. While one is worked on or answered nothing is read, so that a
/// client that sends ahead waits. `Connection+Reading` takes bytes in, `Connection+Requests` decides about
/// requests, `Connection+Answering` sends answers, `Connection+Time` gives up what takes too long.
final class Connection {
  enum Phase {
    /// Waits for a next request.
    case idle
    /// Takes a header in, or waits for the first one.
    case header
    /// Keeps a small body until it is complete.
    case holding
    /// A worker looks whether the body may come.
    case admitting
    /// Takes a body in.
    case receiving
    /// Throws the rest of a refused body away, before this answer.
    case discarding(Answer)
    /// A worker makes the answer.
    case working
    /// Sends an answer.
    case answering
    /// Is answered and closed on this side; throws away what still comes.
    case lingering(byteCount: Int)
    case closed
  }

  /// The most requests that are taken in one turn of the loop.
  static let mostRequestsInTurn = 32
  /// The most bytes that an encoded body becomes in one turn; it is written, or copied, in the same turn.
  static let mostDecodedInTurn = 1 << 20

  let id: ConnectionID
  let socket: Int32
  /// The peer's address, without its port.
  let peer: String
  /// What it counts for: the client's network.
  let network: String
  /// Whether it may ask for the health alone, since there is no descriptor for more.
  let isForHealth: Bool
  unowned let loop: EventLoop

  var phase = Phase.header
  var parser: RequestHeadParser
  var request: OpenRequest?
  /// Bytes that came and were not taken yet.
  var input = PendingBytes()
  var writer: AnswerWriter?
  var closesAfterAnswer = false
  /// Whether the client may still send of the request that was refused.
  var lingersAfterAnswer = false
  /// When the last byte came.
  var lastActivity: Double
  let openedAt: Double
  /// When the phase began.
  var phaseSince: Double
  /// Whether the client is known to have closed its sending side.
  var isPeerClosed = false
  /// How far the client has acknowledged an answer, and since when.
  var acknowledged: UInt64 = 0
  var progressAt = 0.0
  /// What the poller watches it for.
  var watched: SocketReadiness = [.readable, .peerClosed]
  /// The entry among the deadlines that counts.
  var scheduled = Double.infinity
  /// The turn of the loop that the next counts for.
  var turn = 0
  var requestsInTurn = 0
  /// Whether it goes on in the next turn, for what is here already; nothing more is read until then.
  var isUnfinished = false

  init(
    _ id: ConnectionID, _ socket: Int32, peer: String, network: String, isForHealth: Bool,
    on loop: EventLoop
  ) {
    (self.id, self.socket, self.peer, self.network) = (id, socket, peer, network)
    (self.isForHealth, self.loop) = (isForHealth, loop)
    (openedAt, lastActivity, phaseSince) = (loop.now, loop.now, loop.now)
    parser = Self.parser(loop.core.settings)
  }

  static func parser(_ settings: HTTPServerSettings) -> RequestHeadParser {
    RequestHeadParser(
      maximumBytes: settings.maximumHeaderBytes, maximumTargetBytes: settings.maximumTargetBytes)
  }

  var core: ServerCore { loop.core }
  var settings: HTTPServerSettings { loop.core.settings }

  var isOpen: Bool { if case .closed = phase { false } else { true } }

  /// Whether bytes are taken from the client.
  var isReading: Bool {
    switch phase {
    case .idle, .header, .holding, .receiving, .discarding, .lingering: true
    case .admitting, .working, .answering, .closed: false
    }
  }

  /// Whether a worker has this request for the connection.
  func isOwner(of exchange: Exchange) -> Bool { request?.exchange === exchange }

  func enter(_ phase: Phase) {
    self.phase = phase
    phaseSince = loop.now
  }

  // MARK: Events

  /// The system tells what the socket is ready for.
  func handle(_ ready: SocketReadiness) {
    noteTurn()
    if ready.contains(.broken) { return close() }
    let isUnwanted = !ready.isSubset(of: wanted)
    if ready.contains(.readable), isReading, !isUnfinished { receive() }
    if ready.contains(.peerClosed), isOpen, !isReading { peerClosed() }
    if ready.contains(.writable), isOpen, case .answering = phase { send() }
    goOn()
    // What it does not wait for would be told again and again; what it waited for seldom is.
    if isUnwanted, isOpen, wanted != watched { watch(wanted) }
  }

  /// Does what it can do by itself, and settles until when and for what it waits then.
  func goOn() {
    takeInput()
    settle()
  }

  /// What the connection waits for.
  private var wanted: SocketReadiness {
    switch phase {
    case .idle, .header, .holding, .receiving, .discarding, .lingering:
      isUnfinished ? [] : [.readable]
    case .admitting, .working: isPeerClosed ? [] : .peerClosed
    case .answering:
      writer?.isBlocked == true ? .writable : isPeerClosed ? [] : .peerClosed
    case .closed: []
    }
  }

  private func watch(_ readiness: SocketReadiness) {
    watched = readiness
    if !loop.poller.watch(socket, id.rawValue, for: readiness) { close() }
  }

  /// Watches for what the connection waits for, and notes its deadline.
  func settle() {
    guard isOpen else { return }
    if !wanted.isSubset(of: watched) {
      watch(isPeerClosed ? wanted : wanted.union(.peerClosed))
    }
    let deadline = deadline
    if deadline < scheduled {
      scheduled = deadline
      loop.deadlines.add(deadline, id)
    }
  }

  /// The client closed its sending side while nothing is read from it.
  ///
  /// A client that does so with the request, or right after it, may only say that nothing follows, and waits for
  /// the answer (RFC 9112, section 9.6): the system tells this from a client that is gone by nothing but the
  /// time. A client that closes later does not wait any more.
  private func peerClosed() {
    isPeerClosed = true
    switch phase {
    case .working:
      guard loop.newsSince > phaseSince + settings.halfCloseSeconds,
        let exchange = request?.exchange
      else { return }
      // No worker will answer what waited.
      if core.abandon(exchange) { close() }
    case .answering: if writer?.isStream == true { close() }
    default: break
    }
  }

  // MARK: End

  /// Closes the connection, whatever it does.
  func close() {
    guard isOpen else { return }
    finishRequest()
    phase = .closed
    loop.remove(self)
  }

  /// The server stops: what does not do anything is closed, and events end.
  func drain() {
    switch phase {
    case .idle: close()
    case .header: if request == nil { close() }
    case .answering:
      closesAfterAnswer = true
      writer?.endStream()
    default: break
    }
  }

  /// The request is over, whatever its end; tells of it.
  func finishRequest() {
    writer?.closeStream()
    let bytesOut = writer?.sentBytes ?? 0
    writer = nil
    if request?.head.id.isEmpty == true { readPartialHead() }
    guard let request else { return }
    self.request = nil
    if let exchange = request.exchange {
      // Once there is an answer nothing of it waits any more.
      if request.status == nil { core.abandon(exchange) } else { exchange.abandon() }
    }
    core.cleanUp(request.collector)
    // A client that left has no answer: 499, as proxies write it in their logs.
    core.observe(
      HTTPExchange(
        id: request.head.id, method: request.head.method, route: request.route?.pattern,
        operation: request.route?.id, status: request.status ?? 499,
        seconds: monotonicSeconds() - request.startedAt,
        bytesIn: request.bytesIn, bytesOut: bytesOut, remoteAddress: request.head.remoteAddress,
        facts: request.head.facts))
  }
}

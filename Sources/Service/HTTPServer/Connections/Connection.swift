internal import CMicrohttpd
internal import Glibc
internal import Synchronization

/// A client's connection: what the server's threads may do to it at the same time.
///
/// The library's thread runs its requests. While one waits for a worker or for events it sleeps, and
/// a worker or an event wakes it. Everything goes through one lock, which also keeps the socket's number
/// from being used after the library closed it.
final class Connection: Sendable {
  /// What a connection does, and until when.
  private enum Phase {
    /// Waits for a request's header.
    case waiting(until: Double)
    /// Takes a body in.
    case receiving(until: Double, lastByte: Double)
    /// Waits for a worker.
    case working
    /// Sends an answer of so many bytes; nil for events.
    case sending(since: Double, byteCount: Int?, acknowledged: UInt64, progress: Double)
    /// Is answered already; throws away what still comes.
    case lingering(until: Double)
  }

  private struct State {
    var isOpen = true
    /// The client closed its side.
    var isGone = false
    /// The server gave it up.
    var isCut = false
    /// The request for which the connection sleeps.
    var sleeper: UInt64?
    /// The request that a worker has, which nobody else may touch.
    var worker: UInt64?
    var phase: Phase
    var exchange: Exchange?
    var requestCount = 0
    /// Since when the client has closed its side while a request should still come.
    var goneSince: Double?
    /// When the request was complete that is worked on.
    var completeAt = 0.0
    /// When the client was first seen to have closed its side since then.
    var closedAt: Double?
  }

  /// The peer's address, without its port.
  let peer: String
  private let state: Mutex<State>
  private let handle: ConnectionHandle
  private let socket: Int32
  private let halfCloseSeconds: Double
  private let wakeSignal: WakeSignal

  init(
    _ handle: ConnectionHandle, headerSeconds: Double, halfCloseSeconds: Double,
    wakeSignal: WakeSignal
  ) {
    (self.handle, self.wakeSignal) = (handle, wakeSignal)
    self.halfCloseSeconds = halfCloseSeconds
    socket = unsafe ao_mhd_socket(handle.raw)
    peer = unsafe RemoteAddress.text(ao_mhd_peer(handle.raw))
    state = Mutex(State(phase: .waiting(until: monotonicSeconds() + headerSeconds)))
  }

  // MARK: Requests

  /// A request's first line is there; its header has so many seconds.
  func begin(_ exchange: Exchange, headerSeconds: Double) {
    state.withLock { state in
      state.exchange = exchange
      state.goneSince = nil
      // The first request's time began with the connection.
      if case .waiting(let until) = state.phase, exchange.isFirst {
        state.phase = .waiting(until: until)
      } else {
        state.phase = .waiting(until: exchange.startedAt + headerSeconds)
      }
    }
  }

  /// The request that runs; nil where there is none or the connection was given up.
  var exchange: Exchange? { state.withLock { $0.isCut ? nil : $0.exchange } }

  /// The request is over; gives it back, and whether a worker still has it.
  func finish(idleSeconds: Double) -> (exchange: Exchange, isWithWorker: Bool)? {
    state.withLock { state in
      state.phase = .waiting(until: monotonicSeconds() + idleSeconds)
      state.requestCount += 1
      let isWithWorker = state.worker.take() != nil
      return state.exchange.take().map { ($0, isWithWorker) }
    }
  }

  /// Ends the events that are sent; those that a worker has not handed over are ended when they are
  /// queued.
  func endStream() {
    state.withLock { $0.worker == nil ? $0.exchange?.stream : nil }?.end()
  }

  /// Whether no request is complete yet.
  var isNew: Bool { state.withLock { $0.requestCount == 0 } }

  /// The body arrives, until a time.
  func receive(until: Double) {
    state.withLock { $0.phase = .receiving(until: until, lastByte: monotonicSeconds()) }
  }

  /// An answer goes out.
  func send(byteCount: Int?) {
    let now = monotonicSeconds()
    state.withLock { state in
      state.phase = .sending(
        since: now, byteCount: byteCount, acknowledged: ao_mhd_bytes_acknowledged(socket),
        progress: now)
    }
  }

  // MARK: Sleep

  /// Puts the connection to sleep and gives its request to a worker; only the library's thread may, within a call of the library.
  ///
  /// - Returns: false where the connection was given up and is to be closed.
  func sleep(_ serial: UInt64) -> Bool {
    state.withLock { state in
      guard !state.isCut else { return false }
      state.phase = .working
      (state.completeAt, state.closedAt) = (monotonicSeconds(), nil)
      // Who closes the sending side with the request is told from who leaves by this look.
      _ = hasAbandoned(&state)
      (state.sleeper, state.worker) = (serial, serial)
      unsafe MHD_suspend_connection(handle.raw)
      return true
    }
  }

  /// Looks for something under the lock and sleeps where there is nothing; nil where the connection
  /// was given up.
  func sleepUnless<Found>(_ serial: UInt64, _ look: () -> (Found, Bool)) -> Found? {
    state.withLock { state in
      guard !state.isGone, !state.isCut else { return nil }
      let (found, isNews) = look()
      if !isNews {
        state.sleeper = serial
        unsafe MHD_suspend_connection(handle.raw)
      }
      return found
    }
  }

  /// A worker is done with a request; wakes the connection.
  ///
  /// - Returns: false where the connection has given the request up meanwhile.
  func handBack(_ serial: UInt64) -> Bool {
    state.withLock { state in
      guard state.worker == serial else { return false }
      state.worker = nil
      if state.sleeper == serial { wake(&state) }
      return true
    }
  }

  /// Wakes the connection where it sleeps for this request.
  func resume(_ serial: UInt64) {
    state.withLock { state in
      guard state.sleeper == serial else { return }
      wake(&state)
    }
  }

  private func wake(_ state: inout State) {
    state.sleeper = nil
    if case .sending(let since, let count, let acknowledged, _) = state.phase {
      state.phase = .sending(
        since: since, byteCount: count, acknowledged: acknowledged, progress: monotonicSeconds())
    }
    unsafe MHD_resume_connection(handle.raw)
    // The library's own signal may be taken by a run that has already looked for who resumes.
    wakeSignal.raise()
  }

  // MARK: Giving up

  /// Whether the client of a request that is worked on is gone.
  func isAbandoned(_ serial: UInt64) -> Bool {
    state.withLock { state in
      guard state.isOpen, !state.isCut, state.exchange?.serial == serial else { return true }
      return hasAbandoned(&state)
    }
  }

  /// Whether the client has left a request that is complete.
  ///
  /// Who closes its side with the request, or right after it, may only say that nothing follows, and waits for
  /// the answer (RFC 9112, section 9.6): the system tells this from a client that is gone by nothing but the
  /// time. Who closes it later does not wait any more.
  private func hasAbandoned(_ state: inout State) -> Bool {
    let events = closedEvents()
    if events & Int16(POLLERR | POLLHUP) != 0 { state.isGone = true }
    guard !state.isGone, events != 0 else { return state.isGone }
    let closedAt = state.closedAt ?? monotonicSeconds()
    state.closedAt = closedAt
    if closedAt > state.completeAt + halfCloseSeconds { state.isGone = true }
    return state.isGone
  }

  /// Whether the client closed its side; asked of the system.
  private func isGone(_ state: inout State) -> Bool {
    if closedEvents() != 0 { state.isGone = true }
    return state.isGone
  }

  private func closedEvents() -> Int16 {
    var poll = pollfd(fd: socket, events: ao_poll_peer_closed, revents: 0)
    return unsafe Glibc.poll(&poll, 1, 0) > 0 ? poll.revents : 0
  }

  /// Ends a connection; what sleeps is woken to see it.
  func cut() {
    state.withLock { state in cut(&state) }
  }

  private func cut(_ state: inout State) {
    guard state.isOpen, !state.isCut else { return }
    state.isCut = true
    _ = shutdown(socket, Int32(SHUT_RDWR))
    if state.sleeper != nil { wake(&state) }
  }

  /// Ends a connection that has no request.
  func cutIfIdle() {
    state.withLock { state in
      if state.exchange == nil { cut(&state) }
    }
  }

  /// The library closes the socket after this.
  func closed() {
    state.withLock { state in
      state.isOpen = false
      state.sleeper = nil
    }
  }

  /// Sends an answer past the library and closes the sending side: for bodies that are refused while
  /// they arrive, when the library takes no answer.
  func sendLast(_ answer: Answer, lingerSeconds: Double) {
    let message = answer.message
    state.withLock { state in
      guard state.isOpen, !state.isCut else { return }
      send(message)
      _ = shutdown(socket, Int32(SHUT_WR))
      state.phase = .lingering(until: monotonicSeconds() + lingerSeconds)
    }
  }

  /// The socket's buffer is empty, so that a problem fits; what does not is not waited for.
  private func send(_ message: [UInt8]) {
    _ = unsafe message.withUnsafeBytes { bytes in
      unsafe Glibc.send(
        socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  // MARK: Time

  /// How long a client must have closed its side before the rest of its request is given up.
  private static let leaveSeconds = 0.2

  /// Whether nothing more can come.
  ///
  /// The library, which asks the system about changes alone, does not learn of an end that came
  /// together with the last bytes; it would keep the connection until its deadline. It is given the
  /// time to take those bytes, which may complete a request; as long as some wait it has more of it.
  private func hasLeft(_ state: inout State, _ now: Double) -> Bool {
    guard isGone(&state), !hasUnreadBytes else { return false }
    let since = state.goneSince ?? now
    state.goneSince = since
    return now > since + Self.leaveSeconds
  }

  /// Whether bytes have come that the library has not taken yet, as where its thread has much to do.
  private var hasUnreadBytes: Bool {
    var byte: UInt8 = 0
    return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Gives up what takes too long; gives the request that was cut while it arrived.
  func sweep(_ now: Double, _ settings: HTTPServerSettings) {
    state.withLock { state in
      guard state.isOpen, !state.isCut else { return }
      if state.sleeper != nil {
        // A stream whose client is gone is woken to end; work asks for itself.
        if case .sending = state.phase {
          if isGone(&state) { wake(&state) }
        } else {
          _ = hasAbandoned(&state)
        }
        return
      }
      switch state.phase {
      case .working: break
      case .waiting(let until), .lingering(let until):
        if now > until || hasLeft(&state, now) { cut(&state) }
      case .receiving(let until, let lastByte):
        if hasLeft(&state, now), now > lastByte + Self.leaveSeconds { return cut(&state) }
        guard now > until || now > lastByte + settings.idleSeconds else { break }
        if let message = state.exchange?.tooSlow() { send(message) }
        cut(&state)
      case .sending(let since, let count, var acknowledged, var progress):
        let bytes = ao_mhd_bytes_acknowledged(socket)
        if bytes > acknowledged { (acknowledged, progress) = (bytes, now) }
        state.phase = .sending(
          since: since, byteCount: count, acknowledged: acknowledged, progress: progress)
        let allowed = count.map {
          settings.idleSeconds + Double($0) / Double(settings.minimumAnswerBytesPerSecond)
        }
        let isLate = allowed.map { now > since + $0 } ?? false
        if isLate || now > progress + settings.idleSeconds { cut(&state) }
      }
    }
  }
}

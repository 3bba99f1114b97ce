internal import Foundation
internal import Glibc
internal import Synchronization

/// A socket that listens, the thread that serves it, and what is done there.
final class ServerListener: Sendable {
  private enum State {
    case ready
    case running
    case stopped
  }

  let core: ServerCore
  /// The port that it listens on.
  let port: UInt16
  private let name: String
  private let listener: Int32
  private let state = Mutex(State.ready)
  private let ended = DispatchSemaphore(value: 0)

  /// Listens at once; `start()` begins to serve.
  ///
  /// - Parameter name: the thread's.
  init(
    named name: String, address: String, port: UInt16,
    _ makeCore: () throws(HTTPServerError) -> ServerCore
  ) throws(HTTPServerError) {
    self.name = name
    let listener = try ListeningSocket.open(address: address, port: port)
    do { core = try makeCore() } catch {
      _ = close(listener)
      throw error
    }
    self.listener = listener
    self.port = ListeningSocket.port(of: listener)
  }

  /// Begins to serve; once.
  func start() throws(HTTPServerError) {
    try state.withLock { (state) throws(HTTPServerError) in
      guard case .ready = state else { return }
      let poller = try Poller()
      let (core, listener, ended) = (core, listener, ended)
      let thread = Thread {
        EventLoop(core, poller, listener: listener).run()
        ended.signal()
      }
      thread.name = name
      thread.start()
      state = .running
    }
  }

  /// Stops serving, for good, and closes the socket.
  ///
  /// What runs has so many seconds. It must be called.
  func stop(deadline seconds: Double) {
    let before = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    if case .stopped = before { return }
    core.beginStopping(until: monotonicSeconds() + seconds)
    if case .running = before { ended.wait() }
    core.pools.close()
    _ = close(listener)
  }
}

internal import CSockets
internal import Glibc
internal import Synchronization

/// What other threads tell the one that serves the sockets.
enum LoopMessage: Sendable {
  /// A worker has looked whether a body may come; the error refuses it.
  case admitted(Exchange, (any Error)?)
  /// A worker has the answer; nil where the request was abandoned.
  case answered(Exchange, Answer?)
  /// There are events for a connection.
  case ready(ConnectionID)
  /// Stop, at the latest at this time.
  case drain(until: Double)
}

/// Brings messages to the thread that serves the sockets, and wakes it.
final class Mailbox: Sendable {
  private struct State {
    var messages: [LoopMessage] = []
    var isClosed = false
  }

  /// Ready once after each message that came to none.
  let signal: Int32
  private let state = Mutex(State())

  init() throws(HTTPServerError) {
    signal = sockets_signal()
    guard signal >= 0 else { throw .cannotStart }
  }

  deinit { _ = close(signal) }

  /// Leaves a message; false where it has no reader any more.
  @discardableResult
  func post(_ message: LoopMessage) -> Bool {
    let (isTaken, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.messages.append(message)
      return (true, state.messages.count == 1)
    }
    if isFirst { sockets_raise(signal) }
    return isTaken
  }

  func take() -> [LoopMessage] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// Takes the last messages; none is taken after them.
  func end() -> [LoopMessage] {
    state.withLock { $0.isClosed = true }
    return take()
  }
}

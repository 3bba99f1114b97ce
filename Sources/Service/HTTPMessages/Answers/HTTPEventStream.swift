import Synchronization

/// Server-sent events on their way to one client (WHATWG HTML, "Server-sent events").
///
/// Events are sent from any thread; the server takes them out as fast as the client reads. A client
/// that reads too slowly is cut off, so that what waits for it stays bounded.
public final class HTTPEventStream: Sendable {
  /// The most bytes that wait for a client.
  public static let maximumWaitingBytes = 256 * 1024

  private struct State {
    var waiting: [UInt8] = []
    var isEnded = false
    var isGone = false
    var wake: (@Sendable () -> Void)?
    var onGone: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Makes a stream without events.
  public init() {}

  /// Sends an event; false where the client is gone or too slow.
  ///
  /// - Parameters:
  ///   - name: the event's type; no line break in it.
  ///   - data: its data; line breaks become several `data:` lines.
  ///   - id: what the client sends as `Last-Event-ID` when it comes back.
  @discardableResult
  public func send(_ name: String? = nil, data: String, id: String? = nil) -> Bool {
    var text = name.map { "event: \($0)\n" } ?? ""
    text += id.map { "id: \($0)\n" } ?? ""
    for line in data.split(separator: "\n", omittingEmptySubsequences: false) {
      text += "data: \(line)\n"
    }
    return append(text + "\n")
  }

  /// Sends a comment, which keeps proxies from closing a quiet connection.
  @discardableResult
  public func sendComment(_ text: String) -> Bool { append(": \(text)\n\n") }

  /// Ends the stream when everything waiting is sent.
  public func end() {
    state.withLock { state in
      state.isEnded = true
      return state.wake
    }?()
  }

  /// Tells when the client is gone; at once where it is already.
  public func whenGone(_ body: @escaping @Sendable () -> Void) {
    let isGone = state.withLock { state in
      if !state.isGone { state.onGone = body }
      return state.isGone
    }
    if isGone { body() }
  }

  private func append(_ text: String) -> Bool {
    let (taken, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard !state.isGone, !state.isEnded else { return (false, nil) }
      guard state.waiting.count + text.utf8.count <= Self.maximumWaitingBytes else {
        state.isEnded = true
        return (false, state.wake)
      }
      // The server takes all events that wait, so it is told of the first alone.
      let wake = state.waiting.isEmpty ? state.wake : nil
      state.waiting += text.utf8
      return (true, wake)
    }
    wake?()
    return taken
  }

  // MARK: The server's side

  /// Takes up to so many waiting bytes; `isEnd` where nothing will come after them.
  package func take(_ maximum: Int) -> (bytes: [UInt8], isEnd: Bool) {
    state.withLock { state in
      let bytes = Array(state.waiting.prefix(maximum))
      state.waiting.removeFirst(bytes.count)
      return (bytes, state.isEnded && state.waiting.isEmpty)
    }
  }

  /// What to call when there is something to take.
  package func whenReady(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
  }

  /// The client is gone.
  package func close() {
    let onGone = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state.onGone = nil }
      state.isGone = true
      state.waiting = []
      state.wake = nil
      return state.onGone
    }
    onGone?()
  }
}

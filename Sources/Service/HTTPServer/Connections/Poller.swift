internal import CSockets
internal import Glibc

/// What sockets are ready for, or watched for.
struct SocketReadiness: OptionSet {
  let rawValue: UInt32

  /// Bytes or the end can be read, or a connection taken.
  static let readable = SocketReadiness(rawValue: UInt32(sockets_readable))
  /// Bytes can be sent.
  static let writable = SocketReadiness(rawValue: UInt32(sockets_writable))
  /// The peer closed its sending side.
  static let peerClosed = SocketReadiness(rawValue: UInt32(sockets_peer_closed))
  /// The connection is over or broken.
  static let broken = SocketReadiness(rawValue: UInt32(sockets_broken))
  /// Told once each time.
  static let once = SocketReadiness(rawValue: UInt32(sockets_once))
}

/// Waits for sockets.
final class Poller: Sendable {
  private let descriptor: Int32

  init() throws(HTTPServerError) {
    descriptor = sockets_poller()
    guard descriptor >= 0 else { throw .cannotStart }
  }

  deinit { _ = close(descriptor) }

  /// Watches a descriptor; false where the system cannot.
  @discardableResult
  func watch(_ socket: Int32, _ key: UInt64, for wanted: SocketReadiness, isNew: Bool = false)
    -> Bool
  {
    sockets_watch(descriptor, socket, key, wanted.rawValue, isNew ? 1 : 0) == 0
  }

  /// Watches a descriptor no longer.
  func forget(_ socket: Int32) { _ = sockets_forget(descriptor, socket) }

  /// Waits until something is ready or for so many seconds; puts what is into `events`.
  func wait(_ seconds: Double, _ events: inout [sockets_event]) -> Int {
    // Rounded up: a deadline that is waited for has passed then.
    let milliseconds = seconds < 1e6 ? Int32((max(seconds, 0) * 1000).rounded(.up)) : -1
    return max(0, Int(unsafe sockets_wait(descriptor, &events, milliseconds)))
  }

  /// Room for the events of one wait.
  static var room: [sockets_event] {
    Array(repeating: sockets_event(), count: Int(sockets_most_events))
  }
}

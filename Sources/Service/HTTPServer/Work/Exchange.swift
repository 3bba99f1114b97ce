internal import HTTPMessages
internal import Synchronization

/// A request that a worker has: what its connection and the worker both look at.
final class Exchange: Sendable {
  /// The connection that it came on.
  let connection: ConnectionID
  /// Everything but the body.
  let head: HTTPRequestHead
  /// What answers it.
  let route: HTTPRoute
  private let abandoned = Atomic(false)

  init(connection: ConnectionID, head: HTTPRequestHead, route: HTTPRoute) {
    (self.connection, self.head, self.route) = (connection, head, route)
  }

  /// Whether its client is gone, or was given up.
  var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

  /// Tells the worker that the client is gone; `ServerCore.abandon` takes what waits out too.
  func abandon() { abandoned.store(true, ordering: .relaxed) }
}

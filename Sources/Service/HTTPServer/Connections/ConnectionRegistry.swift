internal import Synchronization

/// The open connections.
final class ConnectionRegistry: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var counts = AddressCount()
  }

  private let state = Mutex(State())
  private let settings: HTTPServerSettings

  init(_ settings: HTTPServerSettings) { self.settings = settings }

  /// The connections.
  var all: [Connection] { state.withLock { Array($0.connections.values) } }

  /// How many there are.
  var count: Int { state.withLock { $0.connections.count } }

  /// Whether the limits allow one more connection from an address.
  func hasRoom(for peer: String) -> Bool {
    state.withLock { state in
      guard state.connections.count < settings.maximumConnections else { return false }
      return state.counts[peer] < settings.maximumConnectionsPerAddress
        || settings.trustedProxies.contains(peer)
    }
  }

  /// Adds a connection.
  func add(_ connection: Connection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      state.counts.add(1, from: connection.peer)
    }
  }

  /// Removes a connection.
  func remove(_ connection: Connection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = nil
      state.counts.add(-1, from: connection.peer)
    }
  }
}

/// The open connections of one listener, within their limits.
struct ConnectionTable {
  private let settings: HTTPServerSettings
  private var connections: [ConnectionID: Connection] = [:]
  private var counts = AddressCount()
  /// How many may ask for the health alone.
  private(set) var countForHealth = 0

  /// Makes a table without connections.
  init(_ settings: HTTPServerSettings) { self.settings = settings }

  /// The connection of a number, where it is still open.
  subscript(id: ConnectionID) -> Connection? { connections[id] }

  var all: [Connection] { Array(connections.values) }

  var count: Int { connections.count }

  mutating func add(_ connection: Connection) {
    connections[connection.id] = connection
    counts.add(1, from: connection.network)
    if connection.isForHealth { countForHealth += 1 }
  }

  mutating func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    counts.add(-1, from: connection.network)
    if connection.isForHealth { countForHealth -= 1 }
  }

  /// What becomes of a new connection.
  enum Place {
    /// There is room.
    case free
    /// This one makes room.
    case of(Connection)
    case none
  }

  /// The place for a connection from a peer's network.
  ///
  /// At a network's own limit one of its idle connections yields. At the limit in all one of the networks with
  /// the most connections does, of those that hold more than the newcomer's, or of the newcomer's own.
  ///
  /// - Parameter isFull: whether there is no room for more than there are, whatever the limit.
  func place(from peer: String, network: String, now: Double, isFull: Bool) -> Place {
    let own = counts[network]
    let isProxy = settings.trustedProxies.contains(peer)
    if !isProxy, own >= settings.maximumConnectionsPerAddress {
      return idlest { $0 == network }.map(Place.of) ?? .none
    }
    guard isFull || connections.count >= settings.maximumConnections else { return .free }
    let larger = counts.countByNetwork.filter { $0.value > own || $0.key == network }
    for count in Set(larger.values).sorted(by: >) {
      let found = idlest { larger[$0] == count }
      if let found { return .of(found) }
    }
    return .none

    /// Of connections from some networks the one that yields first: of those that wait for a next request, else
    /// of those without a complete header, else of those whose body is silent, the one silent longest; else of
    /// those that are sent an answer the one whose client takes the least of what it is sent.
    func idlest(_ isOf: (String) -> Bool) -> Connection? {
      var best: (rank: Connection.YieldRank, connection: Connection)?
      for connection in connections.values where isOf(connection.network) {
        guard let rank = connection.yieldRank(now) else { continue }
        if let best, best.rank <= rank { continue }
        best = (rank, connection)
      }
      return best?.connection
    }
  }
}

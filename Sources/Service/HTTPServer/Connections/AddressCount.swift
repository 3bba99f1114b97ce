import HTTPMessages

/// A count for each network that addresses belong to.
package struct AddressCount {
  /// The counts, of networks that have any.
  private(set) var countByNetwork: [String: Int] = [:]

  /// Makes a count of nothing.
  package init() {}

  /// The count of the network of an address.
  package subscript(address: String) -> Int {
    countByNetwork[RemoteAddress.network(of: address), default: 0]
  }

  /// Counts one more, or one less by -1.
  package mutating func add(_ number: Int, from address: String) {
    let network = RemoteAddress.network(of: address)
    let count = countByNetwork[network, default: 0] + number
    countByNetwork[network] = count > 0 ? count : nil
  }

  /// How many networks are remembered.
  package var networkCount: Int { countByNetwork.count }
}

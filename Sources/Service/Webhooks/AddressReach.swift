/// How far an address reaches (IANA's special-purpose address registries, RFC 6890).
enum AddressReach: Hashable, Sendable {
  /// A host on the public internet.
  case global
  /// This machine or this network: loopback, private, shared and link-local addresses.
  case local
  /// No single host: unspecified, multicast, documentation, reserved, and ways around to others.
  case none

  init(of address: IPAddress) {
    self = address.bytes.count == 4 ? Self.fourth(address.bytes) : Self.sixth(address.bytes)
  }

  /// Blocks of IPv4 that are not global, the narrower before the wider.
  private static let fourthBlocks: [(block: [UInt8], bits: Int, reach: AddressReach)] = [
    ([0, 0, 0, 0], 8, .none),
    ([10, 0, 0, 0], 8, .local),
    ([100, 64, 0, 0], 10, .local),
    ([127, 0, 0, 0], 8, .local),
    ([169, 254, 0, 0], 16, .local),
    ([172, 16, 0, 0], 12, .local),
    ([192, 0, 0, 0], 24, .none),
    ([192, 0, 2, 0], 24, .none),
    ([192, 88, 99, 0], 24, .none),
    ([192, 168, 0, 0], 16, .local),
    ([198, 18, 0, 0], 15, .none),
    ([198, 51, 100, 0], 24, .none),
    ([203, 0, 113, 0], 24, .none),
    ([224, 0, 0, 0], 3, .none),
  ]

  private static func fourth(_ bytes: [UInt8]) -> AddressReach {
    fourthBlocks.first { isIn(bytes, $0.block, $0.bits) }?.reach ?? .global
  }

  private static func sixth(_ bytes: [UInt8]) -> AddressReach {
    let last = Array(bytes.suffix(4))
    let zeros = [UInt8](repeating: 0, count: 12)
    // An IPv4 address in another coat (RFC 4291, RFC 6052) reaches as far as that one does.
    if isIn(bytes, Array(zeros.dropLast(2)) + [0xFF, 0xFF], 96) { return fourth(last) }
    if isIn(bytes, [0x00, 0x64, 0xFF, 0x9B] + zeros.prefix(8), 96) {
      // A translator must not lead back inside.
      return fourth(last) == .global ? .global : .none
    }
    if bytes == zeros + [0, 0, 0, 1] { return .local }
    if isIn(bytes, [0xFC], 7) || isIn(bytes, [0xFE, 0x80], 10) { return .local }
    // All that is given out is in 2000::/3, less protocol assignments with Teredo (2001::/23), 6to4
    // (2002::/16) and documentation.
    guard isIn(bytes, [0x20], 3), !isIn(bytes, [0x20, 0x01, 0x00], 23),
      !isIn(bytes, [0x20, 0x01, 0x0D, 0xB8], 32), !isIn(bytes, [0x20, 0x02], 16),
      !isIn(bytes, [0x3F, 0xFF, 0x00], 20)
    else { return .none }
    return .global
  }

  /// Whether the first bits are those of a block.
  private static func isIn(_ bytes: [UInt8], _ block: [UInt8], _ bits: Int) -> Bool {
    (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> UInt8(bit % 8)
      return bytes[bit / 8] & mask == block[bit / 8] & mask
    }
  }
}

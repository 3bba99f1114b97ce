/// Writes the chunks of a PNG file.
struct PNGChunkWriter {
  private(set) var bytes: [UInt8] = PNG.signature

  /// Adds a chunk with its checksum.
  mutating func append(_ type: String, _ data: [UInt8]) {
    let body = Array(type.utf8) + data
    bytes.append(bigEndian: UInt32(data.count))
    bytes += body
    bytes.append(bigEndian: Self.checksum(of: body))
  }

  /// CRC-32 by the polynomial of PNG.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: UInt32) {
    self += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

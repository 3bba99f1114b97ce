/// The checksum of zip files and of PNG's chunks (ISO/IEC 15948, annex D).
public enum CRC32 {
  /// The checksum of bytes.
  public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
  }
}

/// A chunk of a PNG, for tests that write such files byte by byte.
public enum PNGChunk {
  /// The chunk's length, name, content and checksum.
  public static func bytes(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(CRC32.of(body))
  }

  /// A number as PNG stores it, the highest byte first.
  public static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// Writes zip archives by the format's own specification (PKWARE APPNOTE 6.3), honest or not.
struct ZipBuilder {
  struct Entry {
    var name: String
    var content: [UInt8]
    /// 0 for stored bytes, 8 for deflated ones.
    var method: UInt16 = 0
    /// What the directory claims.
    var claimedSize: Int?
    var checksum: UInt32?
    /// Unix's st_mode.
    var mode: UInt32 = 0o100644
  }

  private(set) var entries: [Entry] = []

  mutating func add(_ entry: Entry) { entries.append(entry) }

  mutating func add(_ name: String, _ content: [UInt8]) {
    add(Entry(name: name, content: content))
  }

  mutating func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

  var bytes: [UInt8] {
    var out: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = out.count
      let name = Array(entry.name.utf8)
      // Version 2.0, UTF-8 names, no date.
      let common =
        le16(20) + le16(1 << 11) + le16(entry.method) + le16(0) + le16(0x21)
        + le32(entry.checksum ?? Self.crc32(entry.content)) + le32(UInt32(entry.content.count))
        + le32(UInt32(entry.claimedSize ?? entry.content.count))
        + le16(UInt16(name.count)) + le16(0)
      out += le32(0x0403_4b50) + common + name + entry.content
      directory +=
        le32(0x0201_4b50) + le16(3 << 8 | 20) + common + le16(0) + le16(0) + le16(0)
        + le32(entry.mode << 16) + le32(UInt32(offset)) + name
    }
    let count = UInt16(entries.count)
    return out + directory + le32(0x0605_4b50) + le16(0) + le16(0) + le16(count) + le16(count)
      + le32(UInt32(directory.count)) + le32(UInt32(out.count)) + le16(0)
  }

  /// Zeros, deflated (RFC 1951) as tightly as it goes: one literal, then copies of 258 bytes from
  /// one byte back, 13 bits each.
  static func deflatedZeros(atLeast count: Int) -> [UInt8] {
    var out: [UInt8] = []
    var (pending, filled) = (UInt32(0), 0)
    func put(_ code: UInt32, _ bits: Int) {
      for bit in (0..<bits).reversed() {
        pending |= (code >> UInt32(bit) & 1) << UInt32(filled)
        filled += 1
        if filled == 8 {
          out.append(UInt8(pending))
          (pending, filled) = (0, 0)
        }
      }
    }
    put(1, 1)  // the last block
    put(0b10, 2)  // with fixed codes: the number 1, lowest bit first
    put(0b0011_0000, 8)  // the literal 0
    for _ in 0..<(count + 257) / 258 {
      put(0b1100_0101, 8)  // length 258
      put(0, 5)  // from one byte back
    }
    put(0, 7)  // end of block
    put(0, 7)  // fill the last byte
    return out
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
  }

  private func le16(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private func le32(_ value: UInt32) -> [UInt8] {
    le16(UInt16(value & 0xFFFF)) + le16(UInt16(value >> 16))
  }
}

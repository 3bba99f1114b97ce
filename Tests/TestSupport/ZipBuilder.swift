/// Writes zip archives by the format's own specification (PKWARE APPNOTE 6.3), honest or not.
public struct ZipBuilder {
  /// One file of the archive, and what is said about it.
  public struct Entry {
    /// The path in the archive.
    public var name: String
    /// The bytes as they are stored.
    public var content: [UInt8]
    /// 0 for stored bytes, 8 for deflated ones.
    public var method: UInt16
    /// What the directory claims.
    public var claimedSize: Int?
    /// What the header before its bytes claims; nil for what the directory claims.
    public var localSize: Int?
    /// Whether both say that it is encrypted.
    public var isEncrypted = false
    /// The checksum that is claimed; nil is the true one.
    public var checksum: UInt32?
    /// Unix's st_mode.
    public var mode: UInt32

    /// Makes an honest entry of stored bytes, unless told otherwise.
    public init(
      name: String, content: [UInt8], method: UInt16 = 0, claimedSize: Int? = nil,
      checksum: UInt32? = nil, mode: UInt32 = 0o100644
    ) {
      (self.name, self.content, self.method) = (name, content, method)
      (self.claimedSize, self.checksum, self.mode) = (claimedSize, checksum, mode)
    }
  }

  /// The files, in their order.
  public private(set) var entries: [Entry] = []

  /// Makes an archive without files.
  public init() {}

  /// Adds a file.
  public mutating func add(_ entry: Entry) { entries.append(entry) }

  /// Adds a file.
  public mutating func add(_ name: String, _ content: [UInt8]) {
    add(Entry(name: name, content: content))
  }

  /// Adds a text file.
  public mutating func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

  /// The archive.
  public var bytes: [UInt8] {
    var out: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = out.count
      let name = Array(entry.name.utf8)
      // Version 2.0, UTF-8 names, no date.
      let flags: UInt16 = 1 << 11 | (entry.isEncrypted ? 1 : 0)
      let claimed = entry.claimedSize ?? entry.content.count
      func common(_ size: Int) -> [UInt8] {
        le16(20) + le16(flags) + le16(entry.method) + le16(0) + le16(0x21)
          + le32(entry.checksum ?? CRC32.of(entry.content)) + le32(UInt32(entry.content.count))
          + le32(UInt32(size)) + le16(UInt16(name.count)) + le16(0)
      }
      out += le32(0x0403_4b50) + common(entry.localSize ?? claimed) + name + entry.content
      directory +=
        le32(0x0201_4b50) + le16(3 << 8 | 20) + common(claimed) + le16(0) + le16(0) + le16(0)
        + le32(entry.mode << 16) + le32(UInt32(offset)) + name
    }
    let count = UInt16(entries.count)
    return out + directory + le32(0x0605_4b50) + le16(0) + le16(0) + le16(count) + le16(count)
      + le32(UInt32(directory.count)) + le32(UInt32(out.count)) + le16(0)
  }

  /// Zeros, deflated (RFC 1951) as tightly as it goes: one literal, then copies of 258 bytes from
  /// one byte back, 13 bits each.
  public static func deflatedZeros(atLeast count: Int) -> [UInt8] {
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

  private func le16(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private func le32(_ value: UInt32) -> [UInt8] {
    le16(UInt16(value & 0xFFFF)) + le16(UInt16(value >> 16))
  }
}

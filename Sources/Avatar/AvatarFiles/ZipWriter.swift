/// Writes zip archives (PKWARE APPNOTE 6.3) of files as they are: the same files give the same bytes anywhere.
package enum ZipWriter {
  /// The archive of some files, in their order; together they are shorter than 4 GiB.
  package static func archive(of files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let (name, offset) = (Array(file.path.utf8), archive.count)
      let size = little(file.bytes.count, 4)
      // Version 2.0, names in UTF-8, stored, at midnight of 1980-01-01, the first day that zip has.
      let entry =
        little(20, 2) + little(1 << 11, 2) + little(0, 2) + little(0, 2) + little(0x21, 2)
        + little(Int(checksum(file.bytes)), 4) + size + size + little(name.count, 2) + little(0, 2)
      archive += Array("PK\u{3}\u{4}".utf8) + entry + name + file.bytes
      // Made by Unix: a plain file that all may read.
      directory +=
        Array("PK\u{1}\u{2}".utf8) + little(3 << 8 | 20, 2) + entry + little(0, 6)
        + little(0o100644 << 16, 4) + little(offset, 4) + name
    }
    let count = little(files.count, 2)
    return archive + directory + Array("PK\u{5}\u{6}".utf8) + little(0, 4) + count + count
      + little(directory.count, 4) + little(archive.count, 4) + little(0, 2)
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// CRC-32 of ISO 3309, by a table.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }
}

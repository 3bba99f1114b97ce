internal import Foundation

/// The two headers that a zip archive has of each entry, in its directory and before the bytes, which must say the
/// same: programs that look at the other of them would see another package.
///
/// libzip's own check refuses archives that were written to a pipe, or by `zip -fd`, whose local headers have sizes
/// though they say that these follow the bytes (PKWARE APPNOTE 6.3, section 4.4.4, bit 3).
struct ZipHeaders {
  /// An entry as the directory has it.
  private struct Entry {
    var name: [UInt8]
    /// What the header says, by its fields, without what only one of the two has.
    var common: Common
    /// Where its local header begins.
    var offset: UInt64
  }

  /// What both headers say.
  private struct Common {
    var flags, method: UInt64
    var checksum, packedBytes, bytes: UInt64

    /// Reads the fields that begin with the flags.
    init(_ bytes: ArraySlice<UInt8>) {
      (flags, method) = (bytes.number(at: 0, 2), bytes.number(at: 2, 2))
      (checksum, packedBytes) = (bytes.number(at: 8, 4), bytes.number(at: 12, 4))
      self.bytes = bytes.number(at: 16, 4)
    }

    /// Whether a local header, this one, says what the directory says.
    func agrees(with directory: Common) -> Bool {
      guard (flags ^ directory.flags) & 1 == 0, method == directory.method else { return false }
      // The numbers follow the bytes; what stands in their places says nothing.
      if flags & Self.numbersFollow != 0 { return true }
      return checksum == directory.checksum
        && [(packedBytes, directory.packedBytes), (bytes, directory.bytes)].allSatisfy {
          $0 == $1 || $0 == ZipHeaders.elsewhere || $1 == ZipHeaders.elsewhere
        }
    }

    private static let numbersFollow: UInt64 = 1 << 3
  }

  /// The 32-bit number that stands for one in an extra field of 64 bits.
  private static let elsewhere: UInt64 = 0xFFFF_FFFF
  /// Bytes of the headers without what has a length of its own: the local one, that of the directory, its end, that
  /// of 64 bits and what leads there.
  private static let (localBytes, entryBytes, endBytes, wideEndBytes, locatorBytes) =
    (30, 46, 22, 56, 20)
  /// The longest comment of an archive, in bytes.
  private static let commentBytes = 65_535

  private let file: FileHandle
  private let byteCount: UInt64

  /// Throws where the headers contradict each other, or the directory is not the one whose entries have these names.
  ///
  /// - Parameter names: the bytes of the names, in the directory's order.
  static func check(path: String, names: [[UInt8]]) throws(PackageFileError) {
    guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd() else {
      throw .unreadable(reason: "it cannot be opened")
    }
    defer { try? file.close() }
    guard ZipHeaders(file: file, byteCount: end).agree(names) else {
      throw .unreadable(
        reason:
          "its directory and the headers of its entries contradict each other (sizes, names or"
          + " places); pack the archive anew")
    }
  }

  private func agree(_ names: [[UInt8]]) -> Bool {
    guard let (entries, directory) = entries(names.count), entries.map(\.name) == names else {
      return false
    }
    return entries.allSatisfy { entry in
      guard let header = read(entry.offset, Self.localBytes),
        header.number(at: 0, 4) == 0x0403_4B50,
        Common(header[6...]).agrees(with: entry.common),
        header.number(at: 26, 2) == entry.name.count,
        read(entry.offset + UInt64(Self.localBytes), entry.name.count) == entry.name[...]
      else { return false }
      let begin =
        entry.offset + UInt64(Self.localBytes + entry.name.count) + header.number(at: 28, 2)
      let packed = entry.common.packedBytes
      return packed == Self.elsewhere || begin + packed <= directory
    }
  }

  /// The entries of the directory, and where it begins; nil where there is none of so many.
  private func entries(_ count: Int) -> (entries: [Entry], directory: UInt64)? {
    guard let (offset, length) = directory(count), let all = read(offset, length) else {
      return nil
    }
    var (entries, left): ([Entry], ArraySlice<UInt8>) = ([], all)
    for _ in 0..<count {
      guard left.count >= Self.entryBytes, left.number(at: 0, 4) == 0x0201_4B50 else { return nil }
      let lengths = [28, 30, 32].map { Int(left.number(at: $0, 2)) }
      let whole = Self.entryBytes + lengths.reduce(0, +)
      guard left.count >= whole else { return nil }
      let rest = left.dropFirst(Self.entryBytes)
      let common = Common(left.dropFirst(8))
      var offset = left.number(at: 42, 4)
      if offset == Self.elsewhere {
        let extra = rest.dropFirst(lengths[0]).prefix(lengths[1])
        guard let wide = Self.wideOffset(extra, of: common) else { return nil }
        offset = wide
      }
      guard offset <= byteCount else { return nil }
      entries.append(Entry(name: Array(rest.prefix(lengths[0])), common: common, offset: offset))
      left = left.dropFirst(whole)
    }
    return (entries, offset)
  }

  /// Where the directory begins and how long it is; nil where the archive does not end with that of so many
  /// entries.
  private func directory(_ count: Int) -> (offset: UInt64, length: Int)? {
    let most = min(byteCount, UInt64(Self.endBytes + Self.commentBytes))
    guard let tail = read(byteCount - most, Int(most)), tail.count >= Self.endBytes else {
      return nil
    }
    // The end whose comment is the rest of the file.
    let place = (0...(tail.count - Self.endBytes)).last { place in
      let end = tail[place...]
      return end.number(at: 0, 4) == 0x0605_4B50
        && Self.endBytes + Int(end.number(at: 20, 2)) == end.count
    }
    guard let place else { return nil }
    let end = tail[place...]
    var (found, length, offset) = (
      end.number(at: 10, 2), end.number(at: 12, 4), end.number(at: 16, 4)
    )
    if found == 0xFFFF || length == Self.elsewhere || offset == Self.elsewhere {
      let position = byteCount - most + UInt64(place)
      guard position >= Self.locatorBytes,
        let locator = read(position - UInt64(Self.locatorBytes), Self.locatorBytes),
        locator.number(at: 0, 4) == 0x0706_4B50,
        let wide = read(locator.number(at: 8, 8), Self.wideEndBytes),
        wide.number(at: 0, 4) == 0x0606_4B50
      else { return nil }
      (found, length, offset) =
        (wide.number(at: 32, 8), wide.number(at: 40, 8), wide.number(at: 48, 8))
    }
    guard found == count, length <= byteCount, offset <= byteCount - length else { return nil }
    return (offset, Int(length))
  }

  /// The offset in the extra field of 64-bit numbers, where it comes after those that it stands in for.
  private static func wideOffset(_ extra: ArraySlice<UInt8>, of common: Common) -> UInt64? {
    var left = extra
    while left.count >= 4 {
      let (kind, length) = (left.number(at: 0, 2), Int(left.number(at: 2, 2)))
      let field = left.dropFirst(4).prefix(length)
      guard field.count == length else { return nil }
      if kind == 1 {
        let before = [common.bytes, common.packedBytes].count { $0 == elsewhere } * 8
        return field.count >= before + 8 ? field.number(at: before, 8) : nil
      }
      left = left.dropFirst(4 + length)
    }
    return nil
  }

  /// So many bytes from an offset on; nil where the file has fewer.
  private func read(_ offset: UInt64, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset <= byteCount, UInt64(count) <= byteCount - offset else { return nil }
    guard count > 0 else { return [] }
    guard (try? file.seek(toOffset: offset)) != nil,
      let bytes = (try? file.read(upToCount: count)) ?? nil, bytes.count == count
    else { return nil }
    return ArraySlice(bytes)
  }
}

extension ArraySlice<UInt8> {
  /// A number of so many bytes, the lowest first; the bytes must be there.
  fileprivate func number(at offset: Int, _ count: Int) -> UInt64 {
    dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

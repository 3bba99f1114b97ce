/// The bytes of a file as UTF-8, whatever of Unicode's forms they are in.
///
/// Windows' tools write UTF-16, mostly with a mark at the beginning. Without one it is told by the first
/// character, which in JSON is one of ASCII.
@safe final class TextSource {
  private enum Form { case unknown, utf8, utf16(isBigEndian: Bool) }

  private let source: ByteSource
  private var form = Form.unknown
  /// UTF-16 that was read and not yet decoded, an odd byte or half of a pair.
  private var rest: [UInt8] = []
  /// UTF-8 that was decoded and not yet handed out, from `start` on.
  private var decoded: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  private static let room = 1 << 16

  init(_ source: ByteSource) {
    self.source = source
  }

  /// How many bytes there are, as they lie in memory; nil for a file's.
  var expectedCount: Int? { source.expectedCount }
  /// How many bytes were read of the file, unpacked.
  var position: Int { source.unpackedCount }
  /// Whether the text is UTF-16.
  var isUTF16: Bool { if case .utf16 = form { true } else { false } }

  /// Fills the buffer from its start and returns how many bytes; 0 at the end.
  func read(into output: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    if case .utf8 = form { return try unsafe source.read(into: output) }
    if case .unknown = form { try findForm() }
    if case .utf16(let isBigEndian) = form {
      while start == decoded.count, !isAtEnd { try decode(isBigEndian) }
    }
    let count = min(output.count, decoded.count - start)
    if count > 0 {
      unsafe output.copyBytes(from: decoded[start..<start + count])
      start += count
    } else if case .utf8 = form {
      return try unsafe source.read(into: output)
    }
    return count
  }

  /// Tells the form by the first two bytes.
  private func findForm() throws(SourceError) {
    var first: [UInt8] = []
    while first.count < 2 {
      let more = try readBytes()
      if more.isEmpty { break }
      first += more
    }
    switch (first.first, first.dropFirst().first) {
    case (0xFF, 0xFE): form = .utf16(isBigEndian: false)
    case (0xFE, 0xFF): form = .utf16(isBigEndian: true)
    case (let low?, 0) where low != 0 && low < 0x80: form = .utf16(isBigEndian: false)
    case (0, let low?) where low != 0 && low < 0x80: form = .utf16(isBigEndian: true)
    default:
      form = .utf8
      decoded = first
      return
    }
    let hasMark = first[0] >= 0xFE || first[1] >= 0xFE
    rest = hasMark ? Array(first.dropFirst(2)) : first
    if case .utf16(let isBigEndian) = form { try decodeRest(isBigEndian) }
  }

  private func decode(_ isBigEndian: Bool) throws(SourceError) {
    let more = try readBytes()
    isAtEnd = more.isEmpty
    rest += more
    try decodeRest(isBigEndian)
  }

  private func readBytes() throws(SourceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.room)
    var (count, failure) = (0, SourceError?.none)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(SourceError) {
        count = try unsafe source.read(into: buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Decodes the whole characters of `rest`; an odd byte or half of a pair at the file's end is where it was
  /// cut off, and left out.
  private func decodeRest(_ isBigEndian: Bool) throws(SourceError) {
    (decoded, start) = ([], 0)
    decoded.reserveCapacity(rest.count + rest.count / 2)
    var place = 0
    func unit(at place: Int) -> UInt16 {
      let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while place + 1 < rest.count {
      let first = unit(at: place)
      // The end of a line with its bytes swapped, which is no character: a byte was lost or added.
      guard first != 0x0A00 else {
        throw .damagedUTF16(byte: position - rest.count + place + 1)
      }
      guard UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first) else {
        append(UInt32(first))
        place += 2
        continue
      }
      guard UTF16.isLeadSurrogate(first) else {
        throw .damagedUTF16(byte: position - rest.count + place + 1)
      }
      guard place + 3 < rest.count else { break }
      let second = unit(at: place + 2)
      guard UTF16.isTrailSurrogate(second) else {
        throw .damagedUTF16(byte: position - rest.count + place + 3)
      }
      append(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
      place += 4
    }
    rest.removeFirst(place)
  }

  private func append(_ scalar: UInt32) {
    switch scalar {
    case ..<0x80: decoded.append(UInt8(scalar))
    case ..<0x800:
      decoded.append(UInt8(0xC0 | scalar >> 6))
      decoded.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x10000:
      decoded.append(UInt8(0xE0 | scalar >> 12))
      decoded.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      decoded.append(UInt8(0x80 | scalar & 0x3F))
    default:
      decoded.append(UInt8(0xF0 | scalar >> 18))
      decoded.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      decoded.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      decoded.append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}

internal import Glibc

/// Takes `multipart/form-data` apart while it arrives (RFC 7578, RFC 2046 section 5.1).
///
/// Whatever the buffers' borders, the same bytes give the same parts. Of a part only its header and
/// the bytes that could be the begin of a boundary are kept.
package struct MultipartParser {
  /// The most bytes of one part's header.
  static let maximumHeaderBytes = 8 * 1024
  /// The most characters of a boundary (RFC 2046).
  static let maximumBoundaryBytes = 70

  /// What was found, in its order.
  package enum Event {
    case begin(PartHeader)
    /// Bytes of the part.
    case bytes(ArraySlice<UInt8>)
    /// The part is complete.
    case end
  }

  private enum State {
    case preamble
    case afterBoundary
    case header
    case content
    case epilogue
  }

  /// `CR LF - - boundary`.
  private let delimiter: [UInt8]
  private var state = State.preamble
  private var pending: [UInt8]

  package init(boundary: String) {
    delimiter = Array("\r\n--\(boundary)".utf8)
    // The first boundary may be the body's very begin, as if a line had ended before it.
    pending = [0x0d, 0x0a]
  }

  /// The boundary of a `Content-Type`; nil where it is no `multipart/form-data`.
  ///
  /// - Throws: `badMultipart` where the boundary is missing or not allowed.
  package static func boundary(_ contentType: String?) throws(HTTPFault) -> String? {
    guard let contentType, MediaType.name(contentType) == "multipart/form-data" else { return nil }
    guard let boundary = MediaType.parameters(contentType)["boundary"] else {
      throw .badMultipart("its Content-Type has no boundary")
    }
    guard (1...maximumBoundaryBytes).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy({ (0x20...0x7e).contains($0) }), !boundary.hasSuffix(" ")
    else {
      throw .badMultipart(
        "its boundary is not 1 to \(maximumBoundaryBytes) printable ASCII characters")
    }
    return boundary
  }

  /// Takes more bytes.
  package mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ found: (Event) throws -> Void
  ) throws {
    unsafe pending.append(contentsOf: bytes)
    var start = 0
    while try step(&start, found) {}
    pending.removeFirst(start)
  }

  /// The body is complete.
  package func finish() throws(HTTPFault) {
    guard state == .epilogue else {
      throw .badMultipart(
        "it ends before its last boundary; it was cut off, or its length is wrong")
    }
  }

  /// Goes one step on; false where more bytes are needed.
  private mutating func step(_ start: inout Int, _ found: (Event) throws -> Void) throws -> Bool {
    switch state {
    case .preamble: return skipPreamble(&start)
    case .afterBoundary: return try readBoundaryEnd(&start)
    case .header: return try readHeader(&start, found)
    case .content: return try readContent(&start, found)
    case .epilogue:
      start = pending.count
      return false
    }
  }

  private mutating func skipPreamble(_ start: inout Int) -> Bool {
    guard let index = pending.firstIndex(of: delimiter, from: start) else {
      start = max(start, pending.count - delimiter.count + 1)
      return false
    }
    start = index + delimiter.count
    state = .afterBoundary
    return true
  }

  /// After a boundary: `--` ends the body, a line's end begins a part; blanks may come before it.
  private mutating func readBoundaryEnd(_ start: inout Int) throws(HTTPFault) -> Bool {
    var index = start
    while index < pending.count, pending[index] == 0x20 || pending[index] == 0x09 { index += 1 }
    guard index - start <= Self.maximumHeaderBytes else {
      throw .badMultipart("a boundary's line is too long")
    }
    guard index + 1 < pending.count else { return false }
    switch (pending[index], pending[index + 1]) {
    case (0x2d, 0x2d) where index == start: state = .epilogue
    case (0x0d, 0x0a): state = .header
    default: throw .badMultipart("a boundary is followed by something else on its line")
    }
    // The line's end stays for an empty header, which begins with it.
    start = state == .header ? index : index + 2
    return true
  }

  private mutating func readHeader(
    _ start: inout Int, _ found: (Event) throws -> Void
  ) throws -> Bool {
    guard let end = pending.firstIndex(of: [0x0d, 0x0a, 0x0d, 0x0a], from: start) else {
      guard pending.count - start <= Self.maximumHeaderBytes else {
        throw HTTPFault.badMultipart("a part's header is over \(Self.maximumHeaderBytes) bytes")
      }
      return false
    }
    guard end - start <= Self.maximumHeaderBytes else {
      throw HTTPFault.badMultipart("a part's header is over \(Self.maximumHeaderBytes) bytes")
    }
    let header = try PartHeader(pending[start..<end])
    start = end + 4
    state = .content
    try found(.begin(header))
    return true
  }

  private mutating func readContent(
    _ start: inout Int, _ found: (Event) throws -> Void
  ) throws -> Bool {
    if let index = pending.firstIndex(of: delimiter, from: start) {
      if index > start { try found(.bytes(pending[start..<index])) }
      try found(.end)
      start = index + delimiter.count
      state = .afterBoundary
      return true
    }
    let safe = pending.count - delimiter.count + 1
    if safe > start {
      try found(.bytes(pending[start..<safe]))
      start = safe
    }
    return false
  }
}

extension [UInt8] {
  /// Where a pattern begins, from an index on.
  fileprivate func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      unsafe pattern.withUnsafeBytes { pattern -> Int? in
        guard let base = bytes.baseAddress, let sought = pattern.baseAddress else { return nil }
        let end = bytes.count - pattern.count + 1
        var index = start
        while index < end,
          let found = unsafe memchr(base + index, Int32(pattern[0]), end - index)
        {
          index = unsafe UnsafeRawPointer(found) - base
          if unsafe memcmp(found, sought, pattern.count) == 0 { return index }
          index += 1
        }
        return nil
      }
    }
  }
}

/// Takes a chunked body apart while it arrives, strictly by the grammar of RFC 9112, section 7.1.
///
/// Extensions and trailers are read by their grammar and thrown away.
package struct ChunkDecoder {
  /// The most digits of a chunk's size, leading zeros among them.
  package static let maximumSizeDigits = 16
  /// The most bytes of all extensions of a body.
  package static let maximumExtensionBytes = 4096
  /// The most bytes of the trailer.
  package static let maximumTrailerBytes = 8192

  private enum State {
    case size(digits: Int)
    case extensions(ExtensionState)
    /// Only a line feed may follow, after the chunk's size.
    case sizeEnd
    case data
    case dataReturn
    case dataEnd
    case trailer
    case trailerEnd
    case complete
  }

  /// What of `size ; name = "value"` was read last.
  private enum ExtensionState {
    case size
    /// A blank that only a semicolon may follow.
    case blank
    case semicolon, name
    /// A blank that a semicolon or an equals sign may follow.
    case nameBlank
    case equals, value, quoted, escape, quoteEnd
    /// The carriage return of the line's end.
    case end
  }

  private var state = State.size(digits: 0)
  /// The size that is read; then how many bytes of the chunk are still to come.
  private var remaining = 0
  private var extensionBytes = 0
  private var trailerBytes = 0
  private var trailerLine: [UInt8] = []
  private var total = 0
  private let limit: Int

  /// Makes a decoder for a body of at most so many bytes.
  package init(limit: Int) { self.limit = limit }

  /// Whether the whole body was read.
  package var isComplete: Bool { if case .complete = state { true } else { false } }

  /// Reads on, up to the next bytes of the body.
  ///
  /// - Parameters:
  ///   - bytes: what has arrived.
  ///   - index: the first byte that was not read; it is moved on.
  /// - Returns: where bytes of the body are, or nil where there are no more or the body is complete.
  package mutating func next(
    _ bytes: Span<UInt8>, _ index: inout Int
  ) throws(HTTPFault) -> Range<Int>? {
    while index < bytes.count, !isComplete {
      if case .data = state {
        let found = index..<(index + min(remaining, bytes.count - index))
        remaining -= found.count
        index = found.upperBound
        if remaining == 0 { state = .dataReturn }
        return found
      }
      let byte = bytes[index]
      index += 1
      try step(byte)
    }
    return nil
  }

  private mutating func step(_ byte: UInt8) throws(HTTPFault) {
    switch state {
    case .size(let digits): try readSize(byte, digits)
    case .extensions(let place):
      extensionBytes += 1
      guard extensionBytes <= Self.maximumExtensionBytes else {
        throw .malformed("chunk extensions of over \(Self.maximumExtensionBytes) bytes")
      }
      try readExtension(byte, place)
    case .sizeEnd:
      try expect(byte, FieldGrammar.lineFeed)
      state = remaining == 0 ? .trailer : .data
    case .dataReturn:
      try expect(byte, FieldGrammar.carriageReturn)
      state = .dataEnd
    case .dataEnd:
      try expect(byte, FieldGrammar.lineFeed)
      state = .size(digits: 0)
    case .trailer: try readTrailer(byte)
    case .trailerEnd:
      try expect(byte, FieldGrammar.lineFeed)
      if trailerLine.isEmpty {
        state = .complete
      } else {
        _ = try FieldGrammar.field(trailerLine.span)
        (trailerLine, state) = ([], .trailer)
      }
    case .data, .complete: break
    }
  }

  private func expect(_ byte: UInt8, _ expected: UInt8) throws(HTTPFault) {
    guard byte == expected else {
      throw .malformed("a chunk that does not end with a carriage return and a line feed")
    }
  }

  private mutating func readSize(_ byte: UInt8, _ digits: Int) throws(HTTPFault) {
    if let digit = FieldGrammar.hexDigit(byte) {
      guard digits < Self.maximumSizeDigits, remaining <= Int.max >> 4 else {
        throw .malformed("a chunk's size that is too large")
      }
      remaining = remaining << 4 | Int(digit)
      state = .size(digits: digits + 1)
      return
    }
    guard digits > 0 else { throw .malformed("a chunk without a size") }
    // Refused before its bytes come; the sum cannot overflow, as it never exceeds the limit.
    guard remaining <= limit - total else { throw .bodyTooLarge(limit: limit) }
    total += remaining
    try readExtension(byte, .size)
  }

  private mutating func readExtension(
    _ byte: UInt8, _ place: ExtensionState
  ) throws(HTTPFault) {
    guard let next = Self.next(byte, place) else {
      throw .malformed("a chunk's size is followed by something else than an extension")
    }
    state = next == .end ? .sizeEnd : .extensions(next)
  }

  /// `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] ) CR`; nil for what is none.
  private static func next(_ byte: UInt8, _ place: ExtensionState) -> ExtensionState? {
    let (isBlank, isToken) = (FieldGrammar.isBlank(byte), FieldGrammar.isToken(byte))
    let mark = Unicode.Scalar(byte)
    switch place {
    case .size, .quoteEnd, .value:
      if place == .value, isToken { return .value }
      if isBlank { return .blank }
      return mark == "\r" ? .end : mark == ";" ? .semicolon : nil
    case .blank: return isBlank ? .blank : mark == ";" ? .semicolon : nil
    case .semicolon: return isBlank ? .semicolon : isToken ? .name : nil
    case .name, .nameBlank:
      if isToken { return place == .name ? .name : nil }
      if isBlank { return .nameBlank }
      if mark == "\r" { return place == .name ? .end : nil }
      return mark == "=" ? .equals : mark == ";" ? .semicolon : nil
    case .equals: return isBlank ? .equals : isToken ? .value : mark == "\"" ? .quoted : nil
    case .quoted:
      if mark == "\"" { return .quoteEnd }
      return mark == "\\" ? .escape : FieldGrammar.isValue(byte) ? .quoted : nil
    case .escape: return FieldGrammar.isValue(byte) ? .quoted : nil
    case .end: return nil
    }
  }

  private mutating func readTrailer(_ byte: UInt8) throws(HTTPFault) {
    trailerBytes += 1
    guard trailerBytes <= Self.maximumTrailerBytes else {
      throw .headerTooLarge(limit: Self.maximumTrailerBytes)
    }
    if byte == FieldGrammar.carriageReturn {
      state = .trailerEnd
    } else if FieldGrammar.isValue(byte) {
      trailerLine.append(byte)
    } else {
      throw .malformed("a control character, or a line that ends wrongly, after the chunks")
    }
  }
}

/// Reads a request's line and header fields, strictly by the grammar of RFC 9112.
///
/// Nothing that a recipient merely may tolerate is: what a proxy in front might read otherwise is refused. The
/// bytes are looked at one by one in their order, so that the result does not depend on how they arrive.
package struct RequestHeadParser {
  /// The method, as sent.
  package private(set) var method = ""
  /// The target, as sent.
  package private(set) var target: [UInt8] = []
  /// Whether the version is HTTP/1.0, else it is HTTP/1.1.
  package private(set) var isVersion10 = false
  /// The fields so far, in their order.
  package private(set) var fields: [HTTPField] = []
  /// Whether the request's line is complete.
  package private(set) var hasLine = false
  private let maximumBytes: Int
  private let maximumTargetBytes: Int
  /// The bytes that were looked at.
  private var scanned = 0
  /// Where the line begins that is not complete.
  private var lineStart = 0
  private var isAfterReturn = false

  /// What a line without a target may weigh: a method, two blanks and the version.
  private static let lineExtraBytes = 128

  /// Makes a parser for one head.
  ///
  /// - Parameters:
  ///   - maximumBytes: of the whole head, with its last line's end.
  ///   - maximumTargetBytes: of the target.
  package init(maximumBytes: Int, maximumTargetBytes: Int) {
    (self.maximumBytes, self.maximumTargetBytes) = (maximumBytes, maximumTargetBytes)
  }

  /// Reads on.
  ///
  /// - Parameter bytes: the head from its first byte on, as much as has arrived.
  /// - Returns: how many bytes the head has, or nil where it is not complete.
  package mutating func read(_ bytes: Span<UInt8>) throws(HTTPFault) -> Int? {
    while scanned < bytes.count {
      guard scanned < maximumBytes else { throw .headerTooLarge(limit: maximumBytes) }
      let byte = bytes[scanned]
      scanned += 1
      if isAfterReturn {
        guard byte == FieldGrammar.lineFeed else {
          throw .malformed("a carriage return that ends no line")
        }
        isAfterReturn = false
        let line = lineStart..<(scanned - 2)
        lineStart = scanned
        if line.isEmpty {
          // One empty line may stand before a request (RFC 9112, section 2.2).
          if !hasLine, line.lowerBound == 0 { continue }
          guard hasLine else { throw .malformed("empty lines before the request") }
          return scanned
        }
        try readLine(bytes.extracting(line))
      } else if byte == FieldGrammar.carriageReturn {
        isAfterReturn = true
      } else if !FieldGrammar.isValue(byte) {
        throw .malformed(
          byte == FieldGrammar.lineFeed
            ? "a line that does not end with a carriage return and a line feed"
            : "a control character in the header")
      } else if !hasLine, scanned - lineStart > maximumTargetBytes + Self.lineExtraBytes {
        throw .targetTooLong(limit: maximumTargetBytes)
      }
    }
    return nil
  }

  private mutating func readLine(_ line: Span<UInt8>) throws(HTTPFault) {
    guard hasLine else { return try readRequestLine(line) }
    let (name, value) = try FieldGrammar.field(line)
    fields.append(HTTPField(line.text(name), line.text(value)))
  }

  /// `method SP request-target SP HTTP-version`.
  private mutating func readRequestLine(_ line: Span<UInt8>) throws(HTTPFault) {
    var end = 0
    while end < line.count, FieldGrammar.isToken(line[end]) { end += 1 }
    guard end > 0, end < line.count, line[end] == FieldGrammar.blank else {
      throw .malformed("the request's line does not begin with a method and a blank")
    }
    method = line.text(0..<end)
    let start = end + 1
    end = start
    while end < line.count, (0x21...0x7e).contains(line[end]) { end += 1 }
    guard end > start, end < line.count, line[end] == FieldGrammar.blank else {
      throw .malformed(
        "the path is empty, without a version after it, or has a character to percent-encode")
    }
    target = line.array(start..<end)
    hasLine = true
    switch line.text((end + 1)..<line.count) {
    case "HTTP/1.1": break
    case "HTTP/1.0": isVersion10 = true
    default: throw .malformed("the version is neither HTTP/1.1 nor HTTP/1.0")
    }
    guard target.count <= maximumTargetBytes else {
      throw .targetTooLong(limit: maximumTargetBytes)
    }
  }
}

internal import Files
import Text

/// Reads JSON strictly by RFC 8259, keeping the place of every value.
package struct JSONReader {
  /// How deep lists and objects of a manifest may be nested: it needs five levels, and every level takes
  /// a stack frame.
  package static let manifestDepth = 32

  private let bytes: [UInt8]
  private let depthLimit: Int
  private var index = 0
  private var place = TextPlace(line: 1, column: 1)

  /// Reads a whole text.
  ///
  /// - Parameter depthLimit: how deep lists and objects may be nested.
  package static func read(
    _ bytes: some Sequence<UInt8>, depthLimit: Int = manifestDepth
  ) throws(JSONSyntaxError) -> JSONNode {
    var reader = JSONReader(bytes: Array(bytes), depthLimit: depthLimit)
    try reader.checkKind()
    do throws(JSONSyntaxError) {
      let node = try reader.value(depth: 0)
      reader.skipSpace()
      guard reader.next == nil else {
        throw reader.fault("unexpected text after the end of the value")
      }
      return node
    } catch {
      throw reader.next == nil ? reader.cutOff(error) : error
    }
  }

  /// Throws for what is another kind of file, text in another encoding too.
  private func checkKind() throws(JSONSyntaxError) {
    if let kind = FileKind(beginning: bytes), kind.family != .json { throw fault("\(kind)") }
  }

  /// A fault at the end of the text: all that follows is missing.
  private func cutOff(_ error: JSONSyntaxError) -> JSONSyntaxError {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      return JSONSyntaxError(place: error.place, reason: "it is empty")
    }
    return JSONSyntaxError(
      place: error.place,
      reason: "it is cut off at byte \(bytes.count), in line \(place.line): \(error.reason)")
  }

  private init(bytes: [UInt8], depthLimit: Int) {
    (self.bytes, self.depthLimit) = (bytes, depthLimit)
    // RFC 8259, section 8.1 lets a reader pass over a byte order mark; some editors write one.
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(place: place, reason: reason)
  }

  /// Passes over one byte; columns count characters, not the bytes that continue one in UTF-8.
  private mutating func advance() {
    if bytes[index] == UInt8(ascii: "\n") {
      place = TextPlace(line: place.line + 1, column: 1)
    } else if bytes[index] & 0xC0 != 0x80 {
      place.column += 1
    }
    index += 1
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      advance()
    }
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(JSONSyntaxError) {
    guard accept(character) else { throw fault("'\(character)' expected, \(found) found") }
  }

  /// What stands here, for a message.
  private var found: String {
    guard let byte = next else { return "the end of the file" }
    guard (0x20..<0x7F).contains(byte) else { return "a character that is not allowed here" }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONNode {
    skipSpace()
    let start = place
    let value: JSONNode.Value
    switch next {
    case UInt8(ascii: "{"): value = .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): value = .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "t"): value = try word("true", .bool(true))
    case UInt8(ascii: "f"): value = try word("false", .bool(false))
    case UInt8(ascii: "n"): value = try word("null", .null)
    case UInt8(ascii: "-"): value = .number(try number())
    case .some(0x30...0x39): value = .number(try number())
    default: throw fault("a value expected, \(found) found")
    }
    return JSONNode(value: value, place: start)
  }

  private mutating func word(
    _ word: String, _ value: JSONNode.Value
  ) throws(JSONSyntaxError) -> JSONNode.Value {
    guard bytes[index...].starts(with: word.utf8) else {
      let fault = fault("'\(word)' expected")
      if word.utf8.starts(with: bytes[index...]) { while next != nil { advance() } }
      throw fault
    }
    for _ in word.utf8 { advance() }
    return value
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONNode] {
    guard depth <= depthLimit else { throw tooDeep }
    try expect("[")
    skipSpace()
    guard !accept("]") else { return [] }
    var elements: [JSONNode] = []
    while true {
      elements.append(try value(depth: depth))
      skipSpace()
      if accept("]") { return elements }
      guard accept(",") else { throw fault("',' or ']' expected, \(found) found") }
    }
  }

  private mutating func object(
    depth: Int
  ) throws(JSONSyntaxError) -> [(name: String, place: TextPlace, value: JSONNode)] {
    guard depth <= depthLimit else { throw tooDeep }
    try expect("{")
    skipSpace()
    guard !accept("}") else { return [] }
    var members: [(name: String, place: TextPlace, value: JSONNode)] = []
    while true {
      skipSpace()
      let start = place
      guard next == UInt8(ascii: "\"") else {
        throw fault("a key in quotes expected, \(found) found")
      }
      let name = try string()
      skipSpace()
      try expect(":")
      members.append((name, start, try value(depth: depth)))
      skipSpace()
      if accept("}") { return members }
      guard accept(",") else { throw fault("',' or '}' expected, \(found) found") }
    }
  }

  private var tooDeep: JSONSyntaxError {
    fault("lists and objects are nested more than \(depthLimit) deep")
  }

  private mutating func digits() throws(JSONSyntaxError) {
    guard let byte = next, (0x30...0x39).contains(byte) else {
      throw fault("a digit expected, \(found) found")
    }
    while let byte = next, (0x30...0x39).contains(byte) { advance() }
  }

  /// A number; one too large for double precision becomes infinite, which its reader refuses.
  private mutating func number() throws(JSONSyntaxError) -> Double {
    let (start, startPlace) = (index, place)
    _ = accept("-")
    if !accept("0") {
      try digits()
    } else if let byte = next, (0x30...0x39).contains(byte) {
      throw fault("a number does not begin with 0")
    }
    if accept(".") { try digits() }
    if accept("e") || accept("E") {
      if !accept("+") { _ = accept("-") }
      try digits()
    }
    guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      throw JSONSyntaxError(place: startPlace, reason: "a number that cannot be read")
    }
    return number
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = place
    try expect("\"")
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        guard let string = String(validating: content, as: UTF8.self) else {
          throw JSONSyntaxError(place: start, reason: "a string that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): content.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw fault("a control character in a string; write it as \\u00..")
      default:
        content.append(byte)
        advance()
      }
    }
    throw JSONSyntaxError(place: start, reason: "an unterminated string")
  }

  private mutating func escape() throws(JSONSyntaxError) -> Character {
    try expect("\\")
    guard let byte = next else { throw fault("an unterminated escape") }
    let plain: [UInt8: Character] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    if let character = plain[byte] {
      advance()
      return character
    }
    try expect("u")
    let high = try hexUnit()
    guard UTF16.isLeadSurrogate(high) else { return try scalar(UInt32(high)) }
    guard accept("\\"), accept("u") else { throw fault("half of a surrogate pair") }
    let low = try hexUnit()
    guard UTF16.isTrailSurrogate(low) else { throw fault("half of a surrogate pair") }
    return try scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
  }

  private func scalar(_ value: UInt32) throws(JSONSyntaxError) -> Character {
    guard let scalar = Unicode.Scalar(value) else { throw fault("half of a surrogate pair") }
    return Character(scalar)
  }

  private mutating func hexUnit() throws(JSONSyntaxError) -> UInt16 {
    guard index + 4 <= bytes.count,
      bytes[index..<index + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits expected") }
    for _ in 0..<4 { advance() }
    return unit
  }
}

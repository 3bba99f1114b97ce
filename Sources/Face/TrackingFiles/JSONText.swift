/// JSON in the making, as bytes.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether a number was asked for that JSON cannot hold.
  private(set) var hasNotFinite = false

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    hasNotFinite = false
  }

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// A key of an object, with a comma before it where another one precedes.
  mutating func key(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { raw(",") }
    raw("\"")
    raw(name)
    raw("\":")
  }

  /// A key that is not known beforehand.
  mutating func key(named name: String) {
    if bytes.last != UInt8(ascii: "{") { raw(",") }
    string(name)
    raw(":")
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func integer(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// The shortest decimal that is read back as the same number.
  mutating func exact(_ number: Double) {
    guard number.isFinite else { return notFinite() }
    bytes.append(contentsOf: shortest(number).utf8)
  }

  /// A number rounded to seven decimals, without zeros at its end.
  ///
  /// Seven decimals are a 16000th of a pixel on a picture of 1280 columns, and as many as the
  /// tracker's own single precision has; a file with no more than that is written as it was read.
  mutating func rounded(_ number: Double) {
    guard number.isFinite else { return notFinite() }
    guard abs(number) < 1e9 else { return exact(number) }
    var scaled = Int64((abs(number) * 1e7).rounded())
    if number < 0 && scaled != 0 { bytes.append(UInt8(ascii: "-")) }
    let whole = scaled / 10_000_000
    scaled %= 10_000_000
    bytes.append(contentsOf: String(whole).utf8)
    guard scaled != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var divisor: Int64 = 1_000_000
    while scaled != 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(scaled / divisor))
      scaled %= divisor
      divisor /= 10
    }
  }

  /// Elements with commas between them, in brackets.
  mutating func list<Elements: Sequence>(
    _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      body(&self, element)
    }
    raw("]")
  }

  private mutating func notFinite() {
    hasNotFinite = true
    raw("null")
  }
}

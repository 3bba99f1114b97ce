/// Writes numbers and texts one after the other, as two processes of one program exchange them.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func whole(_ value: Int) {
    unsafe withUnsafeBytes(of: UInt64(bitPattern: Int64(value)).littleEndian) {
      unsafe bytes.append(contentsOf: $0)
    }
  }

  mutating func float(_ value: Float) {
    unsafe withUnsafeBytes(of: value.bitPattern.littleEndian) {
      unsafe bytes.append(contentsOf: $0)
    }
  }

  mutating func text(_ text: String) {
    whole(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func list<Element>(
    _ elements: some Collection<Element>, _ body: (inout WireWriter, Element) -> Void
  ) {
    whole(elements.count)
    for element in elements { body(&self, element) }
  }

  mutating func floats(_ values: some Collection<Float>) {
    list(values) { $0.float($1) }
  }
}

/// Reads what `WireWriter` writes; whatever else is there is an error and never a crash.
package struct WireReader {
  /// What is no message.
  package struct Garbled: Error {}

  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  var isAtEnd: Bool { bytes.isEmpty }

  private mutating func take(_ count: Int) throws(Garbled) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count else { throw Garbled() }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  mutating func whole() throws(Garbled) -> Int {
    let value = try take(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(Int64(bitPattern: value))
  }

  mutating func float() throws(Garbled) -> Float {
    let pattern = try take(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Float(bitPattern: pattern)
  }

  mutating func text() throws(Garbled) -> String {
    String(decoding: try take(try whole()), as: UTF8.self)
  }

  mutating func list<Element>(
    upTo most: Int, _ body: (inout WireReader) throws(Garbled) -> Element
  ) throws(Garbled) -> [Element] {
    let count = try whole()
    guard (0...most).contains(count) else { throw Garbled() }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  mutating func floats(upTo most: Int) throws(Garbled) -> [Float] {
    try list(upTo: most) { reader throws(Garbled) in try reader.float() }
  }
}

/// The chunks of a WebP file (RFC 9649, 2.3), of which the last may be cut off.
struct WebPChunks: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  /// Where the next chunk begins: the first one is behind `RIFF`, the file's length and `WEBP`.
  private var place = 12

  init(of bytes: [UInt8]) { self.bytes = bytes }

  /// A chunk's name and what it holds, by its stated length and to the file's end.
  mutating func next() -> (name: String, payload: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard place + 8 <= bytes.count else { return nil }
    let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    let start = place + 8
    defer { place = start + length + length % 2 }
    return (
      name: String(decoding: bytes[place..<place + 4], as: UTF8.self),
      payload: bytes[start...].prefix(length), rest: bytes[start...]
    )
  }
}

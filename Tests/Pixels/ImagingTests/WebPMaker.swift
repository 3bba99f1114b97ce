/// Makes lossless WebP files bit by bit (RFC 9649), to name as many groups of prefix codes as a test wants.
struct WebPMaker {
  private var bytes: [UInt8] = []
  private var buffer: UInt64 = 0
  private var buffered = 0

  /// A black square of which each tile of 4 x 4 pixels has one group of `groups`, in turn.
  ///
  /// Each group's codes hold one symbol.
  static func square(side: Int, groups: Int, cacheBits: Int = 0) -> [UInt8] {
    var maker = WebPMaker()
    maker.put(0x2f, 8)
    maker.put(side - 1, 14)
    maker.put(side - 1, 14)
    maker.put(1, 4)  // alpha is used, version 0
    maker.putStream(side: side, groups: groups, cacheBits: cacheBits)
    return file([("VP8L", maker.ended())])
  }

  /// A lossy picture's bytes with such a stream as its transparency.
  static func lossy(_ picture: [UInt8], side: Int, groups: Int) -> [UInt8] {
    var maker = WebPMaker()
    maker.put(1, 8)
    maker.putStream(side: side, groups: groups, cacheBits: 0)
    let size = [side - 1, side - 1].flatMap { little(UInt32($0)).prefix(3) }
    // Behind `RIFF`, the length, `WEBP`, `VP8 ` and the chunk's length.
    return file([
      ("VP8X", [0x10, 0, 0, 0] + size), ("ALPH", maker.ended()), ("VP8 ", Array(picture[20...])),
    ])
  }

  private static func file(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    let body = chunks.flatMap { name, payload in
      Array(name.utf8) + little(UInt32(payload.count)) + payload
        + [UInt8](repeating: 0, count: payload.count % 2)
    }
    return Array("RIFF".utf8) + little(UInt32(body.count + 4)) + Array("WEBP".utf8) + body
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private mutating func putStream(side: Int, groups: Int, cacheBits: Int) {
    put(0, 1)  // no transform
    put(cacheBits > 0 ? 1 : 0, 1)
    if cacheBits > 0 { put(cacheBits, 4) }
    put(1, 1)  // several groups
    put(0, 3)  // for tiles of 4 pixels
    put(0, 1)  // the image of tiles has no cache
    putCodeOfBytes(alphabet: 280)
    putCodeOfBytes(alphabet: 256)
    for _ in 0..<3 { putLoneCode() }
    let tiles = (side + 3) / 4
    for tile in 0..<tiles * tiles {
      for byte in [tile % groups & 0xff, (tile % groups) >> 8] {
        // The codes of all bytes are as they are, their highest bit first.
        for bit in (0..<8).reversed() { put(byte >> bit & 1, 1) }
      }
    }
    for _ in 0..<5 * groups { putLoneCode() }
  }

  /// A code whose one symbol, 0, takes no bits.
  private mutating func putLoneCode() {
    put(0b001, 3)
    put(0, 1)
  }

  /// A code in which each of 256 symbols takes 8 bits.
  private mutating func putCodeOfBytes(alphabet: Int) {
    put(0, 1)
    // Of the lengths 17, 18, 0 to 5, 16, 6, 7 and 8, the code has 0 and 8.
    let lengths = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    put(lengths.count - 4, 4)
    for length in lengths { put(length, 3) }
    put(0, 1)
    for symbol in 0..<alphabet { put(symbol < 256 ? 1 : 0, 1) }
  }

  private mutating func put(_ number: Int, _ count: Int) {
    buffer |= UInt64(number) << UInt64(buffered)
    buffered += count
    while buffered >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: buffer))
      buffer >>= 8
      buffered -= 8
    }
  }

  private func ended() -> [UInt8] {
    buffered > 0 ? bytes + [UInt8(truncatingIfNeeded: buffer)] : bytes
  }
}

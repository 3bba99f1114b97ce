/// The coded bits of a JPEG, and the bytes before them.
struct JPEGBitWriter {
  private var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var count = 0

  /// Begins after a header.
  init(header: [UInt8]) {
    bytes = header
  }

  /// Codes a block's coefficients in zigzag order; the first as its difference from the block
  /// before (T.81, F.1.2).
  mutating func put(_ block: [Int], after previous: inout Int, _ codes: JPEGTables.Codes) {
    put(block[0] - previous, symbol: 0, codes.dc)
    previous = block[0]
    var zeros = 0
    for index in 1..<64 {
      if block[index] == 0 {
        zeros += 1
        continue
      }
      while zeros > 15 {
        put(codes.ac[0xF0])
        zeros -= 16
      }
      put(block[index], symbol: zeros << 4, codes.ac)
      zeros = 0
    }
    if zeros > 0 { put(codes.ac[0]) }
  }

  /// Fills the last byte with ones, and ends the file.
  consuming func finish() -> [UInt8] {
    append(0x7F, 7)
    return bytes + [0xFF, 0xD9]
  }

  /// Codes how many bits a value has, and then these; negative ones as one less (table F.1).
  private mutating func put(_ value: Int, symbol: Int, _ table: [(code: UInt32, length: Int)]) {
    let size = Int.bitWidth - value.magnitude.leadingZeroBitCount
    put(table[symbol | size])
    append(UInt32(truncatingIfNeeded: value < 0 ? value - 1 : value) & ((1 << size) - 1), size)
  }

  private mutating func put(_ symbol: (code: UInt32, length: Int)) {
    append(symbol.code, symbol.length)
  }

  private mutating func append(_ code: UInt32, _ length: Int) {
    pending = pending << UInt64(length) | UInt64(code)
    count += length
    while count >= 8 {
      count -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> UInt64(count))
      bytes.append(byte)
      // A marker's first byte is told from data by a zero after it.
      if byte == 0xFF { bytes.append(0) }
    }
  }
}

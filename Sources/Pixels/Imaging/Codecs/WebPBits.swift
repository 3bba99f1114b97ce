/// Reads the bits of a lossless WebP, the lowest of a byte first (RFC 9649, 3).
struct WebPBits {
  /// The bits end, or break the format's rules.
  struct Fault: Error {}

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var buffer: UInt64 = 0
  private var buffered = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// Reads a number of at most 32 bits, its lowest bit first.
  mutating func read(_ count: Int) throws(Fault) -> Int {
    while buffered < count {
      guard place < bytes.endIndex else { throw Fault() }
      buffer |= UInt64(bytes[place]) << UInt64(buffered)
      place += 1
      buffered += 8
    }
    defer {
      buffer >>= UInt64(count)
      buffered -= count
    }
    return Int(buffer & (1 << UInt64(count) - 1))
  }

  /// Reads a length or a distance, of which a symbol gives the magnitude (3.6).
  mutating func number(of symbol: Int) throws(Fault) -> Int {
    guard symbol >= 4 else { return symbol + 1 }
    let extra = (symbol - 2) / 2
    return try ((2 + symbol % 2) << extra) + read(extra) + 1
  }
}

/// A canonical prefix code of a lossless WebP (RFC 9649, 3.7.2.1).
struct WebPPrefixCode {
  /// How many codes there are of each length, which is at most 15.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols, in the order of their codes.
  private var symbols: [Int] = []

  /// Makes the code in which symbols have these lengths; 0 is a symbol that does not occur.
  init(lengths: [Int]) throws(WebPBits.Fault) {
    for length in lengths where length > 0 { counts[length] += 1 }
    var starts = [Int](repeating: 0, count: 16)
    for length in 1..<15 { starts[length + 1] = starts[length] + counts[length] }
    symbols = [Int](repeating: 0, count: counts.reduce(0, +))
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[starts[length]] = symbol
      starts[length] += 1
    }
    // Every row of bits is a code; a lone symbol takes none.
    let room = (1...15).reduce(1) { room, length in room < 0 ? room : 2 * room - counts[length] }
    guard symbols.count == 1 || room == 0 else { throw WebPBits.Fault() }
  }

  /// Reads the code of an alphabet.
  init(alphabet: Int, from bits: inout WebPBits) throws(WebPBits.Fault) {
    var lengths = [Int](repeating: 0, count: alphabet)
    if try bits.read(1) == 1 {
      let hasTwo = try bits.read(1) == 1
      var simple = [try bits.read(try bits.read(1) == 1 ? 8 : 1)]
      if hasTwo { simple.append(try bits.read(8)) }
      for symbol in simple where symbol < alphabet { lengths[symbol] = 1 }
    } else {
      try Self.readLengths(&lengths, from: &bits)
    }
    try self.init(lengths: lengths)
  }

  /// The order in which the lengths of the code of lengths are stored.
  private static let order = [
    17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  ]

  private static func readLengths(
    _ lengths: inout [Int], from bits: inout WebPBits
  ) throws(WebPBits.Fault) {
    var codeLengths = [Int](repeating: 0, count: 19)
    for place in order.prefix(try 4 + bits.read(4)) { codeLengths[place] = try bits.read(3) }
    let code = try WebPPrefixCode(lengths: codeLengths)
    var left = lengths.count
    if try bits.read(1) == 1 { left = try 2 + bits.read(2 + 2 * bits.read(3)) }
    guard left <= lengths.count else { throw WebPBits.Fault() }
    var (place, previous) = (0, 8)
    while place < lengths.count, left > 0 {
      left -= 1
      let symbol = try code.symbol(from: &bits)
      var (length, times) = (symbol, 1)
      switch symbol {
      case 16: (length, times) = (previous, try 3 + bits.read(2))
      case 17: (length, times) = (0, try 3 + bits.read(3))
      case 18: (length, times) = (0, try 11 + bits.read(7))
      default: if symbol > 0 { previous = symbol }
      }
      guard times <= lengths.count - place else { throw WebPBits.Fault() }
      for _ in 0..<times {
        lengths[place] = length
        place += 1
      }
    }
  }

  func symbol(from bits: inout WebPBits) throws(WebPBits.Fault) -> Int {
    if symbols.count == 1 { return symbols[0] }
    var (code, first, start) = (0, 0, 0)
    for length in 1...15 {
      code = try code | bits.read(1)
      if code - first < counts[length] { return symbols[start + code - first] }
      start += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    throw WebPBits.Fault()
  }
}

/// SHA-256 (FIPS 180-4), for the few kilobytes of script and style that the page's policy names by
/// their hashes.
enum SHA256 {
  /// The hash, 32 bytes.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    // Section 5.1.1: a one bit, zeros, and the length in bits.
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bigEndian(UInt64(message.count) * 8)
    var state = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }
    let constants = primes.map { fraction(of: cubeRoot($0)) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(padded[start..<(start + 64)], constants, &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// Section 6.2.2.
  private static func compress(
    _ block: ArraySlice<UInt8>, _ constants: [UInt32], _ state: inout [UInt32]
  ) {
    var w = stride(from: block.startIndex, to: block.endIndex, by: 4).map { i in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[i + $1]) }
    }
    for t in 16..<64 {
      let (a, b) = (w[t - 15], w[t - 2])
      let small0 = turn(a, 7) ^ turn(a, 18) ^ a >> 3
      let small1 = turn(b, 17) ^ turn(b, 19) ^ b >> 10
      w.append(w[t - 16] &+ small0 &+ w[t - 7] &+ small1)
    }
    var v = state
    for t in 0..<64 {
      let big1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ big1 &+ choice &+ constants[t] &+ w[t]
      let big0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [first &+ big0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for i in 0..<8 { state[i] &+= v[i] }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }

  /// The first 64 primes: the constants are the fractions of their roots (sections 4.2.2, 5.3.3).
  private static let primes: [UInt32] = (2...311).filter { n in
    !(2..<n).contains { $0 * $0 <= n && n % $0 == 0 }
  }

  /// The first 32 bits after the point; a double has room for the 36 that the roots need.
  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  /// By Newton's iteration.
  private static func cubeRoot(_ value: UInt32) -> Double {
    let value = Double(value)
    return (0..<60).reduce(value) { root, _ in root - (root - value / (root * root)) / 3 }
  }
}

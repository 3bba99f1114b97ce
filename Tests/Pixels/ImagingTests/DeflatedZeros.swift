import Foundation

/// The tightest that deflate packs anything: zeros, 258 of them in 13 bits.
enum DeflatedZeros {
  /// A zlib stream of about so many bytes, and no checksum at its end.
  static func stream(_ count: Int) -> [UInt8] {
    // A final block of fixed codes (RFC 1951, 3.2.6): the literal 0 (8 bits), then matches of 258 bytes
    // (code 285, 8 bits) at the distance 1 (5 bits), first bits lowest.
    var bits = Bits()
    bits.append(0b011, count: 3)
    bits.append(reversed(0x30, count: 8), count: 8)
    let match = reversed(0xC5, count: 8)
    while bits.bytes.count < count { bits.append(match, count: 13) }
    bits.append(0, count: 7 + 8)
    return [0x78, 0x01] + bits.bytes
  }

  private static func reversed(_ code: Int, count: Int) -> Int {
    (0..<count).reduce(0) { $0 << 1 | (code >> $1 & 1) }
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var held = 0
    private var count = 0

    mutating func append(_ value: Int, count more: Int) {
      held |= value << count
      count += more
      while count >= 8 {
        bytes.append(UInt8(held & 255))
        (held, count) = (held >> 8, count - 8)
      }
    }
  }
}

/// What a call takes of the processor on its thread, in seconds.
enum CPUTime {
  static func spent(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

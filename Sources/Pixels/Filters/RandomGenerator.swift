/// A generator of random numbers that are the same for the same key, whatever was asked before.
struct RandomGenerator {
  private var state: UInt64

  /// Starts at a key.
  init(_ seed: UInt64, _ parts: UInt64...) {
    state = seed
    for part in parts { state = next() ^ part &* 0x9E37_79B9_7F4A_7C15 }
  }

  /// SplitMix64 (Steele, Lea and Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number of 0..<1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of a range.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the same
/// numbers for the same seed, anywhere.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins at a seed.
  package init(seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below a bound, which is above 0.
  package mutating func index(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A part from 0 to below 1.
  package mutating func part() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}

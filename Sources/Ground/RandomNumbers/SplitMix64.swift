/// Random numbers that are the same for the same seed, anywhere: SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  /// What is added from number to number: 2^64 by the golden ratio.
  package static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// Begins at a seed.
  public init(seed: UInt64) { state = seed }

  /// Begins at a key of several parts, whatever was asked of other keys.
  package init(_ seed: UInt64, _ parts: UInt64...) {
    self = parts.reduce(SplitMix64(seed: seed)) { $0.part($1) }
  }

  /// The numbers of a part of what these are for, such as a card, an item, a run or a particle.
  package func part(_ number: UInt64) -> SplitMix64 {
    var copy = self
    return SplitMix64(seed: copy.next() ^ number &* Self.gamma)
  }

  /// The numbers of a part that has a number.
  package func part(_ number: Int) -> SplitMix64 { part(UInt64(bitPattern: Int64(number))) }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= Self.gamma
    return Self.mixed(state)
  }

  /// Bits that look random, of bits that differ little.
  package static func mixed(_ bits: UInt64) -> UInt64 {
    var z = bits
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The next number, from 0 to below 1.
  package mutating func unit() -> Double { Self.unit(next()) }

  /// Bits as a number from 0 to below 1.
  package static func unit(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

  /// The next number of a range.
  package mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// The next number below a bound, which is above 0.
  package mutating func index(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

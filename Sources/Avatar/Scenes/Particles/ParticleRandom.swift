/// The random numbers of particles: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014), begun anew for each of them.
struct ParticleRandom {
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// Begins at a seed.
  init(seed: UInt64) { state = seed }

  /// The numbers of a part of what these are for, such as a card, an item, a run or a particle.
  func part(_ number: Int) -> ParticleRandom {
    var copy = self
    let next = copy.next()
    return ParticleRandom(
      seed: next ^ (UInt64(bitPattern: Int64(number)) &* Self.gamma))
  }

  private mutating func next() -> UInt64 {
    state &+= Self.gamma
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The next number, from 0 to below 1.
  mutating func number() -> Double { Double(next() >> 11) / 0x1p53 }
}

import RandomNumbers

extension SplitMix64 {
  /// The numbers of a part of what these are for, such as a card, an item, a run or a particle.
  func part(_ number: Int) -> SplitMix64 {
    var copy = self
    return SplitMix64(seed: copy.next() ^ (UInt64(bitPattern: Int64(number)) &* Self.gamma))
  }
}

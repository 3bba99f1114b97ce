/// A generator that gives the same numbers on every machine: SplitMix64 (Steele, 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
}

/// The product of two square matrices, row by row.
func product(_ a: [Double], _ b: [Double], side: Int) -> [Double] {
  var product = [Double](repeating: 0, count: side * side)
  for row in 0..<side {
    for column in 0..<side {
      for k in 0..<side {
        product[row * side + column] += a[row * side + k] * b[k * side + column]
      }
    }
  }
  return product
}

/// The median of squared residuals, each counting as much as its pixel says of a move.
///
/// Unweighted, the many faint pixels of a background that stands still would have the majority
/// against the few of a flat overlay's outline. Bins are eighths of an octave.
struct ResidualHistogram {
  private var bins = [Float](repeating: 0, count: 8 * 40)
  private var total: Float = 0
  /// How many were added.
  private(set) var count = 0

  @inline(__always)
  mutating func add(_ square: Float, weight: Float) {
    // The exponent and the first bits of the significand are a logarithm that is straight between
    // powers of two; 2^-20 and less is in the first bin.
    let bits = Int(square.bitPattern >> 20) - 8 * (127 - 20)
    bins[min(max(bits, 0), bins.count - 1)] += weight
    total += weight
    count += 1
  }

  /// The weighted median, to a sixteenth of an octave; 0 for none.
  var median: Float {
    var sum: Float = 0
    for (i, bin) in bins.enumerated() {
      sum += bin
      if 2 * sum >= total, total > 0 {
        return Float(bitPattern: UInt32(i + 8 * (127 - 20)) << 20 | 1 << 19)
      }
    }
    return 0
  }
}

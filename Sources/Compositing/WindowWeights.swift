internal import CKernels

/// What the texels of a window weigh: the columns' or the rows' share of a pixel that spans so many
/// texels, at every place of its middle.
///
/// The ideal is the mean of the bilinear interpolant over the pixel. Along an axis that is a box as
/// wide as the pixel, convolved with the interpolant's triangle; a texel weighs what of that lies at
/// its distance. It reaches over four texels from pixels of two texels on; what is beyond of wider
/// ones is left out, and the rest scaled to add up to 1.
enum WindowWeights {
  /// The widest pixel, in texels: there 1 % of the mean is left out at the ends.
  static let widest = 2.5
  /// The widths that are told apart, to a texel.
  private static let steps = 16.0
  private static let side = Int(CK_WINDOW_SIDE)
  private static let phases = 1 << Int(CK_PHASE_BITS)
  /// The numbers of a width.
  private static let count = side * (Int(CK_PLACES) + 1)

  /// Of each width, the weights as the kernels have them: 105 kB, made once and never given back, so
  /// that lending them takes no closure, which would be allocated for every layer.
  private nonisolated(unsafe) static let all: UnsafePointer<Int16> = {
    let all = (0...Int(widest * steps)).flatMap { step in
      weights(width: max(Double(step), 0.5) / steps)
    }
    let memory = UnsafeMutablePointer<Int16>.allocate(capacity: all.count)
    unsafe memory.initialize(from: all, count: all.count)
    return unsafe UnsafePointer(memory)
  }()

  /// The weights of a pixel that spans so many texels along an axis.
  static func weights(spanning width: Double) -> UnsafePointer<Int16> {
    unsafe all + Int((min(max(width, 0), widest) * steps).rounded()) * count
  }

  /// The weights of all places, those of each side by side.
  private static func weights(width: Double) -> [Int16] {
    (0...Int(CK_PLACES)).flatMap { number -> [Int16] in
      // Outside, pixels see the transparent border alone: before the level it is the first texel of
      // the window, behind it the last two.
      let border = number < Int(CK_PLACES) / 2 ? 0 : side - 1
      let place = Double(number) / Double(phases) - 1
      // The four texels around the place; at the level's edges, some of them are not in the window.
      let isWithin = (1...2).contains(place)
      let first = isWithin ? 0 : Int(place.rounded(.down)) - 1
      let four = (0..<side).map { share(Double(first + $0) - place, width: width) }
      let sum = four.reduce(0, +)
      var shares = [Double](repeating: 0, count: side)
      for k in 0..<side {
        let isSeen = number > 0 && number < Int(CK_PLACES) && (0..<side).contains(first + k)
        shares[isSeen ? first + k : border] += four[k] / sum
      }
      return shares.map { Int16(($0 * -32768).rounded()) }
    }
  }

  /// What a texel at a distance weighs: the mean of the triangle around it over the box.
  private static func share(_ distance: Double, width: Double) -> Double {
    /// The triangle's integral up to t.
    func integral(_ t: Double) -> Double {
      let t = min(max(t, -1), 1)
      return t < 0 ? (1 + t) * (1 + t) / 2 : 1 - (1 - t) * (1 - t) / 2
    }
    return (integral(distance + width / 2) - integral(distance - width / 2)) / width
  }
}

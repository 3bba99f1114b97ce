/// Cuts frames in a row into parts of about the same work, where decoding can begin if that is near.
package struct PartDivision {
  /// The work of all frames before each one, and of all.
  private let before: [Double]
  private let first: Int
  private let keys: [Int]

  /// A part has two frames at least: of one, which is a key picture, the next part's first could not be told in
  /// H.264.
  static let leastFrames = 2
  /// How far a cut may be moved to a frame from which decoding can begin, in parts of a part's work.
  private static let reach = 0.35

  /// Makes a division.
  ///
  /// - Parameters:
  ///   - frames: the frames' numbers.
  ///   - keys: those from which decoding can begin, ascending.
  ///   - cost: the work of a frame.
  package init(_ frames: ClosedRange<Int>, keys: [Int], cost: (Int) -> Double) {
    first = frames.lowerBound
    self.keys = keys.filter(frames.contains)
    var sums = [0.0]
    sums.reserveCapacity(frames.count + 1)
    for number in frames { sums.append((sums.last ?? 0) + max(cost(number), 1e-9)) }
    before = sums
  }

  private var count: Int { before.count - 1 }
  private var whole: Double { before[count] }

  /// The work of some frames.
  func cost(of frames: ClosedRange<Int>) -> Double {
    before[frames.upperBound - first + 1] - before[frames.lowerBound - first]
  }

  /// The frames of each of so many parts, or of fewer where there are too few frames.
  package func parts(_ wanted: Int) -> [ClosedRange<Int>] {
    let wanted = min(max(wanted, 1), max(count / Self.leastFrames, 1))
    var cuts = [0]
    for number in 1..<max(wanted, 1) {
      let target = whole * Double(number) / Double(wanted)
      let cut = place(atCost: target, each: whole / Double(wanted))
      guard cut - (cuts.last ?? 0) >= Self.leastFrames, count - cut >= Self.leastFrames else {
        continue
      }
      cuts.append(cut)
    }
    return zip(cuts, cuts.dropFirst() + [count]).map { first + $0...(first + $1 - 1) }
  }

  /// The place of the cut nearest to where so much is done.
  private func place(atCost target: Double, each: Double) -> Int {
    let exact = Self.firstIndex(of: before) { $0 >= target }
    let after = Self.firstIndex(of: keys) { before[$0 - first] >= target }
    let near = [after - 1, after].filter(keys.indices.contains).map { keys[$0] - first }
    let best = near.min { abs(before[$0] - target) < abs(before[$1] - target) }
    guard let best, abs(before[best] - target) <= Self.reach * each else { return exact }
    return best
  }

  /// The first index of ascending elements for which something holds that holds for all after it.
  private static func firstIndex<Element>(
    of elements: [Element], where holds: (Element) -> Bool
  ) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

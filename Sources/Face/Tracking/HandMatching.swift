/// Tells which hand of a sample is which of those before, by place alone: labels flip, and the order of
/// a list says nothing.
package enum HandMatching {
  /// A hand's place: the middle of its palm and its size, in pixels.
  package struct Place: Hashable, Sendable {
    /// The mean of the wrist and the four knuckles.
    package var palm: SIMD2<Double>
    /// The root of the mean square distance of all points from their mean.
    package var spread: Double

    package init(palm: SIMD2<Double>, spread: Double) {
      (self.palm, self.spread) = (palm, spread)
    }
  }

  /// How far a hand may have moved between two samples, in spreads of the larger of the two.
  private static let reach = 4.0

  /// The known hand that each of a sample's hands is, nil for one that is near none; the nearest pairs
  /// first.
  package static func owners(of hands: [Place], among known: [Place]) -> [Int?] {
    var pairs: [(distance: Double, known: Int, hand: Int)] = []
    for (earlier, place) in known.enumerated() {
      for (index, hand) in hands.enumerated() {
        let move = hand.palm - place.palm
        let distance = (move * move).sum().squareRoot()
        if distance <= reach * max(hand.spread, place.spread) {
          pairs.append((distance, earlier, index))
        }
      }
    }
    pairs.sort { ($0.distance, $0.known, $0.hand) < ($1.distance, $1.known, $1.hand) }
    var owners = [Int?](repeating: nil, count: hands.count)
    var taken = Set<Int>()
    for pair in pairs where owners[pair.hand] == nil && taken.insert(pair.known).inserted {
      owners[pair.hand] = pair.known
    }
    return owners
  }
}

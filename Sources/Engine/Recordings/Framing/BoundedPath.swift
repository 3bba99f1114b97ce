/// A path along one side of the picture that stays within bounds and changes its speed as little as they allow.
///
/// It is the least of a convex sum: of the square of its acceleration, of the way that it goes, and of the squares of
/// what it lacks to the bounds. So it rests where it may, and eases in and out where it may not. Lengths are in parts of
/// the crop's side and times in seconds, so that a path depends neither on the clip's size nor on its rate.
struct BoundedPath {
  /// What binds the path at a time; lengths in pixels.
  struct Node {
    /// What the path never leaves.
    var kept: ClosedRange<Double>
    /// What it leaves only where `kept` asks for it, or where it would have to hurry; it has places in common with that.
    var wanted: ClosedRange<Double>
  }

  /// How much the parts of the sum count, for a square of a side's length and a second.
  private static let acceleration = 0.02, travel = 0.02, lackWanted = 40.0, lackKept = 1e6
  /// How much being off the middle of what is wanted counts: enough to tell where to rest among equal places.
  private static let offMiddle = 1e-3
  /// Below this speed, in sides a second, the path counts as resting.
  private static let rest = 2e-3
  /// The most solutions of a system of equations, and the change in sides after which no more are made.
  private static let mostSteps = 120
  private static let settled = 1e-5

  private let kept, wanted: [ClosedRange<Double>]
  private let step: Double

  /// The places at nodes that are equally far apart in time, in pixels; one for all of them where the path rests.
  ///
  /// - Parameters:
  ///   - seconds: between two nodes.
  ///   - side: the crop's, in pixels.
  static func places(_ nodes: [Node], seconds: Double, side: Double) -> [Double] {
    guard let first = nodes.first else { return [] }
    let low = nodes.reduce(first.wanted.lowerBound) { max($0, $1.wanted.lowerBound) }
    let high = nodes.reduce(first.wanted.upperBound) { min($0, $1.wanted.upperBound) }
    if low <= high {
      let middle = nodes.reduce(0) { $0 + $1.wanted.middle } / Double(nodes.count)
      return [min(max((middle / 2).rounded() * 2, low), high)]
    }
    let path = BoundedPath(nodes, seconds: seconds, side: side).solved()
    return zip(path, nodes).map { place, node in
      min(max(place * side, node.kept.lowerBound), node.kept.upperBound)
    }
  }

  private init(_ nodes: [Node], seconds: Double, side: Double) {
    kept = nodes.map { $0.kept.lowerBound / side...$0.kept.upperBound / side }
    wanted = nodes.map { $0.wanted.lowerBound / side...$0.wanted.upperBound / side }
    step = seconds
  }

  /// Newton's method on the sum, its absolute values replaced by parabolas that lie above them.
  private func solved() -> [Double] {
    var places = wanted.map(\.middle)
    var sum = sum(places)
    for _ in 0..<Self.mostSteps {
      let change = change(at: places)
      var share = 1.0
      var moved = places
      var movedSum = sum
      while share > 1e-4 {
        moved = zip(places, change).map { $0 + share * $1 }
        movedSum = self.sum(moved)
        if movedSum <= sum { break }
        share /= 2
      }
      guard movedSum <= sum else { break }
      (places, sum) = (moved, movedSum)
      if change.allSatisfy({ abs($0) < Self.settled }) { break }
    }
    return places
  }

  private var restingWay: Double { Self.rest * step }

  /// What is to be the least.
  private func sum(_ places: [Double]) -> Double {
    var sum = 0.0
    for (index, place) in places.enumerated() {
      let off = place - wanted[index].middle
      let (lack, missed) = (wanted[index].lack(of: place), kept[index].lack(of: place))
      sum +=
        step / 2
        * (Self.offMiddle * off * off + Self.lackWanted * lack * lack
          + Self.lackKept * missed * missed)
      if index > 0 {
        let way = place - places[index - 1]
        sum += Self.travel * (way * way + restingWay * restingWay).squareRoot()
      }
      if index > 1 {
        let bend = place - 2 * places[index - 1] + places[index - 2]
        sum += Self.acceleration / (2 * step * step * step) * bend * bend
      }
    }
    return sum
  }

  /// Where the sum that stands for it at these places would be the least, from them.
  private func change(at places: [Double]) -> [Double] {
    var system = BandedSystem(count: places.count)
    let bending = Self.acceleration / (step * step * step)
    for (index, place) in places.enumerated() {
      let (lack, missed) = (wanted[index].lack(of: place), kept[index].lack(of: place))
      let slope =
        Self.offMiddle * (place - wanted[index].middle) + Self.lackWanted * lack
        + Self.lackKept * missed
      let curvature =
        Self.offMiddle + (lack == 0 ? 0 : Self.lackWanted) + (missed == 0 ? 0 : Self.lackKept)
      system.add(curvature * step, slope * step, at: index, SIMD3(1, 0, 0))
      if index > 0 {
        let way = place - places[index - 1]
        let weight = Self.travel / (way * way + restingWay * restingWay).squareRoot()
        system.add(weight, weight * way, at: index, SIMD3(1, -1, 0))
      }
      if index > 1 {
        let bend = place - 2 * places[index - 1] + places[index - 2]
        system.add(bending, bending * bend, at: index, SIMD3(1, -2, 1))
      }
    }
    return system.solution()
  }
}

/// Equations whose matrix is symmetric and positive and has two diagonals beside the main one.
private struct BandedSystem {
  /// The main diagonal, the first and the second below it; the last entry of a row's three is in its own column.
  private var rows: [SIMD4<Double>]

  init(count: Int) { rows = [SIMD4<Double>](repeating: .zero, count: count) }

  /// Adds a term's curvature and slope along a direction: the unknown of a place and those before it.
  mutating func add(_ curvature: Double, _ slope: Double, at place: Int, _ direction: SIMD3<Double>)
  {
    for i in 0..<min(3, place + 1) {
      for j in i..<3 { rows[place - i][j - i] += curvature * direction[i] * direction[j] }
      rows[place - i][3] -= slope * direction[i]
    }
  }

  /// The solution, by the factors of Cholesky's method without roots.
  consuming func solution() -> [Double] {
    for index in rows.indices {
      // The lane 0 becomes the factor's diagonal, 1 and 2 its rows.
      var row = rows[index]
      if index > 1 {
        row[2] /= rows[index - 2][0]
        row[1] -= row[2] * rows[index - 2][0] * rows[index - 1][1]
        row[0] -= row[2] * row[2] * rows[index - 2][0]
        row[3] -= row[2] * rows[index - 2][3]
      }
      if index > 0 {
        row[1] /= rows[index - 1][0]
        row[0] -= row[1] * row[1] * rows[index - 1][0]
        row[3] -= row[1] * rows[index - 1][3]
      }
      rows[index] = row
    }
    var found = rows.map { $0[3] / $0[0] }
    for index in rows.indices.reversed() {
      if index + 1 < rows.count { found[index] -= rows[index + 1][1] * found[index + 1] }
      if index + 2 < rows.count { found[index] -= rows[index + 2][2] * found[index + 2] }
    }
    return found
  }
}

extension ClosedRange<Double> {
  /// Half way between the bounds.
  fileprivate var middle: Double { (lowerBound + upperBound) / 2 }

  /// How far a place lies above the range, below 0 under it; 0 in it.
  fileprivate func lack(of place: Double) -> Double {
    place < lowerBound ? place - lowerBound : place > upperBound ? place - upperBound : 0
  }
}

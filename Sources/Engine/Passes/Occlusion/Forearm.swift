import Matting

/// Where a hand's forearm lies: what the tracker does not tell.
///
/// Of some directions, thicknesses and places beside the wrist, the one whose colours are most like the
/// hand's, and whose borders' are not. Where colours say nothing, it is a stub behind the wrist.
struct Forearm {
  /// The forearm, in the hand's millimetres; nil where none is seen.
  let capsule: ShapeField.Capsule?

  /// How far a forearm may be followed, in millimetres.
  private static let longest: Float = 230
  /// How long the stub is that is taken for granted, and how much of a forearm is too little to be one.
  private static let (stub, shortest): (Float, Float) = (50, 20)
  /// How much thicker it becomes a millimetre.
  private static let taper: Float = 0.09
  /// Thicknesses that are tried, as radii at the wrist.
  private static let radii: [Float] = [26, 34]
  /// Places beside the wrist that are tried.
  private static let shifts: [Float] = [-12, 0, 12]
  /// Turns that are tried, each way: 0 to 60 degrees, as cosine and sine.
  private static let turns: [(cosine: Float, sine: Float)] = [
    (1, 0), (0.9848078, 0.1736482), (0.9396926, 0.3420201), (0.8660254, 0.5),
    (0.7660444, 0.6427876), (0.6427876, 0.7660444), (0.5, 0.8660254),
  ]
  /// How often along a forearm colours are asked, in millimetres.
  private static let step: Float = 10
  /// Across it, in radii.
  private static let across: [Float] = [-0.8, -0.4, 0, 0.4, 0.8]
  /// How far outside its border colours should be others, in millimetres.
  private static let rim: Float = 7
  /// The mean evidence from which on colours speak for a forearm.
  private static let least: Float = 0.8

  /// How far a forearm may reach, by how much of its direction is seen.
  static func reach(_ hand: HandFigure) -> Float {
    longest * min(max((hand.steepness - 0.1) / 0.6, 0), 1)
  }

  /// The ends of the outermost forearms that may be found.
  static func ends(_ hand: HandFigure) -> [SIMD2<Float>] {
    let reach = reach(hand)
    return [-6, -3, 0, 3, 6].map { reach * turned(hand.towardsArm, by: $0) }
  }

  /// Where a forearm may lie: no place to learn from what is behind the hand.
  static func surroundings(of hand: HandFigure) -> ShapeField.Capsule {
    let length = 60 + 190 * hand.steepness
    return ShapeField.Capsule(SIMD2(), length * hand.towardsArm, radii: (45, 85))
  }

  /// Finds the forearm of a hand.
  init(of hand: HandFigure, on grid: MatteGrid, _ evidence: ColourEvidence) {
    let reach = Self.reach(hand)
    let distances = Array(stride(from: Self.step, through: reach, by: Self.step))
    var best = Candidate(SIMD2(), hand.towardsArm, radius: Self.radii[0])
    var score = -Float.infinity
    for turn in -6...6 {
      let direction = Self.turned(hand.towardsArm, by: turn)
      for shift in Self.shifts {
        // Of two that are alike, the one that the hand itself points out.
        let unlikely = 0.1 * Float(turn * turn) + 0.003 * shift * shift
        for radius in Self.radii {
          var candidate = Candidate(
            shift * SIMD2(-direction.y, direction.x), direction, radius: radius)
          let found = candidate.follow(distances, on: grid, evidence) - unlikely
          if found > score { (best, score) = (candidate, found) }
        }
      }
    }
    let granted = min(Self.stub * max(0, 2 * hand.steepness - 1), reach)
    best.length = max(best.length, granted)
    capsule = best.length > Self.shortest ? best.capsule : nil
  }

  /// A direction turned by so many times ten degrees.
  private static func turned(_ direction: SIMD2<Float>, by tens: Int) -> SIMD2<Float> {
    let turn = turns[min(abs(tens), turns.count - 1)]
    let sine = tens < 0 ? -turn.sine : turn.sine
    return SIMD2(
      direction.x * turn.cosine - direction.y * sine,
      direction.x * sine + direction.y * turn.cosine)
  }

  /// A forearm that might be the one.
  private struct Candidate {
    let start, direction: SIMD2<Float>
    let radius: Float
    /// How far it is followed.
    var length: Float = 0

    init(_ start: SIMD2<Float>, _ direction: SIMD2<Float>, radius: Float) {
      (self.start, self.direction, self.radius) = (start, direction, radius)
    }

    var capsule: ShapeField.Capsule {
      ShapeField.Capsule(
        start, start + length * direction, radii: (radius, radius + Forearm.taper * length))
    }

    /// Follows it as far as colours speak for it; gives how much they do in all.
    mutating func follow(
      _ distances: [Float], on grid: MatteGrid, _ evidence: ColourEvidence
    ) -> Float {
      let side = SIMD2(-direction.y, direction.x)
      func told(_ place: SIMD2<Float>) -> Float? {
        grid.cell(at: place).map { evidence.values[$0] }
      }
      var (sum, most): (Float, Float) = (0, 0)
      for distance in distances {
        let middle = start + distance * direction
        let half = radius + Forearm.taper * distance
        var (inside, count): (Float, Float) = (0, 0)
        for part in Forearm.across {
          guard let value = told(middle + part * half * side) else { continue }
          inside += value
          count += 1
        }
        let edge = (half + Forearm.rim) * side
        let outside = ((told(middle - edge) ?? 0) + (told(middle + edge) ?? 0)) / 2
        sum += (count > 0 ? inside / count : 0) - outside / 2 - Forearm.least
        if sum > most { (most, length) = (sum, distance) }
      }
      return most
    }
  }
}

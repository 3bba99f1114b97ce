import Foundation
import RandomNumbers

/// The directions across strokes where the picture has none.
///
/// They stay where they are in the picture: the camera's noise would choose them anew in every frame.
///
/// Places are in parts of the shorter side.
struct StrokeDirections {
  private let directions: PaintStyle.Directions

  init(_ directions: PaintStyle.Directions) {
    self.directions = directions
  }

  /// The direction at a place, as an angle.
  func angle(_ u: Double, _ v: Double) -> Double {
    switch directions {
    case .waves: Self.waves(u, v)
    case .swirls(_, let seed): Self.swirls(u, v, seed)
    }
  }

  private static func waves(_ u: Double, _ v: Double) -> Double {
    0.9 + 0.9 * sin(5.1 * u + 2.3 * v) + 0.7 * sin(3.7 * v - 4.3 * u + 1)
      + 0.4 * sin(11 * u + 7 * v + 2)
  }

  /// The side of a cell, each of which has a swirl.
  private static let cell = 0.36

  /// Spirals about a place of each cell, and slow waves between them.
  ///
  /// Directions have no sign, so their doubled angles are added.
  private static func swirls(_ u: Double, _ v: Double, _ seed: UInt64) -> Double {
    let base = 1.35 + 0.45 * sin(4.1 * u + 1.7 * v) + 0.35 * sin(3.1 * v - 2.3 * u + 1)
    var sum = SIMD2(cos(2 * base), sin(2 * base)) * 0.22
    let (column, row) = (Int((u / cell).rounded(.down)), Int((v / cell).rounded(.down)))
    for j in row - 1...row + 1 {
      for i in column - 1...column + 1 {
        var random = SplitMix64(seed, 0x7377_6972_6C).part(i).part(j)
        let x = (Double(i) + random.number(0.2...0.8)) * cell
        let y = (Double(j) + random.number(0.2...0.8)) * cell
        let radius = random.number(0.20...0.42) * cell
        // Towards the middle to the left or to the right.
        let lean = random.unit() < 0.5 ? -0.35 : 0.35
        let (dx, dy) = (u - x, v - y)
        let distance = (dx * dx + dy * dy) / (radius * radius)
        guard distance < 9 else { continue }
        let angle = 2 * (atan2(dy, dx) + lean)
        sum += SIMD2(cos(angle), sin(angle)) * exp(-distance)
      }
    }
    return 0.5 * atan2(sum.y, sum.x)
  }
}

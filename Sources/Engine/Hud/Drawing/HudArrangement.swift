package import Geometry

/// Where the HUD's elements stand together; of two that are as good, the one before the other is taken.
package enum HudArrangement: Int, CaseIterable, Sendable {
  /// The ring at the top left, the score at the top right, what is said at the bottom.
  case standard
  /// The ring at the top right, the score at the top left.
  case swapped
  /// Both above what is said at the bottom.
  case low
  /// Both at the bottom, and what is said at the top.
  case wordsAbove
}

/// The arrangement at a moment, and since when it holds.
package struct HudPlace: Hashable, Sendable {
  package var arrangement = HudArrangement.standard
  /// The one before, from which the elements come; nil where they stand there from the start.
  package var previous: HudArrangement?
  package var sinceMs = -Double.infinity

  package init(
    _ arrangement: HudArrangement = .standard, after previous: HudArrangement? = nil,
    sinceMs: Double = -.infinity
  ) {
    (self.arrangement, self.previous, self.sinceMs) = (arrangement, previous, sinceMs)
  }

  /// The arrangement that is drawn at a time, and its opacity: what stood elsewhere leaves, and then comes in.
  func shown(atMs timeMs: Double, _ times: HudTheme.Times) -> (HudArrangement, opacity: Double) {
    guard let previous else { return (arrangement, 1) }
    let age = timeMs - sinceMs
    if age < times.leaveMs { return (previous, 1 - age / max(times.leaveMs, 1)) }
    return (arrangement, min(1, (age - times.leaveMs) / max(times.enterMs, 1)))
  }
}

/// How much the HUD covers of what should be seen, such as eyes, in each arrangement.
package struct HudCover: Sendable {
  private let areas: [[Rectangle<OutputSpace>]]

  package init(_ theme: HudTheme, on size: PixelSize<OutputSpace>) {
    areas = HudArrangement.allCases.map { HudAreas.all(theme, on: size, $0) }
  }

  /// The sum of the shares of boxes that an arrangement covers.
  package func covered(
    _ boxes: [Rectangle<OutputSpace>], in arrangement: HudArrangement
  ) -> Double {
    boxes.reduce(0) { sum, box in
      let common = areas[arrangement.rawValue].reduce(0.0) {
        $0 + ($1.intersection(box).map { $0.width * $0.height } ?? 0)
      }
      return sum + common / max(box.width * box.height, 1)
    }
  }

  /// The arrangement that covers the least of boxes.
  package func best(_ boxes: [Rectangle<OutputSpace>]) -> HudArrangement {
    var best = (covered: Double.infinity, arrangement: HudArrangement.standard)
    for arrangement in HudArrangement.allCases {
      let covered = covered(boxes, in: arrangement)
      if covered < best.covered - 0.01 { best = (covered, arrangement) }
    }
    return best.arrangement
  }
}

/// How a painter works; lengths in samples at 720 lines.
struct PaintStyle {
  /// The Kuwahara filter: the circle of its windows, a window's deviation, and the deviation in levels from which on a
  /// window counts as uneven.
  let radius, window, spread: Double
  /// The deviation of the window over which directions are found.
  let coherence: Double
  /// A stroke's steps either way, 3 or 6, and their length.
  let steps: Int
  let step: Double
  let marks: Marks
  /// Deviations in levels of details that are smoothed away, and of those that stay.
  let detail, contrast: Double
  let directions: Directions
  /// What becomes of the colours; nil for nothing.
  let palette: Palette?

  /// The marks of bristles: noise that is drawn out along strokes.
  struct Marks {
    /// A clump's deviation, and the marks' levels.
    let clump, levels: Double
  }

  /// Where strokes go in walls and skies.
  enum Directions {
    /// Slow waves, as strong as an edge of so many levels a sample.
    case waves(strength: Double)
    /// Swirls of a seed.
    case swirls(strength: Double, seed: UInt64)

    var strength: Double {
      switch self {
      case .waves(let strength), .swirls(let strength, _): strength
      }
    }
  }

  /// What becomes of the colours; marks lighten or darken, and lead to warm or to cold.
  struct Palette {
    let contrast, blue, red, marks, marksBlue, marksRed: Double
  }
}

extension PaintStyle {
  /// Oil paint.
  static let oil = PaintStyle(
    radius: 2.4, window: 1.2, spread: 5, coherence: 2.4, steps: 3, step: 1.8,
    marks: Marks(clump: 0.6, levels: 22), detail: 6, contrast: 13,
    directions: .waves(strength: 1.6), palette: nil)

  /// Thick strokes side by side, as Vincent van Gogh painted from 1888 on.
  static func vanGogh(_ filter: PictureFilter) -> PaintStyle {
    PaintStyle(
      radius: 2.6, window: 1.3, spread: 5, coherence: 3.4, steps: 6, step: 1.45,
      marks: Marks(clump: 1.7, levels: 40), detail: 7, contrast: 13,
      directions: .swirls(
        strength: 1 + 2 * filter.value("swirl"), seed: UInt64(filter.value("seed"))),
      palette: Palette(
        contrast: 1.1, blue: 1.5, red: 1.35, marks: 0.55, marksBlue: -0.25, marksRed: 0.2))
  }
}

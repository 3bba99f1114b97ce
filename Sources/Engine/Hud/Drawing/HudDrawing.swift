import Geometry

/// One thing that the HUD draws, as it looks: what is equal is drawn once.
enum HudDrawing: Hashable, Sendable {
  /// How a text looks.
  enum Role: Hashable, Sendable {
    case prompt, hint, score, gain, left
  }

  /// What stands in the ring.
  enum Icon: Hashable, Sendable {
    case tooth, brush, check
  }

  /// A part of the ring of quadrants; degrees clockwise from the top, the part in `steps`.
  struct Arc: Hashable, Sendable {
    var from, to: Double
    var part: Int
    var isActive: Bool
  }

  /// A text in its halo.
  case text(String, Role)
  /// The ring of a gate, in its halo: empty, or done.
  case ring(isDone: Bool)
  /// What of a ring is reached, so many `steps`; apart from the ring, as it changes with every frame.
  case arc(part: Int)
  /// The ring of quadrants.
  case quadrants([Arc])
  /// The bar of the speed, so many `steps` full, with a mark.
  case bar(part: Int, mark: Int)
  /// Dots, so many of them lit.
  case dots(lit: Int, of: Int)
  case icon(Icon)
  /// A star of one of the theme's colours.
  case star(Int)

  /// How finely rings and bars are filled.
  static let steps = 240.0

  /// A part, 0 to 1, in steps.
  static func steps(_ part: Double) -> Int { Int((min(max(part, 0), 1) * steps).rounded()) }
}

/// A drawing in the picture.
struct HudSprite: Hashable, Sendable {
  var drawing: HudDrawing
  /// Where its middle lies.
  var centre: Point2<OutputSpace>
  var scale = 1.0
  /// Degrees clockwise.
  var turn = 0.0
  /// 0 to 1.
  var opacity = 1.0
}

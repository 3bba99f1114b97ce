internal import Foundation

/// How much there is to draw of outlines.
struct LottieOutline {
  /// Their points, as the file counts them.
  var points = 0.0
  /// The pieces of curve into which a stroke divides them, none of which turns by more than an eighth of a half turn.
  var pieces = 0.0
  /// Their length, in pixels of the composition.
  var length = 0.0
  /// The area of the rectangles about them.
  var area = 0.0

  static func += (sum: inout LottieOutline, more: LottieOutline) {
    sum.points += more.points
    sum.pieces += more.pieces
    sum.length += more.length
    sum.area += more.area
  }

  /// So many of them, each so much larger.
  func times(_ count: Double, scale: Double = 1) -> LottieOutline {
    LottieOutline(
      points: points * count, pieces: pieces * count, length: length * count * scale,
      area: area * count * scale * scale)
  }

  /// A rectangle or an ellipse, by its longest sides.
  static func box(_ width: Double, _ height: Double) -> LottieOutline {
    LottieOutline(points: 8, pieces: 20, length: 2 * (width + height), area: width * height)
  }

  /// A star or a polygon.
  static func star(points: Double, radius: Double, isRound: Bool) -> LottieOutline {
    LottieOutline(
      points: points, pieces: isRound ? 8 * points : points,
      length: points * radius * (isRound ? 4 : 2), area: 4 * radius * radius)
  }

  /// Curves of Bezier from point to point.
  ///
  /// Lengths are those of the tangents and what lies between them, which no curve is longer than.
  init(_ points: [[Double]], into: [[Double]], out: [[Double]], isClosed: Bool) {
    var (low, high) = (points[0], points[0])
    for index in points.indices {
      for axis in 0..<2 {
        for value in [
          points[index][axis], points[index][axis] + into[index][axis],
          points[index][axis] + out[index][axis],
        ] {
          low[axis] = min(low[axis], value)
          high[axis] = max(high[axis], value)
        }
      }
      guard isClosed || index + 1 < points.count else { continue }
      let next = (index + 1) % points.count
      let between = (0..<2).map { axis in
        points[next][axis] + into[next][axis] - points[index][axis] - out[index][axis]
      }
      let legs = [out[index], between, [-into[next][0], -into[next][1]]].filter { $0 != [0, 0] }
      length += legs.reduce(0) { $0 + hypot($1[0], $1[1]) }
      let turns = zip(legs, legs.dropFirst()).map { first, second in
        abs(
          atan2(
            first[0] * second[1] - first[1] * second[0],
            first[0] * second[0] + first[1] * second[1]))
      }
      let turn = (turns.max() ?? 0) / (.pi / 8)
      pieces += turn > 1 ? exp2(log2(turn).rounded(.up)) : 1
    }
    self.points = Double(points.count)
    area = (high[0] - low[0]) * (high[1] - low[1])
  }

  init(points: Double = 0, pieces: Double = 0, length: Double = 0, area: Double = 0) {
    (self.points, self.pieces, self.length, self.area) = (points, pieces, length, area)
  }
}

/// A fill, a stroke or a mask, as far as drawing it costs something.
struct LottiePaint {
  enum Kind { case colour, gradient, mask }

  var kind = Kind.colour
  var outline = LottieOutline()
  /// Of a stroke, in pixels of the composition; 0 of a fill.
  var width = 0.0
  /// How many dashes a stroke has.
  var dashes = 0.0
  /// How many of it a repeater makes.
  var copies = 1.0

  /// Makes it so much larger.
  mutating func scale(by scale: Double) {
    outline = outline.times(1, scale: scale)
    width *= scale
  }

  /// The side of the pictures for which costs are told.
  static let side = 512.0
  /// Milliseconds that a pixel of a picture takes to be decoded.
  static let decodingMs = 1.2e-5

  /// A cost that compares with its limit: scales within each other leave the numbers that there are, and nothing so
  /// much larger is not a number.
  private static func bounded(_ cost: Double) -> Double { cost < 1e12 ? cost : 1e12 }

  /// - Parameter scale: from its layer's pixels to those of a picture of 512.
  func cost(scale: Double) -> LottieCost {
    let whole: Double = Self.side * Self.side
    let across: Double = width * scale
    // Lines that lie outside cost nothing beyond the rows and columns that they pass.
    var line: Double = outline.length * scale * (width > 0 ? 2 : 1)
    line = min(line, (outline.points + 1) * 4 * Self.side)
    let filled: Double = width > 0 ? line * (across + 2) : outline.area * scale * scale
    // Each pixel of a line is looked for among those of its row.
    let beside: Double = min(line / Self.side, 250)
    let lineMs: Double = line * (5e-5 + 5e-6 * beside)
    // A curve is divided until its parts are straight, also where it lies far outside.
    let piece: Double = max(outline.length / max(outline.pieces, 1), width) * scale
    let far: Double = max(piece - 4 * Self.side, 0)
    let curveMs: Double = 3e-3 * outline.pieces * far.squareRoot()
    let areaMs: Double = min(filled, whole) * (kind == .gradient ? 4e-6 : 4.5e-7)
    // The edges and ends of dashes lie close together, each in a row of many others.
    let edges: Double = dashes * 4 * min(across + 1, Self.side)
    let dashMs: Double = edges * (5e-5 + 5e-6 * 250)
    let own: Double = kind == .mask ? 0.15 : 0.006
    let rows: Double = min(10 * (line + edges), 8 * whole) + 1024 + 80 * dashes
    let ms: Double = lineMs + curveMs + areaMs + dashMs + own
    return LottieCost(drawMs: Self.bounded(ms * copies), bytes: Self.bounded(rows * copies))
  }
}

public import Geometry

/// Which pixels of a picture count: one byte a pixel, 1 for those that do and 0 for the others, rows
/// without padding.
public struct PixelMask: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// A byte a pixel, 1 or 0.
  public private(set) var bytes: [UInt8]

  /// Makes a mask in which all pixels count, or none.
  public init(width: Int, height: Int, filled: Bool) {
    (self.width, self.height) = (max(0, width), max(0, height))
    bytes = [UInt8](repeating: filled ? 1 : 0, count: self.width * self.height)
  }

  /// The pixels of a picture that are not transparent and not black: white on black, as masks are
  /// drawn, or anything on a transparent background.
  public init(_ picture: StraightRGBA8) {
    self.init(width: picture.width, height: picture.height, filled: false)
    for i in bytes.indices {
      let p = 4 * i
      let hasColour = picture.bytes[p] | picture.bytes[p + 1] | picture.bytes[p + 2] != 0
      bytes[i] = picture.bytes[p + 3] != 0 && hasColour ? 1 : 0
    }
  }

  /// Whether a pixel counts; it must lie in the mask.
  public subscript(x: Int, y: Int) -> Bool {
    get { bytes[y * width + x] != 0 }
    set { bytes[y * width + x] = newValue ? 1 : 0 }
  }

  /// How many pixels count.
  public var count: Int { bytes.reduce(0) { $0 + Int($1) } }

  /// The other pixels.
  public var inverted: PixelMask {
    var other = self
    for i in bytes.indices { other.bytes[i] = 1 - bytes[i] }
    return other
  }

  /// The pixels that count in both; none where the other mask has another size.
  public func intersection(_ other: PixelMask) -> PixelMask {
    guard width == other.width, height == other.height else {
      return PixelMask(width: width, height: height, filled: false)
    }
    var both = self
    for i in bytes.indices { both.bytes[i] &= other.bytes[i] }
    return both
  }

  /// Adds the pixels whose centres lie in a convex quadrangle, or within `margin` pixels of it.
  ///
  /// A quadrangle with a corner that is no number, or farther than 1e9 pixels away, adds none.
  public mutating func add(_ quad: Quad<OutputSpace>, margin: Double = 0) {
    let corners = quad.corners
    // Beyond this no product of two coordinates is sure to be a number; NaN is not within it either.
    let farthest = 1e9
    guard corners.allSatisfy({ abs($0.x) <= farthest && abs($0.y) <= farthest }) else { return }
    func range(_ values: [Double], _ limit: Int) -> Range<Int> {
      let low = ((values.min() ?? 0) - margin - 1).clamped(to: 0, Double(limit))
      let high = ((values.max() ?? 0) + margin + 2).clamped(to: 0, Double(limit))
      return Int(low)..<max(Int(low), Int(high))
    }
    // Twice the area by the shoelace formula: its sign says which way the corners go round.
    var area = 0.0
    for i in 0..<4 {
      let (a, b) = (corners[i], corners[(i + 1) % 4])
      area += a.x * b.y - b.x * a.y
    }
    let side = area < 0 ? -1.0 : 1.0
    let columns = range(corners.map(\.x), width)
    for y in range(corners.map(\.y), height) {
      // Each edge bounds the row's pixels on one side; between the bounds all of them lie inside.
      let py = Double(y) + 0.5
      var (low, high) = (Double(columns.lowerBound), Double(columns.upperBound))
      for i in 0..<4 {
        let (a, b) = (corners[i], corners[(i + 1) % 4])
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        // Inside: slope * px <= bound.
        let slope = side * dy
        let bound =
          side * (dx * (py - a.y) + dy * a.x) + margin * (dx * dx + dy * dy).squareRoot()
        if slope > 0 {
          high = min(high, bound / slope + 0.5)
        } else if slope < 0 {
          low = max(low, bound / slope - 0.5)
        } else if bound < 0 {
          high = low
        }
      }
      let first = low.rounded(.up).clamped(to: 0, Double(width))
      let end = high.rounded(.down).clamped(to: 0, Double(width))
      guard first < end else { continue }
      unsafe bytes.withUnsafeMutableBufferPointer { all in
        unsafe all[(y * width + Int(first))..<(y * width + Int(end))].update(repeating: 1)
      }
    }
  }
}

extension Double {
  fileprivate func clamped(to low: Double, _ high: Double) -> Double { min(max(self, low), high) }
}

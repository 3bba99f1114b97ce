import Foundation

/// A picture whose grey raises a layer's surface.
public struct LayerRelief: Hashable, Sendable {
  /// The picture's path inside the package.
  public var image: String
  /// How far white stands before black, in eye distances.
  public var depth: Double
  /// The grey that lies on the surface, 0 to 1.
  public var zero: Double

  /// Makes a relief.
  public init(image: String, depth: Double, zero: Double = 0) {
    (self.image, self.depth, self.zero) = (image, depth, zero)
  }
}

/// The greys of a relief picture at the corners of the grid over its layer.
public struct ReliefGrid: Hashable, Sendable {
  /// The cells of a grid.
  public let cells: SurfaceCells
  /// The greys, 0 to 1, row by row from the upper left corner: one more a row and column than there are cells.
  public let greys: [Double]

  /// Makes a grid of the greys of a picture that is stretched over a layer's.
  ///
  /// A corner's grey is the mean of the picture over one cell's size about the corner, to parts of a pixel; what lies
  /// outside of the picture does not count.
  ///
  /// - Parameters:
  ///   - pixels: the picture's greys, 0 to 1, row by row; as many as `width` times `height`.
  ///   - cells: those of the layer's grid.
  public init?(pixels: [Float], width: Int, height: Int, cells: SurfaceCells) {
    guard width > 0, height > 0, pixels.count == width * height else { return nil }
    self.cells = cells
    let (columns, rows) = (cells.columns + 1, cells.rows + 1)
    let across = (0..<columns).map { Self.span($0, of: cells.columns, over: width) }
    let down = (0..<rows).map { Self.span($0, of: cells.rows, over: height) }
    // Sums along each row first, so that each pixel is read once a corner's row.
    var greys: [Double] = []
    greys.reserveCapacity(columns * rows)
    for span in down {
      var sums = [Double](repeating: 0, count: columns)
      for (row, weight) in span {
        for column in 0..<columns {
          var sum = 0.0
          for (place, part) in across[column] { sum += part * Double(pixels[row * width + place]) }
          sums[column] += weight * sum
        }
      }
      greys += sums
    }
    self.greys = greys
  }

  /// The pixels along a side that a corner's cell covers, with their parts of it, whose sum is 1.
  private static func span(
    _ corner: Int, of cells: Int, over length: Int
  ) -> [(place: Int, part: Double)] {
    let size = Double(length) / Double(cells)
    let low = max((Double(corner) - 0.5) * size, 0)
    let high = min((Double(corner) + 0.5) * size, Double(length))
    let last = max(min(Int(high.rounded(.up)), length) - 1, 0)
    return (min(Int(low), last)...last).map { place in
      let covered = min(high, Double(place) + 1) - max(low, Double(place))
      return (place, max(covered, 0) / (high - low))
    }
  }
}

/// The cells of the grid over a layer's picture.
public struct SurfaceCells: Hashable, Sendable {
  /// The cells in a row, and the rows.
  public let columns, rows: Int

  /// The cells along the longer side of a picture with a relief, and of one without.
  static let (withRelief, withoutRelief) = (64, 32)

  /// Makes a grid.
  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// Makes the grid over a picture.
  public init(width: Int, height: Int, hasRelief: Bool, isFlat: Bool) {
    guard hasRelief || !isFlat else {
      (columns, rows) = (1, 1)
      return
    }
    let longer = hasRelief ? Self.withRelief : Self.withoutRelief
    func shorter(_ side: Int, of other: Int) -> Int {
      max(1, Int((Double(longer * side) / Double(other) + 0.5).rounded(.down)))
    }
    (columns, rows) =
      width >= height
      ? (longer, shorter(height, of: width)) : (shorter(width, of: height), longer)
  }
}

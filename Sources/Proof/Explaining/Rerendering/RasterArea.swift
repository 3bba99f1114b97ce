/// A part of a raster, in its pixels.
struct RasterArea: Hashable {
  var x, y, width, height: Int

  var isEmpty: Bool { width <= 0 || height <= 0 }
  var count: Int { width * height }

  /// Whether it has pixels in common with another.
  func overlaps(_ other: RasterArea) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// The smallest area that holds this one and another.
  func union(_ other: RasterArea) -> RasterArea {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return RasterArea(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// This area, grown to the left and upwards to begin at multiples of a number.
  func aligned(to step: Int) -> RasterArea {
    let (left, top) = (x - x % step, y - y % step)
    return RasterArea(x: left, y: top, width: width + x - left, height: height + y - top)
  }

  init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The pixels around some points, with a margin, that lie within a raster.
  init(around points: [SIMD2<Double>], margin: Double, width: Int, height: Int) {
    func range(_ values: [Double], _ limit: Int) -> Range<Int> {
      let low = max(0, ((values.min() ?? 0) - margin).rounded(.down))
      let high = min(Double(limit), ((values.max() ?? 0) + margin).rounded(.up))
      guard low < high else { return 0..<0 }
      return Int(low)..<Int(high)
    }
    let (columns, rows) = (range(points.map(\.x), width), range(points.map(\.y), height))
    (x, y) = (columns.lowerBound, rows.lowerBound)
    (self.width, self.height) = (columns.count, rows.count)
  }
}

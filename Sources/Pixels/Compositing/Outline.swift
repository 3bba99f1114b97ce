internal import Imaging

/// The part of a picture that is not transparent, as a convex polygon.
///
/// The polygon is the octagon of the extents in x, y, x + y and x - y: it leaves out the corners
/// of round artwork, a fifth of its square.
struct Outline: Sendable {
  /// The column and row of the first pixels that are not transparent.
  private(set) var left = 0
  private(set) var top = 0
  /// The size of the box of pixels that are not transparent; 0 where there are none.
  private(set) var width = 0
  private(set) var height = 0
  /// The middle of the whole picture, in pixels from the box's top left corner.
  private(set) var middle: SIMD2<Double> = [0, 0]
  /// The octagon's corners in order, in pixels from the box's top left corner.
  private(set) var corners: [SIMD2<Double>] = []

  /// Whether the picture is transparent everywhere.
  var isEmpty: Bool { corners.isEmpty }

  /// Finds the outline of a picture.
  init(of picture: StraightRGBA8) {
    var (minX, maxX, minY, maxY) = (Int.max, Int.min, Int.max, Int.min)
    var (minSum, maxSum, minDifference, maxDifference) = (Int.max, Int.min, Int.max, Int.min)
    for y in 0..<picture.height {
      let row = 4 * y * picture.width + 3
      guard
        let first = (0..<picture.width).first(where: { picture.bytes[row + 4 * $0] != 0 }),
        let last = (0..<picture.width).last(where: { picture.bytes[row + 4 * $0] != 0 })
      else { continue }
      (minX, maxX) = (min(minX, first), max(maxX, last + 1))
      (minY, maxY) = (min(minY, y), y + 1)
      // Of the pixel's four corners the outermost one in each direction.
      (minSum, maxSum) = (min(minSum, first + y), max(maxSum, last + 1 + y + 1))
      (minDifference, maxDifference) = (
        min(minDifference, first - (y + 1)), max(maxDifference, last + 1 - y)
      )
    }
    guard minX < maxX else { return }
    (left, top, width, height) = (minX, minY, maxX - minX, maxY - minY)
    middle = SIMD2(
      Double(picture.width) / 2 - Double(minX), Double(picture.height) / 2 - Double(minY))
    // A step of one to the side and one down changes x + y by two.
    (minSum, maxSum) = (minSum - 2, maxSum + 2)
    (minDifference, maxDifference) = (minDifference - 2, maxDifference + 2)
    let (west, east, north, south) = (minX - 1, maxX + 1, minY - 1, maxY + 1)
    // Clockwise from the top edge's left end; a corner that is not cut appears twice.
    corners = [
      (minSum - north, north), (maxDifference + north, north),
      (east, east - maxDifference), (east, maxSum - east),
      (maxSum - south, south), (minDifference + south, south),
      (west, west - minDifference), (west, minSum - west),
    ].map { SIMD2(Double($0.0 - minX), Double($0.1 - minY)) }
  }
}

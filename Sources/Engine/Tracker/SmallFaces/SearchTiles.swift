package import Geometry

/// The pieces of a picture in which faces are looked for that are too small to be found in it as a
/// whole.
///
/// In a picture the tracker finds faces that are a seventh of its longer side or more; a sixth is found
/// wherever it lies, its corners too.
package enum SearchTiles {
  /// The smallest face that is found in a picture, as a part of its longer side.
  package static let smallestPart = 1.0 / 6

  /// Squares that overlap, so that each face of `minFace` pixels or more is whole in one of them and
  /// large enough there: of one size for those up to twice as large, of twice that size for those up
  /// to four times, and so on up to what is found in the whole.
  package static func tiles(
    of picture: PixelSize<TrackerSpace>, minFace: Int
  ) -> [CloseUp] {
    let longer = max(picture.width, picture.height)
    var tiles: [CloseUp] = []
    var side = Double(minFace) / smallestPart
    while side < Double(longer) {
      let whole = Int(side)
      // The largest face of this size's: of twice the smallest.
      let overlap = Int((2 * side * smallestPart).rounded(.up))
      for top in starts(length: picture.height, side: whole, overlap: overlap) {
        for left in starts(length: picture.width, side: whole, overlap: overlap) {
          tiles.append(
            CloseUp(
              left: left, top: top, width: whole, height: whole, in: picture, enlarges: false))
        }
      }
      side *= 2
    }
    return tiles
  }

  /// Where tiles begin along a side of the picture, evenly spread.
  private static func starts(length: Int, side: Int, overlap: Int) -> [Int] {
    guard length > side else { return [0] }
    let step = max(1, side - overlap)
    let count = (length - overlap + step - 1) / step
    return (0..<count).map { (length - side) * $0 / (count - 1) }
  }
}

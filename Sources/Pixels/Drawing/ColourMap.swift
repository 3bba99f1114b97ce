/// Colours on a coarse grid of square cells laid over the picture, enlarged softly when painted.
package struct ColourMap {
  /// Where the grid's outer top-left corner lies.
  package let origin: PicturePoint
  /// The side of a cell, in pixels.
  package let cell: Double
  package let width: Int
  package let height: Int
  /// B, G, R, A as Cairo has them in memory, row by row; transparent until set.
  package private(set) var pixels: [UInt32]

  /// Makes a transparent map.
  package init(origin: PicturePoint, cell: Double, width: Int, height: Int) {
    (self.origin, self.cell, self.width, self.height) = (origin, cell, width, height)
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  /// Gives a cell an opaque colour.
  package mutating func set(_ colour: Colour, _ column: Int, _ row: Int) {
    func byte(_ part: Double) -> UInt32 { UInt32(min(max(part * 255 + 0.5, 0), 255)) }
    pixels[row * width + column] =
      0xFF00_0000 | byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue)
  }
}

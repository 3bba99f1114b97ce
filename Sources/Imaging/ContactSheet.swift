public import Geometry

/// Pictures of one size, side by side in one picture.
public struct ContactSheet: Sendable {
  /// Pictures in a row.
  public var columns: Int
  /// The size of each picture.
  public var cell: PixelSize<OutputSpace>
  /// The space between pictures and around them, in pixels.
  public var gap = 4
  /// What lies between the pictures.
  public var background = RGBA8(32, 32, 36)

  /// Makes a sheet.
  public init(columns: Int, cell: PixelSize<OutputSpace>) {
    self.columns = max(1, columns)
    self.cell = cell
  }

  /// Lays pictures out, row by row; what is larger than a cell is cut off.
  public func picture(of pictures: [StraightRGBA8]) -> StraightRGBA8 {
    let rows = max(1, (pictures.count + columns - 1) / columns)
    let width = columns * (cell.width + gap) + gap
    let height = rows * (cell.height + gap) + gap
    let pixel = [background.red, background.green, background.blue, background.alpha]
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    for index in bytes.indices { bytes[index] = pixel[index % 4] }
    for (index, picture) in pictures.enumerated() {
      let left = gap + index % columns * (cell.width + gap)
      let top = gap + index / columns * (cell.height + gap)
      let length = 4 * min(picture.width, cell.width)
      for y in 0..<min(picture.height, cell.height) {
        let (to, from) = (4 * ((top + y) * width + left), 4 * y * picture.width)
        bytes.replaceSubrange(to..<to + length, with: picture.bytes[from..<from + length])
      }
    }
    return StraightRGBA8(width: width, height: height, bytes: bytes)
      ?? StraightRGBA8(size: cell)
  }
}

internal import Geometry

/// Pictures side by side, row by row, with gaps between them.
public struct ContactSheet: Sendable {
  /// Pictures a row.
  public var columns: Int
  /// The distance between pictures and around them, in pixels.
  public var gap: Int
  /// The colour of the gaps.
  public var background: RGBA8

  /// Makes a sheet.
  public init(columns: Int, gap: Int = 4, background: RGBA8 = RGBA8(32, 32, 36)) {
    self.columns = max(1, columns)
    self.gap = max(0, gap)
    self.background = background
  }

  /// Lays pictures out; nil for none.
  ///
  /// All cells have the size of the largest picture; smaller ones sit at the top left of theirs.
  public func picture(of pictures: [StraightRGBA8]) -> StraightRGBA8? {
    guard let cellWidth = pictures.map(\.width).max(),
      let cellHeight = pictures.map(\.height).max()
    else { return nil }
    let across = min(columns, pictures.count)
    let down = (pictures.count + across - 1) / across
    guard
      let size = PixelSize<OutputSpace>(
        width: across * (cellWidth + gap) + gap, height: down * (cellHeight + gap) + gap)
    else { return nil }
    var sheet = StraightRGBA8(size: size, filledWith: background)
    for (index, picture) in pictures.enumerated() {
      let (x, y) = place(of: index, cellWidth: cellWidth, cellHeight: cellHeight)
      sheet.paste(picture, x: x, y: y)
    }
    return sheet
  }

  /// Where the top left corner of a picture lies on the sheet, for labels.
  public func place(of index: Int, cellWidth: Int, cellHeight: Int) -> (x: Int, y: Int) {
    (gap + index % columns * (cellWidth + gap), gap + index / columns * (cellHeight + gap))
  }
}

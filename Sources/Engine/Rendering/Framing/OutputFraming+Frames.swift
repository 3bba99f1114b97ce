import Frames
import Imaging
import Placement

extension OutputFraming {
  /// The shown part of a clip's frame, at the size that is drawn on.
  func shown(of frame: consuming VideoFrame) throws(VideoError) -> VideoFrame {
    try frame.cropped(columns: columns, rows: rows, shift: shift).scaled(to: drawn)
  }

  /// A finished picture of a clip's frame within its bars.
  func framed(
    _ frame: consuming VideoFrame, mirrored: Bool
  ) throws(VideoError) -> VideoFrame {
    let (column, row) = origin(mirrored: mirrored)
    return try frame.padded(to: self.frame, column: column, row: row)
  }

  /// The same of a picture; without a background the bars are transparent.
  func framed(
    _ picture: consuming StraightRGBA8, mirrored: Bool, bars: RGBA8 = RGBA8(0, 0, 0)
  ) -> StraightRGBA8 {
    guard hasBars else { return picture }
    let (column, row) = origin(mirrored: mirrored)
    var whole = StraightRGBA8(size: frame, filledWith: bars)
    whole.paste(picture, x: column, y: row)
    return whole
  }
}

import Frames
import Geometry
import Imaging
import Placement
import Recordings

extension OutputFraming {
  /// The width of what is left of a picture for its backdrop, in pixels.
  private static var backdropSide: Int { 64 }

  /// The shown part of a clip's frame, at the size that is drawn on.
  func shown(of frame: consuming VideoFrame) throws(VideoError) -> VideoFrame {
    try frame.cropped(columns: columns, rows: rows, shift: shift).scaled(to: drawn)
  }

  /// A finished picture of a clip's frame within its bars: black ones, beside a crop the picture itself, blurred.
  func framed(
    _ frame: consuming VideoFrame, mirrored: Bool
  ) throws(VideoError) -> VideoFrame {
    guard hasBars else { return frame }
    let (column, row) = origin(mirrored: mirrored)
    guard isOfWindow, !frame.colourTags.isHighDynamicRange else {
      return try frame.padded(to: self.frame, column: column, row: row)
    }
    // A few pixels are enough of what is blurred past recognition.
    let small = PixelSize<OutputSpace>(
      clamping: min(frame.width, Self.backdropSide),
      min(frame.height, Self.backdropSide * frame.height / frame.width))
    let glance = try frame.copied().scaled(to: small).toStraightRGBA8()
    var whole = try frame.alike(glance.backdrop(for: self.frame))
    try whole.lay(frame, column: column, row: row)
    return whole
  }

  /// The same of a picture; without a background the bars are transparent.
  func framed(
    _ picture: consuming StraightRGBA8, mirrored: Bool, bars: RGBA8 = RGBA8(0, 0, 0)
  ) -> StraightRGBA8 {
    guard hasBars else { return picture }
    let (column, row) = origin(mirrored: mirrored)
    var whole =
      isOfWindow && bars.alpha > 0
      ? picture.backdrop(for: frame) : StraightRGBA8(size: frame, filledWith: bars)
    whole.paste(picture, x: column, y: row)
    return whole
  }
}

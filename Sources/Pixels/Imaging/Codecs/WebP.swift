internal import CWebP

/// WebP pictures, read and written by libwebp: lossy and lossless ones, with alpha.
///
/// Animated ones are refused. ICC profiles are ignored, so the samples are taken for sRGB; the picture is
/// turned upright by its EXIF orientation. Neither is written.
public enum WebP {
  /// The longest side that the format can hold.
  public static let sideLimit = 16_383

  /// Groups of prefix codes that a lossless picture may have, however small it is.
  ///
  /// They are the most that libwebp's encoder makes. Their tables take up to 32 MB, or 54 MB with a cache of
  /// 2,048 colours.
  public static let prefixGroupLimit = 2600

  /// What the tables of a picture's groups may take, in bytes for every pixel, where that is more.
  public static let tableBytesAPixel = 7

  /// Encodes a picture, lossy in colour and lossless in alpha.
  ///
  /// `quality` is 1 to 100; values beyond are taken for the nearest.
  public static func encode(
    _ picture: StraightRGBA8, quality: Int = PictureEncoding.defaultQuality
  ) throws(ImagingError) -> [UInt8] {
    guard picture.width <= sideLimit, picture.height <= sideLimit else {
      throw .unwritable(
        reason: "\(picture.width) x \(picture.height) pixels are too many for a WebP;"
          + " a side has at most \(sideLimit)")
    }
    var encoded: UnsafeMutablePointer<UInt8>?
    defer { unsafe WebPFree(encoded) }
    let count = unsafe WebPEncodeRGBA(
      picture.bytes, Int32(picture.width), Int32(picture.height), Int32(4 * picture.width),
      Float(min(max(quality, 1), 100)), &encoded)
    // Of what may fail, only memory is left once the sides fit.
    guard count > 0, let encoded = unsafe encoded else {
      throw .outOfMemory(width: picture.width, height: picture.height)
    }
    return unsafe Array(UnsafeBufferPointer(start: encoded, count: count))
  }
}

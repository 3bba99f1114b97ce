internal import CJXL

/// JPEG XL pictures, written by libjxl, which is loaded with the first of them; colours are sRGB.
///
/// The same picture gives the same bytes on one kind of processor: the library's kernels differ in what they round.
public enum JPEGXL {
  /// Encodes a picture, lossy in colour, with alpha where there is any.
  ///
  /// `quality` is 1 to 100; values beyond are taken for the nearest.
  public static func encode(
    _ picture: StraightRGBA8, quality: Int = PictureEncoding.defaultQuality
  ) throws(ImagingError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    defer { unsafe cjxl_free(bytes) }
    var count = 0
    var message = [CChar](repeating: 0, count: Int(cjxl_message_bytes))
    let status = unsafe cjxl_encode(
      picture.bytes, UInt32(picture.width), UInt32(picture.height), !picture.isOpaque,
      distance(ofQuality: min(max(quality, 1), 100)), &bytes, &count, &message)
    let said = String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch status {
    case CJXL_OK:
      guard let bytes = unsafe bytes else { break }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    case CJXL_MISSING:
      let library = unsafe String(cString: cjxl_library_name)
      throw .noWriter(.jxl, library: library, package: "libjxl", reason: said)
    default: break
    }
    throw .unwritable(
      reason: "JPEG XL of \(picture.width) x \(picture.height) pixels: \(said)")
  }

  /// The distance of a quality of JPEG's scale, as libjxl's own tool takes it (`cjxl -q`), but for 100, which is
  /// lossless there and a distance of 0.1 here.
  private static func distance(ofQuality quality: Int) -> Float {
    let quality = Float(quality)
    return quality >= 30
      ? 0.1 + (100 - quality) * 0.09 : 53 / 3000 * quality * quality - 23 / 20 * quality + 25
  }
}

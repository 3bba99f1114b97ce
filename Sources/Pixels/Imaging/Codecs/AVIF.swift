internal import CHEIF

/// AVIF pictures, written by libheif with its encoder of AV1, which are loaded with the first of them.
///
/// They are read as `HEIF`. Colours are sRGB, chroma is at full resolution.
public enum AVIF {
  /// The longest side that is written: that of AV1's sequence header.
  public static let sideLimit = 65_536

  /// Encodes a picture, lossy in colour and alpha.
  ///
  /// `quality` is 1 to 100; values beyond are taken for the nearest.
  public static func encode(
    _ picture: StraightRGBA8, quality: Int = PictureEncoding.defaultQuality
  ) throws(ImagingError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    defer { unsafe cheif_free(bytes) }
    var count = 0
    var message = [CChar](repeating: 0, count: Int(cheif_message_bytes))
    let status = unsafe cheif_encode_avif(
      HEIF.libraryName, picture.bytes, Int32(picture.width), Int32(picture.height),
      !picture.isOpaque, Int32(min(max(quality, 1), 100)), &bytes, &count, &message)
    switch status {
    case CHEIF_OK:
      guard let bytes = unsafe bytes else { break }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    case CHEIF_UNSUPPORTED:
      throw .noWriter(
        .avif, library: HEIF.libraryName,
        package: "libheif1, from Debian 13 on libheif-plugin-aomenc too",
        reason: HEIF.text(message))
    default: break
    }
    throw .unwritable(
      reason: "AVIF of \(picture.width) x \(picture.height) pixels: \(HEIF.text(message))")
  }
}

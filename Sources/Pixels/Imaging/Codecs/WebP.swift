internal import CWebP
public import Geometry

/// WebP pictures, read and written by libwebp: lossy and lossless ones, with alpha.
///
/// Animated ones are refused. ICC profiles and EXIF are ignored, so the samples are taken for sRGB
/// and the picture stands as it is stored; none of them is written.
public enum WebP {
  /// The longest side that the format can hold.
  public static let sideLimit = 16_383

  /// Decodes a WebP picture that lies in memory.
  ///
  /// The size in the header is checked against the limits before memory is taken for pixels.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> StraightRGBA8 {
    let size = try size(of: bytes, limits: limits)
    var status = VP8_STATUS_OUT_OF_MEMORY
    let count = 4 * size.width * size.height
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
      status = unsafe decode(bytes, into: buffer, rowBytes: 4 * size.width)
      // Of a picture that failed, rows may be left unwritten; it is given to nobody.
      initialised = status == VP8_STATUS_OK ? count : 0
    }
    guard let picture = StraightRGBA8(width: size.width, height: size.height, bytes: pixels) else {
      throw failure(status, bytes)
    }
    return picture
  }

  /// Reads only the size that a WebP's header names.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    guard PictureFormat(magic: bytes) == .webp else {
      let start = Array(bytes.prefix(12))
      let isStart = (4..<12).contains(start.count) && start.starts(with: "RIFF".utf8)
      throw isStart
        ? .cutOff(.webp, byteCount: bytes.count) : .notA(.webp, firstBytes: start)
    }
    var features = WebPBitstreamFeatures()
    let status = unsafe WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK,
      let size = PixelSize<ArtworkSpace>(
        width: Int(features.width), height: Int(features.height))
    else { throw failure(status, bytes) }
    guard features.has_animation == 0 else {
      throw .unsupported(.webp, reason: "it is animated; give a single picture")
    }
    guard limits.allow(width: size.width, height: size.height) else {
      throw .tooLarge(width: size.width, height: size.height, limits: limits)
    }
    return size
  }

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

  private static func decode(
    _ bytes: [UInt8], into buffer: UnsafeMutableBufferPointer<UInt8>, rowBytes: Int
  ) -> VP8StatusCode {
    var config = unsafe WebPDecoderConfig()
    guard unsafe WebPInitDecoderConfig(&config) != 0 else { return VP8_STATUS_OUT_OF_MEMORY }
    unsafe config.output.colorspace = MODE_RGBA
    unsafe config.output.is_external_memory = 1
    unsafe config.output.u.RGBA = WebPRGBABuffer(
      rgba: buffer.baseAddress, stride: Int32(rowBytes), size: buffer.count)
    defer { unsafe WebPFreeDecBuffer(&config.output) }
    return unsafe WebPDecode(bytes, bytes.count, &config)
  }

  private static func failure(_ status: VP8StatusCode, _ bytes: [UInt8]) -> ImagingError {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
      .cutOff(.webp, byteCount: bytes.count)
    case VP8_STATUS_OUT_OF_MEMORY: .outOfMemory(width: 0, height: 0)
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      .unsupported(.webp, reason: "it uses a feature that libwebp does not read")
    default: .broken(.webp, reason: "its data breaks the format's rules")
    }
  }
}

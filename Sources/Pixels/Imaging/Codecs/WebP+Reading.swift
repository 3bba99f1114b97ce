internal import CWebP
public import Geometry

extension WebP {
  /// Decodes a WebP picture that lies in memory, upright by its EXIF orientation.
  ///
  /// The size in the header is checked against the limits before memory is taken for pixels.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> StraightRGBA8 {
    try salvage(bytes, limits: limits, allowsDamage: false).picture
  }

  /// Decodes a WebP picture as far as it is whole, where damage is allowed.
  static func salvage(
    _ bytes: [UInt8], limits: ImageLimits, allowsDamage: Bool
  ) throws(ImagingError) -> DecodedPicture {
    let size = try storedSize(of: bytes, limits: limits)
    let (width, height) = (size.width, size.height)
    try checkGroups(of: bytes, width: width, height: height)
    let count = 4 * width * height
    var outcome = WebPOutcome.status(VP8_STATUS_OUT_OF_MEMORY, rows: 0)
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
      if allowsDamage { unsafe DecodedPicture.fill(buffer) }
      outcome = unsafe WebPDecoding(bytes, limits.cpuSeconds(width: width, height: height))
        .run(into: buffer, rowBytes: 4 * width)
      // Of a picture that failed, rows may be left unwritten; it is not given out.
      initialised = outcome.isWhole || allowsDamage ? count : 0
    }
    var damage: PictureDamage?
    switch outcome {
    case .overdue: throw .tooSlow(width: width, height: height, limits: limits)
    case .status(VP8_STATUS_OK, let rows) where isCutOff(bytes):
      // The last rows may have been decoded from bytes that are not there.
      guard allowsDamage else { throw .cutOff(.webp, byteCount: bytes.count) }
      damage = PictureDamage(
        rowsLost: height - rows, rows: height, reason: .cutOff(.webp, byteCount: bytes.count))
    case .status(VP8_STATUS_OK, _): break
    case .status(let status, let rows):
      let error = failure(status, bytes)
      guard allowsDamage, error.isDamage else { throw error }
      damage = PictureDamage(rowsLost: height - rows, rows: height, reason: error)
    }
    guard let picture = StraightRGBA8(width: width, height: height, bytes: pixels) else {
      throw .outOfMemory(width: width, height: height)
    }
    return DecodedPicture(
      picture: picture.turned(by: WebPOrientation.of(bytes)), damage: damage)
  }

  /// Reads only the upright size that a WebP's header names.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    let stored = try storedSize(of: bytes, limits: limits)
    guard WebPOrientation.of(bytes).swapsSides else { return stored }
    return PixelSize(width: stored.height, height: stored.width) ?? stored
  }

  private static func storedSize(
    of bytes: [UInt8], limits: ImageLimits
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

  /// Refuses a file that names more groups of prefix codes than encoders do, whose tables would take more than
  /// the picture.
  private static func checkGroups(
    of bytes: [UInt8], width: Int, height: Int
  ) throws(ImagingError) {
    guard let stream = LosslessWebP.stream(in: bytes, width: width, height: height) else { return }
    let limit = max(prefixGroupLimit, tableBytesAPixel * width * height / stream.groupBytes)
    guard stream.groups <= limit else { throw .tooManyPrefixGroups(stream.groups, limit: limit) }
  }

  /// Whether the file ends before the container says that it does.
  private static func isCutOff(_ bytes: [UInt8]) -> Bool {
    let stated = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    return stated > bytes.count - 8
  }

  private static func failure(_ status: VP8StatusCode, _ bytes: [UInt8]) -> ImagingError {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
      .cutOff(.webp, byteCount: bytes.count)
    case VP8_STATUS_OUT_OF_MEMORY: .outOfMemory(width: 0, height: 0)
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      .unsupported(.webp, reason: "it uses a feature that libwebp does not support")
    default: .broken(.webp, reason: "invalid bitstream")
    }
  }
}

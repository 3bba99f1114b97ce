internal import CJPEG

/// Decodes what a JPEG holds, and hears of every fault on the way.
struct JPEGPixels {
  private let bytes: [UInt8]
  private let header: JPEGHeader
  private let limits: ImageLimits
  private let allowsDamage: Bool

  /// Makes a decoder of a file whose header was read.
  init(_ bytes: [UInt8], _ header: JPEGHeader, limits: ImageLimits, allowsDamage: Bool = false) {
    (self.bytes, self.header, self.limits) = (bytes, header, limits)
    self.allowsDamage = allowsDamage
  }

  /// The pixels as stored.
  func pixels() throws(ImagingError) -> DecodedPicture {
    var (status, report) = (CJPEG_OUT_OF_MEMORY, cjpeg_report())
    let count = 4 * header.width * header.height
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
      guard let base = buffer.baseAddress else { return }
      if allowsDamage { unsafe DecodedPicture.fill(buffer) }
      status = unsafe cjpeg_read_pixels(bytes, bytes.count, options, base, &report)
      // Of a picture that failed, rows may be left unwritten; it is not given out.
      initialised = status == CJPEG_OK || allowsDamage ? count : 0
    }
    let damage = try damage(status, report)
    guard let picture = StraightRGBA8(width: header.width, height: header.height, bytes: pixels)
    else { throw .outOfMemory(width: header.width, height: header.height) }
    return DecodedPicture(picture: picture, damage: damage)
  }

  /// The planes as stored.
  @unsafe func read(into planes: [cjpeg_plane]) throws(ImagingError) {
    var report = cjpeg_report()
    let status = unsafe cjpeg_read_planes(bytes, bytes.count, options, planes, &report)
    _ = try damage(status, report)
  }

  private var options: cjpeg_options {
    cjpeg_options(
      width: UInt32(clamping: header.width), height: UInt32(clamping: header.height),
      keeps_parts: allowsDamage,
      seconds: limits.cpuSeconds(width: header.width, height: header.height))
  }

  /// What is lost, where that is allowed.
  private func damage(
    _ status: cjpeg_status, _ report: cjpeg_report
  ) throws(ImagingError) -> PictureDamage? {
    let cutOff = ImagingError.cutOff(.jpeg, byteCount: bytes.count)
    let error: ImagingError
    switch status {
    case CJPEG_OK where header.hasEnd: return nil
    case CJPEG_OK, CJPEG_CUT_OFF: error = cutOff
    case CJPEG_OUT_OF_MEMORY:
      error = .outOfMemory(width: header.width, height: header.height)
    case CJPEG_OVERDUE:
      error = .tooSlow(width: header.width, height: header.height, limits: limits)
    // What is missing shows as damage of another kind, where the cut lies within coded data.
    default: error = header.hasEnd ? JPEGFault.error(Self.message(report)) : cutOff
    }
    guard allowsDamage, error.isDamage else { throw error }
    // Which rows missing scans would have refined is unknown.
    let isCoarse = report.has_scans && !header.hasEnd
    let kept = isCoarse ? 0 : min(header.height, Int(report.rows))
    return PictureDamage(
      rowsLost: header.height - kept, rows: header.height, isCoarse: isCoarse, reason: error)
  }

  private static func message(_ report: cjpeg_report) -> String {
    unsafe withUnsafeBytes(of: report.message) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

internal import CPNG
internal import Files
public import Geometry

extension PNG {
  /// Reads a PNG file.
  public static func read(
    path: String, limits: ImageLimits = .artwork
  ) throws(ImagingError) -> StraightRGBA8 {
    do {
      return try decode(FileBytes.read(path: path, limit: limits.fileBytes), limits: limits)
    } catch {
      throw .file(path: path, error)
    }
  }

  /// The most bytes that a file may have by the size in its header: incompressible RGBA of 16 bit, each
  /// row with a filter's number, and 8 MiB of text and profiles.
  ///
  /// The largest number where the bytes begin as no PNG, which reading them will tell.
  package static func fileBytes(beginning bytes: [UInt8]) -> Int {
    let all = ImageLimits(width: .max, height: .max)
    guard let size = try? size(of: bytes, limits: all) else { return .max }
    let (row, height) = (8 * size.width + 1, size.height)
    let (pixels, overflow) = row.multipliedReportingOverflow(by: height)
    return overflow || pixels > 1 << 60 ? .max : pixels + pixels / 1000 + 8 << 20
  }

  /// Decodes a PNG that lies in memory.
  ///
  /// The size in the header is checked against the limits before memory is taken for pixels.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .artwork
  ) throws(ImagingError) -> StraightRGBA8 {
    try salvage(bytes, limits: limits, allowsDamage: false).picture
  }

  /// Decodes a PNG as far as it is whole, where damage is allowed.
  package static func salvage(
    _ bytes: [UInt8], limits: ImageLimits, allowsDamage: Bool
  ) throws(ImagingError) -> DecodedPicture {
    let size = try size(of: bytes, limits: limits)
    let (width, height) = (size.width, size.height)
    let seconds = limits.cpuSeconds(width: width, height: height)
    var status = CPNG_OUT_OF_MEMORY
    var report = unsafe cpng_report()
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: 4 * width * height) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      if allowsDamage { unsafe DecodedPicture.fill(buffer) }
      status = unsafe cpng_read_pixels(
        bytes, bytes.count, allowsDamage, seconds, base, &report)
      // Of a picture that failed, rows may be left unwritten; it is not given out.
      count = status == CPNG_OK || allowsDamage ? buffer.count : 0
    }
    var damage: PictureDamage?
    if let error = unsafe failure(status, report, bytes.count, limits: limits) {
      guard allowsDamage, error.isDamage else { throw error }
      damage = PictureDamage(
        rowsLost: height - Int(unsafe report.rows), rows: height, reason: error)
    }
    guard let picture = StraightRGBA8(width: width, height: height, bytes: pixels) else {
      throw .outOfMemory(width: width, height: height)
    }
    return DecodedPicture(picture: picture, damage: damage)
  }

  /// Decodes the greys of a PNG, 0 to 1, row by row, with all bits that the file has.
  ///
  /// They are the encoded red, green and blue by the weights of Rec. 709; alpha is not used.
  package static func greys(
    of bytes: [UInt8], limits: ImageLimits = .artwork
  ) throws(ImagingError) -> (size: PixelSize<ArtworkSpace>, greys: [Float]) {
    let size = try size(of: bytes, limits: limits)
    let (width, height) = (size.width, size.height)
    var status = CPNG_OUT_OF_MEMORY
    var report = unsafe cpng_report()
    let seconds = limits.cpuSeconds(width: width, height: height)
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: 8 * width * height) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      status = unsafe cpng_read_wide_pixels(bytes, bytes.count, seconds, base, &report)
      count = status == CPNG_OK ? buffer.count : 0
    }
    if let error = unsafe failure(status, report, bytes.count, limits: limits) { throw error }
    func level(_ at: Int) -> Double { Double(Int(pixels[at]) << 8 | Int(pixels[at + 1])) / 65535 }
    let greys = (0..<width * height).map { pixel in
      let at = 8 * pixel
      return Float(0.2126 * level(at) + 0.7152 * level(at + 2) + 0.0722 * level(at + 4))
    }
    return (size, greys)
  }

  /// Reads only the size that a PNG's header names.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .artwork
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    // A cut-off signature is a cut-off PNG; anything else that differs is another kind of file.
    guard !bytes.isEmpty, signature.starts(with: bytes.prefix(8)) else {
      throw .notAPNG(firstBytes: Array(bytes.prefix(FileKind.tellingBytes)))
    }
    guard !bytes.dropFirst(12).prefix(4).elementsEqual("CgBI".utf8) else {
      throw .unsupported(
        .png,
        reason: "it is in the format of iOS apps (chunk CgBI), which is no"
          + " standard PNG; use the original picture, or convert it by Xcode's pngcrush with"
          + " -revert-iphone-optimizations")
    }
    var report = unsafe cpng_report()
    let status = unsafe cpng_read_size(bytes, bytes.count, &report)
    if let error = unsafe failure(status, report, bytes.count, limits: limits) { throw error }
    let (width, height) = unsafe (Int(report.width), Int(report.height))
    guard limits.allow(width: width, height: height) else {
      throw .tooLarge(width: width, height: height, limits: limits)
    }
    guard let size = PixelSize<ArtworkSpace>(width: width, height: height) else {
      throw .damaged(reason: "the header says that the picture has no pixels", offset: 16)
    }
    return size
  }

  /// What a call's outcome means; nil where all is well.
  private static func failure(
    _ status: cpng_status, _ report: cpng_report, _ byteCount: Int, limits: ImageLimits
  ) -> ImagingError? {
    let (width, height) = unsafe (Int(report.width), Int(report.height))
    return switch status {
    case CPNG_OK: nil
    case CPNG_TRUNCATED: .truncated(byteCount: byteCount)
    case CPNG_OUT_OF_MEMORY: .outOfMemory(width: width, height: height)
    case CPNG_OVERDUE:
      .tooSlow(
        width: width, height: height, limits: limits)
    default:
      .damaged(
        reason: unsafe String(cString: report.message), offset: Int(unsafe report.offset))
    }
  }
}

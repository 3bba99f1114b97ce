internal import CPNG
public import Geometry

extension PNG {
  /// Reads a PNG file.
  public static func read(
    path: String, limits: ImageLimits = .artwork
  ) throws(ImagingError) -> StraightRGBA8 {
    do {
      return try decode(FileBytes.read(path: path, limit: byteLimit(for: limits)), limits: limits)
    } catch {
      throw .file(path: path, error)
    }
  }

  /// Decodes a PNG that lies in memory.
  ///
  /// The size in the header is checked against the limits before memory is taken for pixels.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .artwork
  ) throws(ImagingError) -> StraightRGBA8 {
    try decoding(bytes) { reader throws(ImagingError) in
      let (width, height) = try reader.readHeader(limits: limits)
      return try reader.readPixels(width: width, height: height)
    }
  }

  /// Reads only the size that a PNG's header names.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .artwork
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    try decoding(bytes) { reader throws(ImagingError) in
      let (width, height) = try reader.readHeader(limits: limits)
      guard let size = PixelSize<ArtworkSpace>(width: width, height: height) else {
        throw .damaged(reason: "the header says that the picture has no pixels", offset: 16)
      }
      return size
    }
  }

  /// More bytes than a file within the limits needs: incompressible 16-bit RGBA, and as much again
  /// for metadata.
  private static func byteLimit(for limits: ImageLimits) -> Int {
    let (pixels, overflow) = limits.width.multipliedReportingOverflow(by: limits.height)
    return overflow || pixels > 1 << 40 ? 1 << 44 : 16 * pixels + (1 << 20)
  }

  private static func decoding<Result>(
    _ bytes: [UInt8], _ body: (borrowing PNGReader) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    // A cut-off signature is a cut-off PNG; anything else that differs is another kind of file.
    guard !bytes.isEmpty, signature.starts(with: bytes.prefix(8)) else {
      throw .notAPNG(firstBytes: Array(bytes.prefix(8)))
    }
    guard bytes.count >= 8 else { throw .truncated(byteCount: bytes.count) }
    // The reader points into the array, so all of its life is inside this closure.
    let result = unsafe bytes.withUnsafeBufferPointer {
      buffer -> Swift.Result<Result, ImagingError> in
      do throws(ImagingError) {
        guard let reader = unsafe PNGReader(buffer) else {
          throw .outOfMemory(width: 0, height: 0)
        }
        return .success(try body(reader))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// The owner of libpng's reading state.
@safe private struct PNGReader: ~Copyable {
  private let handle: OpaquePointer
  private let file: UnsafePointer<UInt8>
  private let byteCount: Int

  /// Makes a reader of bytes that outlive it; nil where there is no memory.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, let made = unsafe cpng_reader_create(base, bytes.count)
    else { return nil }
    unsafe handle = made
    unsafe file = base
    byteCount = bytes.count
  }

  deinit { unsafe cpng_reader_destroy(handle) }

  func readHeader(limits: ImageLimits) throws(ImagingError) -> (width: Int, height: Int) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    try check(unsafe cpng_reader_read_header(handle, &width, &height), Int(width), Int(height))
    guard limits.allow(width: Int(width), height: Int(height)) else {
      throw .tooLarge(width: Int(width), height: Int(height), limits: limits)
    }
    return (Int(width), Int(height))
  }

  func readPixels(width: Int, height: Int) throws(ImagingError) -> StraightRGBA8 {
    let (count, overflow) = (4 * width).multipliedReportingOverflow(by: height)
    guard !overflow else { throw .outOfMemory(width: width, height: height) }
    var status = CPNG_OK
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = count
      guard let base = buffer.baseAddress,
        !(unsafe cpng_read_plain(
          file, byteCount, UInt32(clamping: width), UInt32(clamping: height), base))
      else { return }
      // libpng fills every row or fails; zeros first, as a failed decode leaves rows unwritten.
      unsafe buffer.initialize(repeating: 0)
      status = unsafe cpng_reader_read_pixels(handle, base)
    }
    try check(status, width, height)
    guard let picture = StraightRGBA8(width: width, height: height, bytes: bytes) else {
      throw .damaged(reason: "the header says that the picture has no pixels", offset: 16)
    }
    return picture
  }

  private func check(
    _ status: cpng_status, _ width: Int, _ height: Int
  ) throws(ImagingError) {
    switch status {
    case CPNG_OK: return
    case CPNG_TRUNCATED: throw .truncated(byteCount: byteCount)
    case CPNG_OUT_OF_MEMORY: throw .outOfMemory(width: width, height: height)
    default:
      throw .damaged(
        reason: unsafe String(cString: cpng_reader_message(handle)),
        offset: unsafe cpng_reader_offset(handle))
    }
  }
}

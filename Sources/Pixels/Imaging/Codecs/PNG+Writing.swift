internal import CPNG
internal import Files

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension PNG {
  /// Encodes a picture; one that is opaque everywhere is stored without alpha.
  ///
  /// The file holds the picture and nothing else: no date, no program, no profile.
  public static func encode(
    _ picture: StraightRGBA8, compression: Compression = .fast
  ) throws(ImagingError) -> [UInt8] {
    try encode(picture, picture.isOpaque ? CPNG_RGB : CPNG_RGBA, compression)
  }

  /// Encodes a picture whose red is taken for its grey; the rest of it is left out.
  public static func encodeGrey(
    _ picture: StraightRGBA8, compression: Compression = .fast
  ) throws(ImagingError) -> [UInt8] {
    try encode(picture, CPNG_GREY, compression)
  }

  private static func encode(
    _ picture: StraightRGBA8, _ colours: cpng_colours, _ compression: Compression
  ) throws(ImagingError) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>?
    var count = 0
    let effort =
      switch compression {
      case .fastest: CPNG_FASTEST
      case .fast: CPNG_FAST
      case .small: CPNG_SMALL
      }
    let status = unsafe cpng_encode(
      picture.bytes, UInt32(clamping: picture.width), UInt32(clamping: picture.height),
      colours, effort, &encoded, &count)
    defer { unsafe free(encoded) }
    switch status {
    case CPNG_OK:
      return unsafe Array(UnsafeBufferPointer(start: encoded, count: count))
    case CPNG_OUT_OF_MEMORY:
      throw .outOfMemory(width: picture.width, height: picture.height)
    default:
      throw .unwritable(
        reason: "\(picture.width) x \(picture.height) pixels are too many for a PNG")
    }
  }

  /// Writes a picture to a PNG file, which appears complete or not at all.
  public static func write(
    _ picture: StraightRGBA8, to path: String, compression: Compression = .fast,
    replacing: Bool = false
  ) throws(ImagingError) {
    let bytes: [UInt8]
    do {
      bytes = try encode(picture, compression: compression)
    } catch {
      throw .file(path: path, error)
    }
    try ImagingError.ofFile { () throws(FileFault) in
      try AtomicFile.write(bytes, to: path, replacing: replacing)
    }
  }
}

public import Geometry

extension JPEG {
  /// Decodes a JPEG that lies in memory, upright by its EXIF orientation; every pixel is opaque.
  ///
  /// The size in the header and the number of scans are checked against the limits before memory is
  /// taken for pixels. Cut off or damaged data is an error, never a half-grey picture.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> StraightRGBA8 {
    try salvage(bytes, limits: limits, allowsDamage: false).picture
  }

  /// Decodes a JPEG as far as it is whole, where damage is allowed.
  static func salvage(
    _ bytes: [UInt8], limits: ImageLimits, allowsDamage: Bool
  ) throws(ImagingError) -> DecodedPicture {
    let header = try decoder().readHeader(of: bytes, limits: limits, allowsCut: allowsDamage)
    var decoded = try JPEGPixels(bytes, header, limits: limits, allowsDamage: allowsDamage)
      .pixels()
    decoded.picture = decoded.picture.turned(by: header.orientation)
    return decoded
  }

  /// Reads only the upright size that a JPEG's header names.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    let header = try decoder().readHeader(of: bytes, limits: limits, allowsCut: true)
    let swaps = header.orientation.swapsSides
    guard
      let size = PixelSize<ArtworkSpace>(
        width: swaps ? header.height : header.width, height: swaps ? header.width : header.height)
    else { throw .broken(.jpeg, reason: "the header says that the picture has no pixels") }
    return size
  }

  /// Whether another JPEG follows right behind the picture's end, as where a file is a sequence.
  package static func isFollowedByAnother(_ bytes: [UInt8]) -> Bool {
    guard let end = JPEGSegments(bytes).end else { return false }
    return bytes[end...].starts(with: [0xFF, 0xD8, 0xFF])
  }

  static func decoder() throws(ImagingError) -> TurboJPEGDecoder {
    guard let decoder = TurboJPEGDecoder() else { throw .outOfMemory(width: 0, height: 0) }
    return decoder
  }
}

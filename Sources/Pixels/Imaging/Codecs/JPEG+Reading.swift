public import Geometry

extension JPEG {
  /// Decodes a JPEG that lies in memory, upright by its EXIF orientation; every pixel is opaque.
  ///
  /// The size in the header and the number of scans are checked against the limits before memory is
  /// taken for pixels. Cut off or damaged data is an error, never a half-grey picture.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> StraightRGBA8 {
    let decoder = try decoder()
    let header = try decoder.readHeader(of: bytes, limits: limits)
    return try decoder.readPixels(of: bytes, header).turned(by: header.orientation)
  }

  /// Reads only the upright size that a JPEG's header names.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    let header = try decoder().readHeader(of: bytes, limits: limits)
    let swaps = header.orientation.swapsSides
    guard
      let size = PixelSize<ArtworkSpace>(
        width: swaps ? header.height : header.width, height: swaps ? header.width : header.height)
    else { throw .broken(.jpeg, reason: "the header says that the picture has no pixels") }
    return size
  }

  static func decoder() throws(ImagingError) -> TurboJPEGDecoder {
    guard let decoder = TurboJPEGDecoder() else { throw .outOfMemory(width: 0, height: 0) }
    return decoder
  }
}

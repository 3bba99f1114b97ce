/// How a WebP is to be turned to stand upright, as the chunk with its EXIF says (WebP's container
/// specification, "Metadata").
enum WebPOrientation {
  /// Upright where there is no EXIF, or where it makes no sense.
  static func of(_ bytes: [UInt8]) -> EXIFOrientation {
    for chunk in WebPChunks(of: bytes) where chunk.name == "EXIF" {
      // Some writers put the name before it that a JPEG's segment has.
      let hasName = chunk.payload.starts(with: Array("Exif".utf8) + [0, 0])
      return EXIFOrientation(tiff: Array(chunk.payload.dropFirst(hasName ? 6 : 0)))
    }
    return .upright
  }
}

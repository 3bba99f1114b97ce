/// How a WebP is to be turned to stand upright, as the chunk with its EXIF says (WebP's container
/// specification, "Metadata").
enum WebPOrientation {
  /// Upright where there is no EXIF, or where it makes no sense.
  static func of(_ bytes: [UInt8]) -> EXIFOrientation {
    var place = 12
    while place + 8 <= bytes.count {
      let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let start = place + 8
      if bytes[place..<place + 4].elementsEqual("EXIF".utf8) {
        let payload = bytes[start..<start + min(length, bytes.count - start)]
        // Some writers put the name before it that a JPEG's segment has.
        let hasName = payload.starts(with: Array("Exif".utf8) + [0, 0])
        return EXIFOrientation(tiff: Array(hasName ? payload.dropFirst(6) : payload))
      }
      place = start + length + length % 2
    }
    return .upright
  }
}

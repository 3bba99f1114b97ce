/// What libjpeg-turbo says of a file, in words for a person.
///
/// Its messages (jerror.h) name what its code met; where that is a kind of JPEG, not damage, the file is
/// not damaged.
enum JPEGFault {
  /// The beginnings of messages about kinds of JPEG that are not read, and what is said instead.
  private static let kinds: [(start: String, reason: String)] = [
    ("Unsupported JPEG data precision", "unsupported sample precision; 8 bits are read"),
    ("Empty JPEG image", "missing height in the frame header"),
    (
      "Unsupported JPEG process",
      "unsupported lossless or hierarchical JPEG; baseline, extended and progressive are read"
    ),
    ("Too many color components", "more than 4 components"),
    ("Unsupported color conversion", "unknown colour space"),
    ("CCIR601 sampling", "unsupported CCIR 601 sampling"),
    ("Fractional sampling", "unsupported fractional sampling factors"),
  ]

  /// What is damaged, by the beginnings of messages.
  private static let damages: [(start: String, reason: String)] = [
    ("Corrupt JPEG data: premature end of data segment", "truncated coded data"),
    ("Corrupt JPEG data: bad Huffman code", "invalid Huffman code"),
    ("Corrupt JPEG data: found marker", "unexpected marker in the coded data"),
    ("Impossible mean", "pixel values out of range"),
    ("Corrupt JPEG data", "invalid coded data"),
    ("Inconsistent progression sequence", "invalid order of progressive scans"),
    ("Invalid progressive parameters", "invalid order of progressive scans"),
    ("Invalid SOS parameters", "invalid scan header"),
    ("Bogus marker length", "invalid segment length"),
    ("Bogus Huffman table", "invalid Huffman table"),
    ("Huffman table", "missing Huffman table"),
    ("Quantization table", "missing quantization table"),
    ("Bogus", "invalid frame header"),
    ("Sampling factors too large", "invalid frame header"),
    ("Invalid component ID", "invalid frame header"),
    ("Improper call", "invalid frame header"),
    ("Invalid JPEG file structure", "segments out of order"),
    ("Unsupported marker type", "unknown marker"),
  ]

  static func error(_ message: String) -> ImagingError {
    if let kind = kinds.first(where: { message.hasPrefix($0.start) }) {
      return .unsupported(.jpeg, reason: kind.reason)
    }
    let known = damages.first { message.hasPrefix($0.start) }
    return .broken(.jpeg, reason: known?.reason ?? "libjpeg-turbo says: \(message)")
  }
}

/// What libjpeg-turbo says of a file, in words for a person.
///
/// Its messages (jerror.h) name what its code met; where that is a kind of JPEG, not damage, the file is
/// not damaged.
enum JPEGFault {
  /// The beginnings of messages about kinds of JPEG that are not read, and what is said instead.
  private static let kinds: [(start: String, reason: String)] = [
    ("Unsupported JPEG data precision", "its samples do not have 8 bits"),
    ("Empty JPEG image", "its height is told behind the picture, or it has none"),
    (
      "Unsupported JPEG process",
      "it is lossless or hierarchical; baseline, extended and progressive JPEG are read"
    ),
    ("Too many color components", "it has more than 4 components"),
    ("Unsupported color conversion", "its colours are of a kind that is not known"),
    ("CCIR601 sampling", "its samples lie as in CCIR 601"),
    ("Fractional sampling", "its components' sizes are no whole fractions of each other"),
  ]

  /// What is damaged, by the beginnings of messages.
  private static let damages: [(start: String, reason: String)] = [
    ("Corrupt JPEG data: premature end of data segment", "its coded data end too early"),
    ("Corrupt JPEG data: bad Huffman code", "its coded data have a code that is none"),
    ("Corrupt JPEG data: found marker", "its coded data have a marker of something else in them"),
    ("Impossible mean", "its coded data make it brighter than white or darker than black"),
    ("Corrupt JPEG data", "its coded data are not whole"),
    ("Inconsistent progression sequence", "its scans do not follow each other"),
    ("Invalid progressive parameters", "its scans do not follow each other"),
    ("Invalid SOS parameters", "a scan's header breaks the format's rules"),
    ("Bogus marker length", "a segment has a wrong length"),
    ("Bogus Huffman table", "a table of codes breaks the format's rules"),
    ("Huffman table", "a table of codes is missing"),
    ("Quantization table", "a table of quantization is missing"),
    ("Bogus", "its header breaks the format's rules"),
    ("Sampling factors too large", "its header breaks the format's rules"),
    ("Invalid component ID", "its header breaks the format's rules"),
    ("Improper call", "its header breaks the format's rules"),
    ("Invalid JPEG file structure", "its segments are out of order"),
    ("Unsupported marker type", "a marker is none that the format has"),
  ]

  /// The error of a message.
  static func error(_ message: String) -> ImagingError {
    if let kind = kinds.first(where: { message.hasPrefix($0.start) }) {
      return .unsupported(.jpeg, reason: kind.reason)
    }
    let known = damages.first { message.hasPrefix($0.start) }
    return .broken(.jpeg, reason: known?.reason ?? "libjpeg-turbo says: \(message)")
  }
}

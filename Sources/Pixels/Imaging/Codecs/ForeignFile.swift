/// What people save or download in the place of a picture that can be read, by its first bytes.
enum ForeignFile {
  /// How many first bytes tell it: an SVG begins with what all XML does, and comments of its program.
  static let tellingBytes = 512

  /// The first bytes of the kinds whose first bytes are their own, and how people call such a file.
  private static let marks: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xD8, 0xFF], "a JPEG"), (Array("GIF8".utf8), "a GIF"), (Array("8BPS".utf8), "a PSD"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG"), (Array("II*\0".utf8), "a TIFF"),
    (Array("MM\0*".utf8), "a TIFF"), (Array("BM".utf8), "a BMP"), (Array("%PDF".utf8), "a PDF"),
    (Array("%!PS".utf8), "an EPS"), (Array("gimp xcf".utf8), "an XCF of GIMP"),
    ([0xFF, 0x0A], "a JPEG XL"), ([0, 0, 0, 0x0C] + Array("JXL ".utf8), "a JPEG XL"),
    ([0, 0, 1, 0], "an ICO"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP, as Sketch, Procreate and Krita save their files"),
  ]

  /// What a file is, with its article: `a JPEG`; nil for what is not known here.
  static func name(beginning bytes: [UInt8]) -> String? {
    if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) { return mark.name }
    switch PictureFormat(magic: bytes) {
    case .webp: return "a WebP"
    case .heif: return "a HEIC or AVIF"
    case .png, .jpeg, nil: break
    }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return "a clip" }
    let text = String(decoding: bytes.prefix(tellingBytes), as: UTF8.self).lowercased()
    let first = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if first.hasPrefix("<svg") { return "an SVG" }
    guard first.hasPrefix("<?xml") || first.hasPrefix("<!") || first.hasPrefix("<html") else {
      return nil
    }
    return text.contains("<html") || text.contains("<!doctype html")
      ? "a web page" : text.contains("svg") ? "an SVG" : "an XML file"
  }
}

extension ImagingError {
  /// What is wrong with a file that is to be artwork, and what to make in its place.
  package var ofArtwork: String {
    guard case .notAPNG(let bytes) = self, ForeignFile.name(beginning: bytes) != nil else {
      return "\(self)"
    }
    return "\(self); export a PNG with transparency"
  }
}

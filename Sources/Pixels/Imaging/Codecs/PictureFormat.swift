internal import Files

/// The formats of pictures that are read or written.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// Lossless, with alpha.
  case png
  /// For photographs; no alpha.
  case jpeg
  /// For photographs, a third smaller; with alpha.
  case webp
  /// HEIC, in which phones store photographs, and AVIF, as they are read.
  case heif
  /// AVIF as it is written: for photographs, half as large as JPEG; with alpha.
  case avif
  /// JPEG XL, written only; with alpha.
  case jxl

  /// The formats that are written.
  public static let allCases: [PictureFormat] = [.png, .jpeg, .webp, .avif, .jxl]

  /// Those of them that take no library beside those that pictures are read by.
  public static let usual: [PictureFormat] = [.png, .jpeg, .webp]

  /// The format that is written, by its name; nil for others.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// The format that is written in the place of this one: a photograph stays one.
  public var written: PictureFormat { self == .heif ? .jpeg : self }

  /// The name as people write it.
  public var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .heif: "HEIC or AVIF"
    case .avif: "AVIF"
    case .jxl: "JPEG XL"
    }
  }

  /// The media type, `image/png`.
  public var mediaType: String { "image/\(rawValue)" }

  /// The usual ending of a file's name, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// The format by a path's ending; nil for others.
  public init?(path: String) {
    let ending = path.lowercased().split(separator: ".").last.map(String.init) ?? ""
    switch ending {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    case "avif": self = .avif
    case "jxl": self = .jxl
    default: return nil
    }
  }

  /// The format by a file's first bytes; nil for others.
  public init?(magic bytes: some Collection<UInt8>) {
    let first = Array(bytes.prefix(12))
    if first.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if first.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if first.count == 12, first.starts(with: Array("RIFF".utf8)),
      first.suffix(4) == Array("WEBP".utf8)[...]
    {
      self = .webp
    } else if first.count == 12, first[4..<8] == Array("ftyp".utf8)[...],
      FileKind.pictureBrands.contains(String(decoding: first[8...], as: UTF8.self))
    {
      self = .heif
    } else {
      return nil
    }
  }
}

/// How a picture is written.
public struct PictureEncoding: Hashable, Sendable {
  /// The format.
  public var format: PictureFormat
  /// The quality of JPEG, WebP, AVIF and JPEG XL, 1 to 100; PNG is lossless.
  public var quality: Int
  /// What a PNG, JPEG or WebP says of itself, a packet of XMP; nil for nothing.
  public var xmp: String?

  /// The quality where none is asked for.
  public static let defaultQuality = 90

  /// Makes an encoding.
  public init(_ format: PictureFormat, quality: Int = defaultQuality) {
    (self.format, self.quality) = (format, quality)
  }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a file is by its first bytes, for a reader that expected another kind: what people save, download or name in
/// its place.
public struct FileKind: Hashable, Sendable {
  /// Whose readers may take such a file.
  public enum Family: Hashable, Sendable {
    /// Pictures, clips and sounds.
    case media
    case json
    /// No reader: whatever was expected, this is not it.
    case other
  }

  /// How people call it, with its article: `a JPEG`.
  public let name: String
  /// What to do about it; nil where that depends on what was expected.
  public let advice: String?
  /// Whose readers may take it.
  public let family: Family

  /// How many first bytes tell it: an SVG begins with what all XML does, and comments of its program.
  public static let tellingBytes = 512

  private init(_ name: String, _ family: Family, advice: String? = nil) {
    (self.name, self.family, self.advice) = (name, family, advice)
  }

  /// Tells a kind; nil for what is not known here, and for no bytes.
  ///
  /// - Parameter bytes: a file's first `tellingBytes`, or all that it has.
  public init?(beginning bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(Self.tellingBytes))
    guard
      let kind = Self.marked(bytes) ?? Self.container(bytes) ?? Self.zeros(bytes)
        ?? Self.utf16(bytes) ?? Self.text(bytes)
    else { return nil }
    self = kind
  }

  /// Tells the kind of a file that can be read; nil for what is not known here.
  public init?(ofFileAt path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    self.init(beginning: DescriptorBytes.read(Self.tellingBytes, from: descriptor).bytes)
  }

  /// Whether an object of these keys may be of a format, by its name.
  public static func fits(_ keys: some Sequence<String>, _ format: String) -> Bool {
    let keys = Set(keys)
    return formats.first { $0.name == format }?.keys.contains { $0.isSubset(of: keys) } ?? false
  }

  /// Tells a format of JSON by the keys of its outermost object; nil for others.
  public init?(keys: some Sequence<String>) {
    let keys = Set(keys)
    guard let kind = Self.formats.first(where: { $0.keys.contains { $0.isSubset(of: keys) } })
    else { return nil }
    self.init(kind.name, .json)
  }
}

extension FileKind: CustomStringConvertible {
  /// What it is, and what to do about it where that is known.
  public var description: String { "this is \(named)" }

  /// The same as a noun.
  public var named: String { name + (advice.map { "; \($0)" } ?? "") }
}

// MARK: - Formats of JSON

extension FileKind {
  /// How an `avatar.json` is called.
  public static let avatar = "the manifest of an avatar (avatar.json)"
  /// How a `scene.json` is called.
  public static let scene = "the manifest of a scene (scene.json)"
  /// How a `recording.json` is called.
  public static let recording = "the index of a recording (recording.json)"
  /// How a `golden.json` is called.
  public static let suite = "a golden suite (golden.json)"
  private static let tracking = "the tracking of a recording"

  /// Formats of JSON, with sets of keys of which none but they have all.
  private static let formats: [(name: String, keys: [Set<String>])] = [
    (
      "a Lottie animation",
      [["fr", "layers"], ["ip", "op", "layers"], ["v", "fr", "ip"]]
    ),
    (
      "a glTF model",
      [["asset", "scenes"], ["asset", "nodes"], ["asset", "meshes"], ["asset", "buffers"]]
    ),
    (tracking, [["format", "width", "height"], ["faceLandmarks"], ["multiFaceLandmarks"]]),
    (suite, [["format", "cases"]]),
    (scene, [["picture", "items"]]),
    (avatar, [["layers", "version"], ["layers", "name"]]),
    (recording, [["video", "tracking"], ["image", "tracking"]]),
  ]
}

// MARK: - Marks

extension FileKind {
  private static let raw = "develop it in a photo program, and save it as JPEG or PNG"

  /// The kind of a raw photo, whose pixels are what the sensor measured.
  public static func rawPhoto(_ name: String) -> FileKind {
    FileKind("a raw photo (\(name))", .other, advice: raw)
  }

  /// The first bytes of the kinds whose first bytes are their own.
  ///
  /// Those of raw photos come before TIFF's, like which they begin.
  private static let marks: [(bytes: [UInt8], kind: FileKind)] = [
    ([0xFF, 0xD8, 0xFF], FileKind("a JPEG", .media)),
    (Array("GIF8".utf8), FileKind("a GIF", .media)),
    (Array("8BPS".utf8), FileKind("a PSD", .media)),
    ([0x89, 0x50, 0x4E, 0x47], FileKind("a PNG", .media)),
    (Array("II*\0".utf8) + [0x10, 0, 0, 0] + Array("CR".utf8), rawPhoto("CR2")),
    (Array("IIU\0".utf8), rawPhoto("RW2")), (Array("IIRO".utf8), rawPhoto("ORF")),
    (Array("IIRS".utf8), rawPhoto("ORF")), (Array("MMOR".utf8), rawPhoto("ORF")),
    (Array("FUJIFILMCCD-RAW".utf8), rawPhoto("RAF")), (Array("FOVb".utf8), rawPhoto("X3F")),
    (Array("II\u{1A}\0\0\0HEAP".utf8), rawPhoto("CRW")), (Array("\0MRM".utf8), rawPhoto("MRW")),
    (Array("II*\0".utf8), FileKind("a TIFF", .media)),
    (Array("MM\0*".utf8), FileKind("a TIFF", .media)),
    (Array("BM".utf8), FileKind("a BMP", .media)),
    (Array("%PDF".utf8), FileKind("a PDF", .other)),
    (Array("%!PS".utf8), FileKind("an EPS", .other)),
    (Array("gimp xcf".utf8), FileKind("an XCF of GIMP", .other)),
    ([0xFF, 0x0A], FileKind("a JPEG XL", .media)),
    ([0, 0, 0, 0x0C] + Array("JXL ".utf8), FileKind("a JPEG XL", .media)),
    ([0, 0, 1, 0], FileKind("an ICO", .media)),
    (
      Array("PK\u{3}\u{4}".utf8),
      FileKind("a ZIP, as Sketch, Procreate and Krita save their files", .other)
    ),
    ([0x1A, 0x45, 0xDF, 0xA3], FileKind("a clip", .media)),
    (Array("glTF".utf8), FileKind("a glTF model", .other)),
    (Array("OggS".utf8), FileKind("an Ogg", .media)),
    (Array("fLaC".utf8), FileKind("a sound", .media)),
    (Array("ID3".utf8), FileKind("a sound", .media)),
    (
      Array("version https://git-lfs".utf8),
      FileKind("a pointer of Git LFS, not the file itself", .other, advice: "run git lfs pull")
    ),
    (
      Array("/annex/objects/".utf8),
      FileKind("a pointer of git-annex, not the file itself", .other, advice: "run git annex get")
    ),
  ]

  private static func marked(_ bytes: [UInt8]) -> FileKind? {
    marks.first { bytes.starts(with: $0.bytes) }?.kind
  }

  /// The brands of files whose main content is one picture (ISO/IEC 23008-12, annex B; AVIF 1.1, 6.3).
  public static let pictureBrands: Set<String> = [
    "heic", "heix", "heim", "heis", "mif1", "mif2", "miaf", "avif",
  ]

  /// The kinds that say behind four bytes what they are.
  private static func container(_ bytes: [UInt8]) -> FileKind? {
    guard bytes.count >= 12 else { return nil }
    let brand = String(decoding: bytes[8..<12], as: UTF8.self)
    switch String(decoding: bytes[4..<8], as: UTF8.self) {
    case "ftyp" where brand == "crx ": return rawPhoto("CR3")
    case "ftyp" where pictureBrands.contains(brand): return FileKind("a HEIC or AVIF", .media)
    case "ftyp", "moov", "mdat", "wide": return FileKind("a clip", .media)
    default: break
    }
    guard bytes.starts(with: "RIFF".utf8) else { return nil }
    switch brand {
    case "WEBP": return FileKind("a WebP", .media)
    case "AVI ": return FileKind("a clip", .media)
    case "WAVE": return FileKind("a sound", .media)
    default: return nil
    }
  }

  private static let again = "copy or download it again"

  private static func zeros(_ bytes: [UInt8]) -> FileKind? {
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) else { return nil }
    return FileKind("a file of zero bytes, as an unfinished copy leaves it", .other, advice: again)
  }

  /// Text as Windows' tools write it, with a mark or without; what begins it is of ASCII.
  private static func utf16(_ bytes: [UInt8]) -> FileKind? {
    let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let text = bytes.dropFirst(hasMark ? 2 : 0).prefix(8)
    guard text.count >= (hasMark ? 2 : 4), text.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: text.startIndex, to: text.endIndex, by: 2).map {
      (text[$0], text[$0 + 1])
    }
    func isText(_ byte: UInt8) -> Bool { byte >= 0x09 && byte < 0x7F }
    guard
      units.allSatisfy({ $0.1 == 0 && isText($0.0) })
        || units.allSatisfy({ $0.0 == 0 && isText($0.1) })
    else { return nil }
    return FileKind("UTF-16 text", .other, advice: "save it as UTF-8")
  }
}

// MARK: - Text

extension FileKind {
  private static func text(_ bytes: [UInt8]) -> FileKind? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    let first = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if first.hasPrefix("{") { return FileKind(keys: keys(bytes)) ?? FileKind("a JSON file", .json) }
    if first.hasPrefix("<svg") { return FileKind("an SVG", .other) }
    guard
      first.hasPrefix("<?xml") || first.hasPrefix("<!") || first.hasPrefix("<html")
        || first.hasPrefix("<error")
    else { return nil }
    if text.contains("<html") || text.contains("<!doctype html") {
      return FileKind("a web page", .other, advice: "download the file itself")
    }
    if text.contains("<error") {
      return FileKind("a server's error in XML", .other, advice: "download the file itself")
    }
    return FileKind(text.contains("svg") ? "an SVG" : "an XML file", .other)
  }

  /// The keys of the object that a text begins with, as far as they are there.
  private static func keys(_ text: [UInt8]) -> [String] {
    var (keys, key, depth) = ([String](), [UInt8](), 0)
    var (isInText, isEscaped) = (false, false)
    for byte in text {
      if isInText {
        if !isEscaped, byte == UInt8(ascii: "\"") {
          isInText = false
        } else {
          isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
          key.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): (isInText, key) = (true, [])
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: keys.append(String(decoding: key, as: UTF8.self))
      default: break
      }
    }
    return keys
  }
}

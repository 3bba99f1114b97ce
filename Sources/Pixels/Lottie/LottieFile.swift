internal import Digests
internal import Files
public import Geometry
internal import JSON
public import Text

/// A Lottie that was read and checked: its size and times, and what of it is drawn.
///
/// No library sees the file itself. What is understood of it is written anew, each value checked, and that is
/// what is drawn; what is not drawn is left out, and named in `missing`.
public struct LottieFile: Hashable, Sendable {
  /// Its columns and rows, which state its proportion: it is drawn at any size.
  public let size: PixelSize<ArtworkSpace>
  /// How many frames it has.
  public let frames: Int
  /// How many of them a second shows.
  public let framesPerSecond: Double
  /// What of it is not drawn, such as `text` or `expressions`, each once, with the first place of each.
  public let missing: [LottieNote]
  /// What drawing it costs.
  public let cost: LottieCost
  /// The bytes of the file's JSON.
  public let fileBytes: Int
  /// What is drawn, as JSON for the library.
  package let text: [UInt8]
  /// The bytes that were read and written for it.
  package var workBytes: Int { fileBytes + text.count }
  /// What tells it from others: equal ones are drawn alike.
  package let digest: String

  /// The keys of which every Lottie has all: what has none is another file, and not a Lottie with faults.
  private static let marks = ["w", "h", "fr", "ip", "op"]

  /// Reads the JSON of a Lottie.
  ///
  /// - Parameter archived: finds a picture of the archive in which it lies, by its path; nil where there is none.
  public init(
    _ bytes: [UInt8], archived: @escaping (String) -> [UInt8]? = { _ in nil }
  ) throws(LottieFault) {
    guard bytes.count <= LottieLimits.fileBytes else {
      throw LottieFault(
        .overLimit(
          what: "the file's size", found: "\(bytes.count) bytes",
          limit: "\(LottieLimits.fileBytes) bytes"))
    }
    if let kind = FileKind(beginning: bytes), kind.family != .json {
      throw LottieFault(.notLottie(kind.named))
    }
    try Self.checkCounts(of: bytes)
    let node: JSONNode
    do {
      node = try JSONReader.read(bytes, depthLimit: LottieLimits.depth)
    } catch {
      throw LottieFault(.json(.notJSON(reason: error.reason)), place: error.place)
    }
    let root = LottieValue(node)
    guard !root.isObject || Self.marks.contains(where: { root[$0] != nil }) else {
      let names = Self.marks.map { "\"\($0)\"" }.joined(separator: ", ")
      throw LottieFault(
        .notLottie(FileKind(keys: node.names)?.name ?? "a JSON object with none of \(names)"))
    }
    var reader = LottieReader(archived: archived)
    let composition = try reader.composition(root)
    size = composition.size
    frames = composition.frames
    framesPerSecond = composition.framesPerSecond
    cost = try reader.cost()
    missing = reader.missing
    fileBytes = bytes.count
    text = reader.text.bytes
    digest = SHA256.hex(of: reader.text.bytes)
  }

  /// What of it is not drawn, in one line; nil where all of it is.
  package var note: String? {
    missing.isEmpty
      ? nil : "not drawn: \(missing.map(\.feature).joined(separator: ", ")); lint names the places"
  }

  /// Counts values, and how deep they lie, before any takes memory: each stands after a comma, a colon or a
  /// bracket.
  private static func checkCounts(of bytes: [UInt8]) throws(LottieFault) {
    var count = 1
    var depth = 0
    var deepest = 0
    // The first bytes beyond a limit.
    var (tooMany, tooDeep) = (Int?.none, Int?.none)
    var isInText = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: ","): count += 1
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          count += 1
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
        if count > LottieLimits.values, tooMany == nil { tooMany = index }
        if depth > LottieLimits.depth, tooDeep == nil { tooDeep = index }
      }
    }
    if let tooMany {
      throw LottieFault(
        .overLimit(
          what: "the file's values", found: "\(count)", limit: "\(LottieLimits.values)"),
        place: place(of: tooMany, in: bytes))
    }
    if let tooDeep {
      throw LottieFault(
        .overLimit(
          what: "lists and objects within each other", found: "\(deepest)",
          limit: "\(LottieLimits.depth)"), place: place(of: tooDeep, in: bytes))
    }
  }

  /// The line and the character of a byte, counted as `JSONReader` counts them.
  private static func place(of index: Int, in bytes: [UInt8]) -> TextPlace {
    // A byte order mark is no character of the text.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, index) : 0
    var place = TextPlace(line: 1, column: 1)
    for byte in bytes[start..<index] {
      if byte == UInt8(ascii: "\n") {
        place = TextPlace(line: place.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    return place
  }
}

/// Something of a Lottie that is not drawn.
public struct LottieNote: Hashable, Sendable {
  /// What it is, in words.
  public var feature: String
  /// What to do about it.
  public var instead: String { LottieFeature.instead(of: feature) }
  /// The first place of it.
  public var place: TextPlace?
  /// The value there.
  public var path: String
}

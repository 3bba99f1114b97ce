/// What the boxes of a HEIF file name (ISO/IEC 14496-12 and 23008-12), as far as it bounds the work of
/// decoding its main picture.
///
/// A picture may be put together of others, as phones' are of tiles. A small file can name one tile thousands
/// of times, and each is decoded.
struct HEIFBoxes {
  let bytes: [UInt8]
  /// Pictures that others are put together of, by the number of the whole.
  private(set) var parts: [Int: [Int]] = [:]
  /// Sizes in the order of the properties, and the properties of each picture.
  private var sizes: [Int: (width: Int, height: Int)] = [:]
  private var properties: [Int: [Int]] = [:]
  private var boxesLeft = Self.maximumBoxes

  /// What pictures have to do with others, and the bytes of a picture's number there.
  private(set) var references: [HEIFReference] = []
  private(set) var numberBytes = 2
  /// The number of the main picture.
  private(set) var primary = 0
  /// The box of all others that are looked at.
  private(set) var meta: Box?

  /// Boxes that are looked at.
  private static let maximumBoxes = 20_000
  /// The most pictures that one is put together of; phones' of 48 million pixels are of some 400.
  static let maximumParts = 4096

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for meta in boxes(in: 0..<bytes.count) where meta.name == "meta" {
      // Behind a version and flags.
      guard meta.content.count >= 4 else { continue }
      self.meta = meta
      for box in boxes(in: (meta.content.lowerBound + 4)..<meta.content.upperBound) {
        switch box.name {
        case "iref": readReferences(box.content)
        case "iprp": readProperties(box.content)
        case "pitm" where !box.content.isEmpty:
          let start = box.content.lowerBound
          primary = number(at: start + 4, bytes: bytes[start] == 0 ? 2 : 4)
        default: break
        }
      }
    }
  }

  /// Refuses a file whose pictures are more than those of a picture within the limits.
  func check(_ limits: ImageLimits) throws(ImagingError) {
    for size in sizes.values where !limits.allow(width: size.width, height: size.height) {
      throw .tooLarge(width: size.width, height: size.height, limits: limits)
    }
    let count = parts.values.reduce(0) { $0 + $1.count }
    guard count <= Self.maximumParts, boxesLeft > 0 else {
      throw .tooManyParts(count, limit: Self.maximumParts)
    }
    // What is put together is part of nothing else but a picture that is turned or blended.
    let most = 2 * limits.width * limits.height
    for whole in parts.keys where area(of: whole, depth: 0, upTo: most) > most {
      throw .tooManyParts(count, limit: Self.maximumParts)
    }
  }

  /// The pixels that a picture takes to decode, with those it is put together of; counting ends beyond a
  /// limit.
  private func area(of picture: Int, depth: Int, upTo most: Int) -> Int {
    guard let pieces = parts[picture] else {
      // Every picture has a size (23008-12, 6.5.3).
      let own = (properties[picture] ?? []).compactMap { sizes[$0] }.first
      return own.map { $0.width * $0.height } ?? most + 1
    }
    // No camera writes pictures of pictures of pictures.
    guard depth < 2 else { return most + 1 }
    var sum = 0
    for piece in pieces where sum <= most {
      sum += area(of: piece, depth: depth + 1, upTo: most)
    }
    return sum
  }

  // MARK: Boxes

  typealias Box = (name: String, content: Range<Int>, whole: Range<Int>)

  mutating func boxes(in range: Range<Int>) -> [Box] {
    var found: [Box] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound, boxesLeft > 0 {
      boxesLeft -= 1
      var (length, header) = (number(at: place, bytes: 4), 8)
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      if length == 1, place + 16 <= range.upperBound {
        (length, header) = (number(at: place + 8, bytes: 8), 16)
      } else if length == 0 {
        length = range.upperBound - place
      }
      guard length >= header, length <= range.upperBound - place else { break }
      found.append((name, place + header..<place + length, place..<place + length))
      place += length
    }
    return found
  }

  /// A number of the most significant byte first; the largest where it is too large, 0 past the end.
  private func number(at place: Int, bytes count: Int) -> Int {
    guard place >= 0, place <= bytes.count - count else { return 0 }
    return Int(clamping: bytes[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// `iref` (14496-12, 8.11.12): of `dimg`, what a picture is put together of.
  private mutating func readReferences(_ content: Range<Int>) {
    guard let version = bytes[content].first else { return }
    numberBytes = version == 0 ? 2 : 4
    for box in boxes(in: content.dropFirst(4)) {
      let start = box.content.lowerBound
      let first = start + numberBytes + 2
      let fitting = min(
        number(at: start + numberBytes, bytes: 2),
        max(0, box.content.upperBound - first) / numberBytes)
      let reference = HEIFReference(
        name: box.name, from: number(at: start, bytes: numberBytes),
        to: (0..<fitting).map { number(at: first + $0 * numberBytes, bytes: numberBytes) })
      references.append(reference)
      if box.name == "dimg" { parts[reference.from, default: []] += reference.to }
    }
  }

  /// `iprp` (23008-12, 9.3): the sizes, and whose they are.
  private mutating func readProperties(_ content: Range<Int>) {
    for box in boxes(in: content) {
      if box.name == "ipco" {
        for (index, property) in boxes(in: box.content).enumerated() where property.name == "ispe" {
          let start = property.content.lowerBound
          sizes[index + 1] = (number(at: start + 4, bytes: 4), number(at: start + 8, bytes: 4))
        }
      } else if box.name == "ipma" {
        readAssociations(box.content)
      }
    }
  }

  private mutating func readAssociations(_ content: Range<Int>) {
    guard content.count >= 8 else { return }
    let (version, flags) = (bytes[content.lowerBound], bytes[content.lowerBound + 3])
    let (idWidth, indexWidth) = (version == 0 ? 2 : 4, flags & 1 == 0 ? 1 : 2)
    var place = content.lowerBound + 8
    for _ in 0..<number(at: content.lowerBound + 4, bytes: 4) {
      guard place + idWidth + 1 <= content.upperBound, boxesLeft > 0 else { return }
      boxesLeft -= 1
      let picture = number(at: place, bytes: idWidth)
      let count = number(at: place + idWidth, bytes: 1)
      place += idWidth + 1
      guard place + count * indexWidth <= content.upperBound else { return }
      // The highest bit says that a reader has to understand the property.
      let mask = indexWidth == 1 ? 0x7F : 0x7FFF
      properties[picture, default: []] += (0..<count).map {
        number(at: place + $0 * indexWidth, bytes: indexWidth) & mask
      }
      place += count * indexWidth
    }
  }
}

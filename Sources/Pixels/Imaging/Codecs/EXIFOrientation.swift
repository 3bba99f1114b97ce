/// How a stored picture is to be turned to stand upright: the tag 0x0112 of EXIF (TIFF 6.0,
/// section 8), by its numbers.
public enum EXIFOrientation: Int, Hashable, Sendable, CaseIterable {
  /// As it is stored.
  case upright = 1
  /// Flipped left to right.
  case flipped
  /// By half a turn.
  case half
  /// Flipped top to bottom.
  case flippedVertically
  /// Rows become columns.
  case transposed
  /// By a quarter turn clockwise.
  case clockwise
  /// Rows become columns, and then by half a turn.
  case transversed
  /// By a quarter turn counterclockwise.
  case counterclockwise

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

  /// Reads the payload of a JPEG's APP1 segment; nil where it is no EXIF, upright where EXIF does
  /// not say or does not make sense.
  init?(segment bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 6, unsafe bytes.prefix(6).elementsEqual(Array("Exif".utf8) + [0, 0])
    else { return nil }
    self.init(tiff: unsafe Array(bytes.dropFirst(6)))
  }

  /// Reads EXIF's own bytes; upright where it does not say or does not make sense.
  init(tiff bytes: [UInt8]) {
    self.init(tiff: { place, count in
      place >= 0 && place <= bytes.count - count ? Array(bytes[place..<(place + count)]) : []
    })
  }

  /// Reads the tag of a TIFF file, whose first picture it is of; upright likewise.
  ///
  /// - Parameter bytes: gives the bytes at a place, fewer where there are not so many.
  package init(tiff bytes: @escaping (_ place: Int, _ count: Int) -> [UInt8]) {
    self = TIFFBytes(bytes).orientation.flatMap(EXIFOrientation.init) ?? .upright
  }
}

/// The little of TIFF that the orientation takes: numbers at places, of which none may lie outside.
private struct TIFFBytes {
  private let bytes: (_ place: Int, _ count: Int) -> [UInt8]
  private let isLittleEndian: Bool

  init(_ bytes: @escaping (_ place: Int, _ count: Int) -> [UInt8]) {
    self.bytes = bytes
    isLittleEndian = bytes(0, 1).first == UInt8(ascii: "I")
  }

  /// The orientation of the first directory's picture; nil where it is not said.
  var orientation: Int? {
    let order = Array((isLittleEndian ? "II" : "MM").utf8)
    guard bytes(0, 2) == order, number(at: 2, count: 2) == 42,
      let directory = number(at: 4, count: 4), let entries = number(at: directory, count: 2)
    else { return nil }
    for index in 0..<entries {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, count: 2) else { return nil }
      // A SHORT, of which there is one: it lies at the start of the value's four bytes.
      guard tag == 0x0112 else { continue }
      guard number(at: entry + 2, count: 2) == 3, number(at: entry + 4, count: 4) == 1 else {
        return nil
      }
      return number(at: entry + 8, count: 2)
    }
    return nil
  }

  private func number(at place: Int, count: Int) -> Int? {
    let digits = bytes(place, count)
    guard digits.count == count else { return nil }
    return isLittleEndian
      ? digits.reversed().reduce(0) { $0 << 8 | Int($1) }
      : digits.reduce(0) { $0 << 8 | Int($1) }
  }
}

extension StraightRGBA8 {
  /// The picture turned upright.
  public func turned(by orientation: EXIFOrientation) -> StraightRGBA8 {
    guard orientation != .upright else { return self }
    let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
    let (right, bottom) = (width - 1, height - 1)
    // Where the pixel at the top left comes from, and how far a step to the right and down goes.
    let (first, across, down) =
      switch orientation {
      case .upright: ((0, 0), 1, width)
      case .flipped: ((right, 0), -1, width)
      case .half: ((right, bottom), -1, -width)
      case .flippedVertically: ((0, bottom), 1, -width)
      case .transposed: ((0, 0), width, 1)
      case .clockwise: ((0, bottom), -width, 1)
      case .transversed: ((right, bottom), -width, -1)
      case .counterclockwise: ((right, 0), width, -1)
      }
    let start = first.1 * width + first.0
    let turned = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { to, count in
      unsafe bytes.withUnsafeBytes { from in
        let to = UnsafeMutableRawBufferPointer(to)
        for y in 0..<rows {
          for x in 0..<columns {
            let pixel = unsafe from.loadUnaligned(
              fromByteOffset: 4 * (start + across * x + down * y), as: UInt32.self)
            unsafe to.storeBytes(of: pixel, toByteOffset: 4 * (y * columns + x), as: UInt32.self)
          }
        }
        count = from.count
      }
    }
    return StraightRGBA8(width: columns, height: rows, bytes: turned) ?? self
  }
}

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
    let file = TIFFBytes(bytes)
    self = file.start.flatMap { file.directory(at: $0)?.orientation } ?? .upright
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

extension ContainerFile {
  /// The first bytes of Matroska and WebM.
  static let matroskaStart: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

  /// Reads the size of an element of Matroska (RFC 8794, 4); its value is nil where all bits are set, which is
  /// "unknown".
  func elementSize(at offset: UInt64) -> (width: Int, value: UInt64?)? {
    let field = bytes(at: offset, count: 8)
    guard let first = field.first, first != 0 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard field.count >= width else { return nil }
    let mask = (UInt64(1) << UInt64(7 * width)) - 1
    let value = Self.bigEndian(field[0..<width]) & mask
    return (width, value == mask ? nil : value)
  }

  /// An element of Matroska (RFC 8794, 4).
  struct Element {
    var name: UInt64
    /// Where its name lies.
    var start: UInt64
    var content: Range<UInt64>
    /// Whether it says how long it is; one that does not goes on to the end of what it lies in.
    var isLengthKnown: Bool
  }

  /// Reads an element that lies before an end; nil where none begins.
  func element(at place: UInt64, before end: UInt64) -> Element? {
    guard place < end else { return nil }
    let id = bytes(at: place, count: 4)
    guard let first = id.first, first >= 0x10 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard let size = elementSize(at: place + UInt64(width)) else { return nil }
    let start = place + UInt64(width + size.width)
    guard start <= end else { return nil }
    return Element(
      name: Self.bigEndian(id.prefix(width)), start: place,
      content: start..<(start + min(size.value ?? (end - start), end - start)),
      isLengthKnown: size.value != nil)
  }
}

/// The names of Matroska's elements (RFC 9559, 5.1).
enum MatroskaElement {
  static let segment: UInt64 = 0x1853_8067
  static let seekHead: UInt64 = 0x114D_9B74
  static let seek: UInt64 = 0x4DBB
  static let seekPosition: UInt64 = 0x53AC
  static let cluster: UInt64 = 0x1F43_B675
  static let tracks: UInt64 = 0x1654_AE6B
  static let trackEntry: UInt64 = 0xAE
  static let trackType: UInt64 = 0x83
  static let codecID: UInt64 = 0x86
  static let attachments: UInt64 = 0x1941_A469
  static let chapters: UInt64 = 0x1043_A770
  static let tags: UInt64 = 0x1254_C367
  static let cues: UInt64 = 0x1C53_BB6B
}

internal import Foundation

/// A container's file, of which the sizes of boxes and elements are read here and there.
final class ContainerFile {
  let size: UInt64
  private let file: FileHandle

  /// Opens a file; nil where it cannot be read.
  init?(path: String) {
    guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd() else {
      return nil
    }
    self.file = file
    self.size = size
  }

  /// The bytes at a place, as many as there are.
  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    guard count <= Self.blockLength else { return read(at: offset, count: count) }
    if offset < block.start || offset - block.start + UInt64(count) > UInt64(block.bytes.count) {
      block = (offset, read(at: offset, count: Self.blockLength))
    }
    let start = Int(offset - block.start)
    return Array(block.bytes[min(start, block.bytes.count)..<min(start + count, block.bytes.count)])
  }

  /// Small boxes lie side by side: what is behind one is read with it.
  private static let blockLength = 4096
  private var block: (start: UInt64, bytes: [UInt8]) = (0, [])

  private func read(at offset: UInt64, count: Int) -> [UInt8] {
    guard count > 0, (try? file.seek(toOffset: offset)) != nil,
      let data = try? file.read(upToCount: count)
    else { return [] }
    return [UInt8](data)
  }

  static func bigEndian(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The first bytes of Matroska and WebM.
  static let matroskaStart: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

  /// The header of a box of MP4 and MOV (ISO/IEC 14496-12, 4.2); its length, which counts the header, is nil
  /// where the box goes on to the end of what it lies in.
  struct Box {
    var name: String
    var headerLength: UInt64
    var length: UInt64?
  }

  /// Reads a box's header; nil where the file ends in it.
  func box(at offset: UInt64) -> Box? {
    let header = bytes(at: offset, count: 16)
    guard header.count >= 8 else { return nil }
    let name = String(decoding: header[4..<8], as: UTF8.self)
    let length = Self.bigEndian(header[0..<4])
    if length == 0 { return Box(name: name, headerLength: 8, length: nil) }
    guard length == 1 else { return Box(name: name, headerLength: 8, length: length) }
    guard header.count == 16 else { return nil }
    return Box(name: name, headerLength: 16, length: Self.bigEndian(header[8..<16]))
  }

  /// Whether an MP4 is in fragments (8.8.4), told by the first of them.
  static func holdsFragments(path: String) -> Bool {
    guard let file = ContainerFile(path: path) else { return false }
    var place: UInt64 = 0
    for _ in 0..<mostBoxesBeforeFragments {
      guard let box = file.box(at: place), box.name != "moof" else {
        return file.box(at: place)?.name == "moof"
      }
      guard let length = box.length, length >= box.headerLength, length <= file.size - place else {
        return false
      }
      place += length
    }
    return false
  }

  private static let mostBoxesBeforeFragments = 1000

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

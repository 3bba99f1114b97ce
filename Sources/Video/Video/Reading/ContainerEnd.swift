internal import Foundation

/// Whether a file ends before its container does: a download or a recording that was cut off.
///
/// Demuxers take the end of a file for the end of the clip. The outermost sizes tell the two
/// apart: the boxes of MP4 and MOV, the segment of Matroska and WebM, the chunks of AVI, the packets
/// of MPEG-TS. Other containers have no such size.
enum ContainerEnd {
  /// Whether the outermost element reaches past the file's end.
  static func isCutOff(path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd() else {
      return false
    }
    defer { try? file.close() }
    let start = bytes(of: file, at: 0, count: 12)
    if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      return isMatroskaCutOff(file, size: size)
    }
    if start.starts(with: Array("RIFF".utf8)) {
      return UInt64(littleEndian(start[4..<8])) + 8 > size
    }
    if TransportStream.begins(bytes(of: file, at: 0, count: 4 * TransportStream.packetLength)) {
      return size % UInt64(TransportStream.packetLength) != 0
    }
    if start.count >= 8, boxNames.contains(String(decoding: start[4..<8], as: UTF8.self)) {
      return areBoxesCutOff(file, size: size)
    }
    return false
  }

  private static func bytes(of file: FileHandle, at offset: UInt64, count: Int) -> [UInt8] {
    guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count)
    else { return [] }
    return [UInt8](data)
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: MP4 and MOV (ISO/IEC 14496-12, 4.2)

  private static let boxNames: Set<String> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp",
  ]

  /// Boxes that are looked at; a fragmented hour has a few thousand.
  private static let maximumBoxes = 1_000_000

  private static func areBoxesCutOff(_ file: FileHandle, size: UInt64) -> Bool {
    var offset: UInt64 = 0
    for _ in 0..<maximumBoxes where offset < size {
      let header = bytes(of: file, at: offset, count: 16)
      guard header.count >= 8 else { return true }
      var length = bigEndian(header[0..<4])
      if length == 0 { return false }  // To the end of the file.
      if length == 1 {
        guard header.count == 16 else { return true }
        length = bigEndian(header[8..<16])
      }
      guard length >= 8 else { return false }
      let (next, overflows) = offset.addingReportingOverflow(length)
      if overflows || next > size { return true }
      offset = next
    }
    return false
  }

  // MARK: Matroska (RFC 8794, 4 and 5)

  private static func isMatroskaCutOff(_ file: FileHandle, size: UInt64) -> Bool {
    // The EBML header, then the segment: a four-byte name each, and a size of one to eight bytes.
    var offset: UInt64 = 4
    guard let header = elementSize(file, at: offset) else { return true }
    offset += UInt64(header.width) + (header.value ?? 0)
    let name = bytes(of: file, at: offset, count: 4)
    guard name == [0x18, 0x53, 0x80, 0x67] else { return name.count < 4 }
    guard let segment = elementSize(file, at: offset + 4) else { return true }
    guard let length = segment.value else { return false }  // A live stream.
    let (end, overflows) = (offset + 4 + UInt64(segment.width)).addingReportingOverflow(length)
    return overflows || end > size
  }

  /// A variable-width size; its value is nil where all bits are set, which is "unknown".
  private static func elementSize(
    _ file: FileHandle, at offset: UInt64
  ) -> (width: Int, value: UInt64?)? {
    let field = bytes(of: file, at: offset, count: 8)
    guard let first = field.first, first != 0 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard field.count >= width else { return nil }
    let mask = (UInt64(1) << UInt64(7 * width)) - 1
    let value = bigEndian(field[0..<width]) & mask
    return (width, value == mask ? nil : value)
  }
}

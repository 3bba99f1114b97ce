/// Whether a file ends before its container does: a download or a recording that was cut off.
///
/// Demuxers take the end of a file for the end of the clip. The outermost sizes tell the two
/// apart: the boxes of MP4 and MOV, the segment of Matroska and WebM, the chunks of AVI, the packets
/// of MPEG-TS, the frames of YUV4MPEG2. Other containers have no such size.
package enum ContainerEnd {
  /// Whether the outermost element reaches past the file's end.
  package static func isCutOff(path: String) -> Bool {
    guard let file = ContainerFile(path: path) else { return false }
    let start = file.bytes(at: 0, count: 12)
    if start.starts(with: ContainerFile.matroskaStart) { return isMatroskaCutOff(file) }
    if start.count >= 8, start.starts(with: Array("RIFF".utf8)) {
      return ContainerFile.bigEndian(start[4..<8].reversed()) + 8 > file.size
    }
    if let frames = YUV4MPEG(file) { return frames.isCutOff }
    if TransportStream.begins(file.bytes(at: 0, count: 4 * TransportStream.packetLength)) {
      return file.size % UInt64(TransportStream.packetLength) != 0
    }
    if start.count >= 8, boxNames.contains(String(decoding: start[4..<8], as: UTF8.self)) {
      return areBoxesCutOff(file)
    }
    return false
  }

  // MARK: MP4 and MOV (ISO/IEC 14496-12, 4.2)

  /// The boxes with which a file may begin.
  static let boxNames: Set<String> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp",
  ]

  /// Boxes that are looked at; a fragmented hour has a few thousand.
  private static let maximumBoxes = 1_000_000

  private static func areBoxesCutOff(_ file: ContainerFile) -> Bool {
    var offset: UInt64 = 0
    for _ in 0..<maximumBoxes where offset < file.size {
      guard let box = file.box(at: offset) else { return true }
      guard let length = box.length, length >= 8 else { return false }
      let (next, overflows) = offset.addingReportingOverflow(length)
      if overflows || next > file.size { return true }
      offset = next
    }
    return false
  }

  // MARK: Matroska (RFC 8794, 4 and 5)

  private static func isMatroskaCutOff(_ file: ContainerFile) -> Bool {
    // The EBML header, then the segment: a four-byte name each, and a size of one to eight bytes.
    var offset: UInt64 = 4
    guard let header = file.elementSize(at: offset) else { return true }
    offset += UInt64(header.width) + (header.value ?? 0)
    let name = file.bytes(at: offset, count: 4)
    guard name == [0x18, 0x53, 0x80, 0x67] else { return name.count < 4 }
    guard let segment = file.elementSize(at: offset + 4) else { return true }
    guard let length = segment.value else { return false }  // A live stream.
    let (end, overflows) = (offset + 4 + UInt64(segment.width)).addingReportingOverflow(length)
    return overflows || end > file.size
  }
}

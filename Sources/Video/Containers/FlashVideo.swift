/// The structure of an FLV file, as far as it tells where files were joined end to end (Adobe Flash Video File
/// Format Specification 10.1, E.2 and E.3).
package enum FlashVideo {
  /// A file's header, with the size before the first tag, which is 0.
  package static let headerLength: Int64 = 13
  private static let signature: [UInt8] = Array("FLV\u{1}".utf8)
  /// The length of a tag's header, and of the size behind each tag.
  private static let tagHeader: UInt64 = 11
  private static let sizeField: UInt64 = 4
  /// Tags that are looked at: a day of 60 pictures and 50 packets of sound a second has 9.5 millions.
  private static let mostTags = 10_000_000
  /// Headers that are found: a recorder that stops every second for a day.
  private static let mostHeaders = 100_000

  /// Where headers of further files lie in a file, behind which FFmpeg's demuxer would take bytes of pictures for
  /// tags; none for a file that is no FLV, or where the tags do not follow each other.
  package static func headersWithin(fileAt path: String) -> [Int64] {
    guard let file = ContainerFile(path: path), file.bytes(at: 0, count: 4) == signature else {
      return []
    }
    var found: [Int64] = []
    var place = UInt64(headerLength)
    for _ in 0..<mostTags {
      let tag = file.bytes(at: place, count: 4)
      guard tag.count == 4, found.count < mostHeaders else { break }
      if tag == signature {
        found.append(Int64(clamping: place))
        place += UInt64(headerLength)
      } else {
        // Script data, sound and pictures; else this is no tag.
        guard [8, 9, 18].contains(tag[0] & 0x1F) else { break }
        place += tagHeader + ContainerFile.bigEndian(tag[1...]) + sizeField
      }
    }
    return found
  }
}

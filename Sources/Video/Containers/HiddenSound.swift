/// Where a file describes its sound, so that it can be read as if it did not.
///
/// FFmpeg opens no part of a file in which the description of one track is damaged (a version in MP4, a rate
/// in Matroska). Sound never costs the pictures: of the name of each description of sound one byte is read as
/// another, so that the demuxer passes over it.
package struct HiddenSound {
  /// Bytes that are read in the place of others; none for a file that is no MP4, QuickTime or Matroska.
  package private(set) var patches: [BytePatch] = []

  /// A byte that is in the name of no box and of no codec.
  private static let passedOver = UInt8(ascii: "~")

  /// Boxes and elements that are looked at; a file with a hundred tracks has some thousands.
  private static let maximumCount = 100_000
  private var countLeft = maximumCount

  /// Finds the descriptions of sound in a file.
  package init(ofFileAt path: String) {
    guard let file = ContainerFile(path: path) else { return }
    if file.bytes(at: 0, count: 4) == ContainerFile.matroskaStart {
      findInMatroska(file)
    } else {
      findInBoxes(file)
    }
  }

  private mutating func hide(_ offset: UInt64) {
    patches.append(BytePatch(offset: Int64(clamping: offset), byte: Self.passedOver))
  }

  // MARK: MP4 and MOV (ISO/IEC 14496-12)

  /// Hides the tracks whose handler is that of sound or cannot be found (8.3.1 and 8.4.3).
  private mutating func findInBoxes(_ file: ContainerFile) {
    for movie in boxes(file, 0..<file.size) where movie.name == "moov" {
      for track in boxes(file, movie.content) where track.name == "trak" {
        let media = boxes(file, track.content).first { $0.name == "mdia" }
        let handler = media.flatMap { boxes(file, $0.content).first { $0.name == "hdlr" } }
        // Behind a version, flags and four bytes.
        let kind = handler.map { file.bytes(at: $0.content.lowerBound + 8, count: 4) }
        if kind == nil || kind == Array("soun".utf8) { hide(track.start + 4) }
      }
    }
  }

  private mutating func boxes(
    _ file: ContainerFile, _ range: Range<UInt64>
  ) -> [ContainerFile.Part] {
    file.boxes(in: range, budget: &countLeft)
  }

  // MARK: Matroska (RFC 9559)

  /// The type of a track of sound (5.1.4.1.3).
  private static let soundType: UInt64 = 2

  /// Takes the codec of a track of sound for an unknown one, whose description is not read.
  ///
  /// The track stays: its blocks would be damage without it.
  private mutating func findInMatroska(_ file: ContainerFile) {
    for segment in elements(file, 0..<file.size) where segment.name == MatroskaElement.segment {
      for tracks in elements(file, segment.content) where tracks.name == MatroskaElement.tracks {
        for entry in elements(file, tracks.content) where entry.name == MatroskaElement.trackEntry {
          let parts = elements(file, entry.content)
          let isSound = parts.contains { part in
            part.name == MatroskaElement.trackType && part.content.count <= 8
              && ContainerFile.bigEndian(
                file.bytes(at: part.content.lowerBound, count: part.content.count))
                == Self.soundType
          }
          let codec = parts.first { $0.name == MatroskaElement.codecID && !$0.content.isEmpty }
          if isSound, let codec { hide(codec.content.lowerBound) }
        }
      }
    }
  }

  private mutating func elements(
    _ file: ContainerFile, _ range: Range<UInt64>
  ) -> [ContainerFile.Element] {
    var found: [ContainerFile.Element] = []
    var place = range.lowerBound
    // The tracks come before the first cluster.
    while countLeft > 0, let part = file.element(at: place, before: range.upperBound),
      part.name != MatroskaElement.cluster
    {
      countLeft -= 1
      found.append(part)
      place = part.content.upperBound
    }
    return found
  }
}

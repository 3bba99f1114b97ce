/// How many tracks, chapters and the like a Matroska file has, counted before FFmpeg keeps them all: an empty one
/// takes two bytes of the file, and two thousand of memory.
package struct MatroskaHeaders {
  /// Why a file is refused.
  package enum Fault: Error {
    case tooManyTracks
    /// Too many of anything else.
    case tooMany(kind: String, maximum: Int)
    /// More finished recordings lie in it end to end than are read.
    case joined(count: Int, most: Int)
  }

  /// What is counted in an element of the segment (RFC 9559, 5.1), down the elements in which it lies.
  private struct Kind {
    var name: String
    var maximum: Int
  }

  /// The elements of the segment whose own are kept, by name, and which of them are counted.
  ///
  /// They are those of tracks, attached files, chapters, tags, the index and the list of contents.
  private static let counted: [UInt64: (holders: Set<UInt64>, entry: UInt64)] = [
    MatroskaElement.tracks: ([], MatroskaElement.trackEntry),
    MatroskaElement.attachments: ([], 0x61A7),
    MatroskaElement.chapters: ([0x45B9, 0xB6], 0xB6),
    MatroskaElement.tags: ([0x7373, 0x67C8], 0x67C8),
    MatroskaElement.cues: ([], 0xBB),
    MatroskaElement.seekHead: ([], MatroskaElement.seek),
  ]

  private static func kind(_ element: UInt64, _ maximumTracks: Int) -> Kind {
    switch element {
    case MatroskaElement.chapters: Kind(name: "chapters", maximum: maximumEntries)
    case MatroskaElement.tags: Kind(name: "tags", maximum: maximumEntries)
    case MatroskaElement.cues: Kind(name: "entries of its index", maximum: maximumIndexEntries)
    case MatroskaElement.seekHead: Kind(name: "entries of its contents", maximum: maximumEntries)
    default: Kind(name: "streams", maximum: maximumTracks)
    }
  }

  /// Chapters, tags and entries of the list of contents.
  static let maximumEntries = 10_000
  static let maximumIndexEntries = 1_000_000
  /// Elements of the segment that are looked at; a day of clusters of a second has less.
  private static let maximumElements = 200_000

  private let file: ContainerFile
  private let maximumTracks: Int
  private var counts: [String: Int] = [:]
  private var seen: Set<UInt64> = []
  private var elementsLeft = maximumElements
  private var segments = 0

  /// Segments with a length that are read: FFmpeg's demuxer leaves a third one out without a word.
  private static let mostSegments = 2

  /// Refuses a file that has too many of anything.
  package static func check(path: String, maximumTracks: Int) throws(Fault) {
    guard let file = ContainerFile(path: path),
      file.bytes(at: 0, count: 4) == ContainerFile.matroskaStart
    else { return }
    var headers = MatroskaHeaders(file: file, maximumTracks: maximumTracks)
    try headers.check()
  }

  private init(file: ContainerFile, maximumTracks: Int) {
    (self.file, self.maximumTracks) = (file, maximumTracks)
  }

  private mutating func check() throws(Fault) {
    var place: UInt64 = 0
    while let part = file.element(at: place, before: file.size), elementsLeft > 0 {
      elementsLeft -= 1
      if part.name == MatroskaElement.segment {
        segments += 1
        if segments == 1 { try check(segment: part.content) }
        // What follows a segment without a length is read as its own.
        guard part.isLengthKnown else { return }
      }
      place = part.content.upperBound
    }
    guard segments <= Self.mostSegments else {
      throw .joined(count: segments, most: Self.mostSegments)
    }
  }

  /// Goes through the segment, and to where its list of contents says that elements lie.
  private mutating func check(segment: Range<UInt64>) throws(Fault) {
    var place = segment.lowerBound
    var listed: [UInt64] = []
    while elementsLeft > 0, let part = file.element(at: place, before: segment.upperBound) {
      elementsLeft -= 1
      // A live stream's cluster has no length; what follows is not looked for by FFmpeg either.
      if part.name == MatroskaElement.cluster, !part.isLengthKnown { break }
      listed += try check(part, segment.lowerBound)
      place = part.content.upperBound
    }
    for place in listed {
      if let part = file.element(at: place, before: segment.upperBound) {
        _ = try check(part, segment.lowerBound)
      }
    }
  }

  /// Counts what an element holds; gives the places that a list of contents names.
  private mutating func check(
    _ part: ContainerFile.Element, _ start: UInt64
  ) throws(Fault) -> [UInt64] {
    guard let (holders, entry) = Self.counted[part.name], seen.insert(part.start).inserted else {
      return []
    }
    let kind = Self.kind(part.name, maximumTracks)
    var listed: [UInt64] = []
    var ranges = [part.content]
    while let range = ranges.popLast() {
      var place = range.lowerBound
      while let inner = file.element(at: place, before: range.upperBound) {
        if inner.name == entry {
          let count = (counts[kind.name] ?? 0) + 1
          guard count <= kind.maximum else {
            throw kind.name == "streams"
              ? .tooManyTracks : .tooMany(kind: kind.name, maximum: kind.maximum)
          }
          counts[kind.name] = count
        }
        if holders.contains(inner.name) { ranges.append(inner.content) }
        if inner.name == MatroskaElement.seek {
          listed += seekPosition(inner.content).map { [start &+ $0] } ?? []
        }
        place = inner.content.upperBound
      }
    }
    return listed
  }

  private func seekPosition(_ range: Range<UInt64>) -> UInt64? {
    var place = range.lowerBound
    while let part = file.element(at: place, before: range.upperBound) {
      if part.name == MatroskaElement.seekPosition {
        return ContainerFile.bigEndian(
          file.bytes(at: part.content.lowerBound, count: min(8, part.content.count)))
      }
      place = part.content.upperBound
    }
    return nil
  }
}

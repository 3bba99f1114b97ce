/// How many tracks, chapters and the like a Matroska file has, counted before FFmpeg keeps them all: an empty one
/// takes two bytes of the file, and two thousand of memory.
struct MatroskaHeaders {
  /// What is counted in an element of the segment (RFC 9559, 5.1), down the elements in which it lies.
  private struct Kind {
    var name: String
    var maximum: Int
  }

  private enum Element {
    static let segment: UInt64 = 0x1853_8067
    static let cluster: UInt64 = 0x1F43_B675
    static let seekHead: UInt64 = 0x114D_9B74
    static let seek: UInt64 = 0x4DBB
    static let seekPosition: UInt64 = 0x53AC
  }

  /// The elements of the segment whose own are kept, by name, and which of them are counted.
  ///
  /// They are those of tracks, attached files, chapters, tags, the index and the list of contents.
  private static let counted: [UInt64: (holders: Set<UInt64>, entry: UInt64)] = [
    0x1654_AE6B: ([], 0xAE),
    0x1941_A469: ([], 0x61A7),
    0x1043_A770: ([0x45B9, 0xB6], 0xB6),
    0x1254_C367: ([0x7373, 0x67C8], 0x67C8),
    0x1C53_BB6B: ([], 0xBB),
    0x114D_9B74: ([], 0x4DBB),
  ]

  private static func kind(_ element: UInt64, _ limits: VideoLimits) -> Kind {
    switch element {
    case 0x1043_A770: Kind(name: "chapters", maximum: maximumEntries)
    case 0x1254_C367: Kind(name: "tags", maximum: maximumEntries)
    case 0x1C53_BB6B: Kind(name: "entries of its index", maximum: maximumIndexEntries)
    case 0x114D_9B74: Kind(name: "entries of its contents", maximum: maximumEntries)
    default: Kind(name: "streams", maximum: limits.maximumStreams)
    }
  }

  /// Chapters, tags and entries of the list of contents.
  static let maximumEntries = 10_000
  /// Entries of the index.
  static let maximumIndexEntries = 1_000_000
  /// Elements of the segment that are looked at; a day of clusters of a second has less.
  private static let maximumElements = 200_000

  private let file: ContainerFile
  private let path: String
  private let limits: VideoLimits
  private var counts: [String: Int] = [:]
  private var seen: Set<UInt64> = []
  private var elementsLeft = maximumElements
  private var segments = 0

  /// Segments with a length that are read: FFmpeg's demuxer leaves a third one out without a word.
  private static let mostSegments = 2

  /// Refuses a file that has too many of anything.
  static func check(path: String, limits: VideoLimits) throws(VideoError) {
    guard let file = ContainerFile(path: path),
      file.bytes(at: 0, count: 4) == ContainerFile.matroskaStart
    else { return }
    var headers = MatroskaHeaders(file: file, path: path, limits: limits)
    try headers.check()
  }

  private init(file: ContainerFile, path: String, limits: VideoLimits) {
    self.file = file
    self.path = path
    self.limits = limits
  }

  private mutating func check() throws(VideoError) {
    var place: UInt64 = 0
    while let part = file.element(at: place, before: file.size), elementsLeft > 0 {
      elementsLeft -= 1
      if part.name == Element.segment {
        segments += 1
        if segments == 1 { try check(segment: part.content) }
        // What follows a segment without a length is read as its own.
        guard part.isLengthKnown else { return }
      }
      place = part.content.upperBound
    }
    guard segments <= Self.mostSegments else {
      throw .notAClip(
        path: path,
        reason: "\(segments) finished recordings are joined in it end to end, of which no more than"
          + " \(Self.mostSegments) can be read; join them by mkvmerge, as in"
          + " mkvmerge -o all.mkv a.webm + b.webm + c.webm")
    }
  }

  /// Goes through the segment, and to where its list of contents says that elements lie.
  private mutating func check(segment: Range<UInt64>) throws(VideoError) {
    var place = segment.lowerBound
    var listed: [UInt64] = []
    while elementsLeft > 0, let part = file.element(at: place, before: segment.upperBound) {
      elementsLeft -= 1
      // A live stream's cluster has no length; what follows is not looked for by FFmpeg either.
      if part.name == Element.cluster, !part.isLengthKnown { break }
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
  ) throws(VideoError) -> [UInt64] {
    guard let (holders, entry) = Self.counted[part.name], seen.insert(part.start).inserted else {
      return []
    }
    let kind = Self.kind(part.name, limits)
    var listed: [UInt64] = []
    var ranges = [part.content]
    while let range = ranges.popLast() {
      var place = range.lowerBound
      while let inner = file.element(at: place, before: range.upperBound) {
        if inner.name == entry {
          let count = (counts[kind.name] ?? 0) + 1
          guard count <= kind.maximum else {
            throw kind.name == "streams"
              ? .tooManyStreams(path: path, maximum: kind.maximum)
              : .tooManyHeaders(path: path, kind: kind.name, maximum: kind.maximum)
          }
          counts[kind.name] = count
        }
        if holders.contains(inner.name) { ranges.append(inner.content) }
        if inner.name == Element.seek {
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
      if part.name == Element.seekPosition {
        return ContainerFile.bigEndian(
          file.bytes(at: part.content.lowerBound, count: min(8, part.content.count)))
      }
      place = part.content.upperBound
    }
    return nil
  }
}

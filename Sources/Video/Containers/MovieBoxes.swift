/// What the index of an MP4 or QuickTime file states of its tracks (ISO/IEC 14496-12), read before FFmpeg builds
/// lists of it: as many boxes as there are bytes can make it fill the memory, or play a clip a thousand times.
package struct MovieBoxes {
  package struct Track {
    /// Its identifier (8.3.2).
    var id: UInt64 = 0
    /// Its handler (8.4.3), as a number.
    var kind: UInt64 = 0
    /// Ticks a second of its own clock (8.4.2).
    var timescale: UInt64 = 0
    /// The samples that its table counts (8.7.3), and those of its fragments.
    var sampleCount: UInt64 = 0
    /// Where its tables lie: how long samples are decoded, in runs (8.6.1.2), how much later they are shown
    /// (8.6.1.3), and the samples from which decoding can begin (8.6.2), which without a table are all.
    var durations, offsets, keys: Range<UInt64>?
    /// The edit list (8.6.6).
    var edits: [TrackEdit] = []
    /// The length of the header of the box in which it lies.
    var editsHeader: UInt64 = 8
  }

  /// Ticks a second of the movie's clock (8.2.2).
  private(set) var timescale: UInt64 = 0
  package private(set) var tracks: [Track] = []
  /// The samples that fragments count (8.8.8).
  private(set) var fragmentSamples: UInt64 = 0
  /// The file's length.
  package private(set) var bytes: UInt64 = 0
  /// Whether there are more boxes than are looked at.
  package private(set) var isBeyondLimit = false

  /// The samples that are stated, where there are more than there can be of so many bytes; nil where they fit.
  ///
  /// QuickTime counts the samples of compressed sound as those that it holds: six a byte of MACE.
  package var samplesBeyond: UInt64? {
    let sound = ContainerFile.bigEndian("soun".utf8)
    let stated = tracks.reduce(fragmentSamples) {
      $0 &+ ($1.kind == sound ? $1.sampleCount / Self.mostInByte : $1.sampleCount)
    }
    return stated <= bytes ? nil : stated
  }

  private static let mostInByte: UInt64 = 8

  /// Boxes that are looked at: a day of fragments of a second has less.
  package static let maximumCount = 2_000_000
  private var countLeft = maximumCount
  private let file: ContainerFile

  /// Boxes that FFmpeg looks into.
  private static let containers: Set<String> = [
    "moov", "trak", "mdia", "minf", "stbl", "edts", "moof", "traf",
  ]
  private static let deepest = 10

  /// Reads a file's boxes; nil where it is no MP4 or QuickTime, or cannot be read.
  ///
  /// - Parameter maximumTracks: as many, and one more, are read.
  package init?(path: String, maximumTracks: Int) {
    guard let file = ContainerFile(path: path) else { return nil }
    self.file = file
    guard let first = file.box(at: 0), ContainerEnd.boxNames.contains(first.name) else {
      return nil
    }
    read(0..<file.size, depth: 0, maximumTracks)
    bytes = file.size
  }

  private mutating func read(_ range: Range<UInt64>, depth: Int, _ maximumTracks: Int) {
    var place = range.lowerBound
    while place < range.upperBound, let box = file.box(at: place) {
      guard countLeft > 0 else {
        isBeyondLimit = true
        return
      }
      countLeft -= 1
      let left = range.upperBound - place
      let length = box.length ?? left
      guard length >= box.headerLength, left >= box.headerLength else { return }
      let content = (place + box.headerLength)..<(place + min(length, left))
      if box.name == "trak" {
        tracks.append(Track())
        guard tracks.count <= maximumTracks else { return }
      }
      if Self.containers.contains(box.name) {
        if depth < Self.deepest { read(content, depth: depth + 1, maximumTracks) }
      } else if !content.isEmpty {
        read(box, content)
      }
      guard length <= left, tracks.count <= maximumTracks else { return }
      place += length
    }
  }

  private mutating func read(_ box: ContainerFile.Box, _ content: Range<UInt64>) {
    switch box.name {
    case "mvhd": timescale = clock(content)
    case "trun": fragmentSamples &+= number(content, at: 4, count: 4)
    default:
      guard !tracks.isEmpty else { return }
      var track = tracks.removeLast()
      switch box.name {
      case "tkhd": track.id = number(content, at: isLong(content) ? 20 : 12, count: 4)
      case "mdhd": track.timescale = clock(content)
      case "hdlr":
        // Behind a version, flags and four bytes; the handler of the data comes later.
        if track.kind == 0 { track.kind = number(content, at: 8, count: 4) }
      case "stsz", "stz2": track.sampleCount = number(content, at: 8, count: 4)
      case "stts": track.durations = content
      case "ctts": track.offsets = content
      case "stss": track.keys = content
      case "elst":
        track.editsHeader = box.headerLength
        let isLong = isLong(content)
        let (width, field) = (isLong ? 20 : 12, isLong ? 8 : 4)
        track.edits = entries(content, width: width) { place, bytes in
          TrackEdit(
            place: place, field: field, duration: ContainerFile.bigEndian(bytes.prefix(field)),
            mediaTime: Self.signed(bytes.dropFirst(field).prefix(field)),
            rate: Double(Self.signed(bytes.suffix(4))) / 65536)
        }
      default: break
      }
      tracks.append(track)
    }
  }

  // MARK: Fields

  private func number(_ content: Range<UInt64>, at offset: UInt64, count: Int) -> UInt64 {
    ContainerFile.bigEndian(file.bytes(at: content.lowerBound + offset, count: count))
  }

  /// Whether a box of version 1 has times of 64 bits.
  private func isLong(_ content: Range<UInt64>) -> Bool { number(content, at: 0, count: 1) == 1 }

  private func clock(_ content: Range<UInt64>) -> UInt64 {
    number(content, at: isLong(content) ? 20 : 12, count: 4)
  }

  private static func signed(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let value = ContainerFile.bigEndian(bytes)
    return bytes.count == 4
      ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
  }

  /// The entries of a table behind its count, as many as lie in its box.
  private func entries<Entry>(
    _ content: Range<UInt64>, width: Int, _ entry: (UInt64, ArraySlice<UInt8>) -> Entry
  ) -> [Entry] {
    let stated = number(content, at: 4, count: 4)
    let held = (UInt64(content.count) - min(8, UInt64(content.count))) / UInt64(width)
    let start = content.lowerBound + 8
    let bytes = file.bytes(at: start, count: Int(min(stated, held)) * width)
    return (0..<bytes.count / width).map {
      entry(start + UInt64($0 * width), bytes[$0 * width..<($0 + 1) * width])
    }
  }

  // MARK: Tables

  /// A run of samples that have the same number.
  struct Run {
    var count: UInt32
    var ticks: Int32
  }

  /// A table of runs; none where there is no table.
  func runs(_ table: Range<UInt64>?) -> [Run] {
    guard let table else { return [] }
    return entries(table, width: 8) {
      Run(
        count: UInt32(ContainerFile.bigEndian($1.prefix(4))),
        ticks: Int32(truncatingIfNeeded: ContainerFile.bigEndian($1.suffix(4))))
    }
  }

  /// The samples from which decoding can begin, counted from 1; nil is all.
  func keys(of track: Track) -> [UInt32]? {
    track.keys.map { entries($0, width: 4) { UInt32(ContainerFile.bigEndian($1)) } }
  }
}

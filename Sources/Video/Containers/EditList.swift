internal import Text

/// The edit list of a track (ISO/IEC 14496-12, 8.6.6) that plays parts of it slower, faster or as one picture that
/// stays, which FFmpeg 5.1 plays at the track's own speed, or that pauses, which it fills.
///
/// FFmpeg is given a list of the same parts at their own speed, so that it shows the right pictures one after the
/// other; their times are then put where the list has them.
package struct EditList {
  /// A part of the track, on FFmpeg's line and where it plays; in ticks of the track.
  private struct Piece {
    var start: Double
    var length: Double
    var played: Double
    var playedLength: Double
    var rate: Double
  }

  private var pieces: [Piece] = []
  /// Bytes that FFmpeg is given in the place of the list's.
  private(set) var patches: [BytePatch] = []
  /// How long the list plays from its first picture on, in seconds.
  package let seconds: Double
  /// How fast it plays throughout; nil where that changes.
  package let rate: Double?

  /// The rates that are followed.
  static let rates = 1.0 / 64...64.0

  /// Makes the list of a track; nil where FFmpeg plays it as it is meant, or where it cannot be followed.
  init?(of track: MovieBoxes.Track, in movie: MovieBoxes) {
    let played = track.edits.filter(\.isPlayed)
    guard Self.changesSpeed(track) || Self.pauses(track),
      played.allSatisfy({ $0.rate == 0 || Self.rates.contains($0.rate) }),
      movie.timescale > 0, track.timescale > 0, let list = track.edits.first,
      track.editsHeader == 8
    else { return nil }
    let unit = Double(track.timescale) / Double(movie.timescale)
    let first = played.first?.rate
    rate = played.allSatisfy { $0.rate == first } ? first : nil
    let shown = track.edits.drop { !$0.isPlayed }
    seconds = shown.reduce(0) { $0 + Double($1.duration) } / Double(movie.timescale)
    var (start, place) = (0.0, 0.0)
    for edit in track.edits {
      let plays = Double(edit.duration) * unit
      if edit.isPlayed {
        // A picture that stays is one that begins within a tick.
        let ticks = max(1, (Double(edit.duration) * edit.rate).rounded())
        let length = (ticks * unit).rounded()
        put(
          UInt64(min(ticks, edit.field == 4 ? Double(UInt32.max) : 0x1p60)),
          from: edit.rate == 0
            ? movie.pictureTime(at: edit.mediaTime, in: track) : edit.mediaTime,
          in: track.edits[pieces.count])
        pieces.append(
          Piece(start: start, length: length, played: place, playedLength: plays, rate: edit.rate))
        start += length
      }
      place += plays
    }
    shorten(list, from: track.edits.count)
  }

  /// Leaves out the entries behind those that are played, as FFmpeg plays a pause as if it were another part: the
  /// list's box ends before them, and a free one (8.1.2) takes their room.
  private mutating func shorten(_ list: TrackEdit, from count: Int) {
    guard pieces.count < count else { return }
    let width = 2 * list.field + 4
    let box = list.place - 16
    put(Self.bytes(UInt64(16 + pieces.count * width), 4), at: box)
    put(Self.bytes(UInt64(pieces.count), 4), at: list.place - 4)
    put(
      Self.bytes(UInt64((count - pieces.count) * width), 4) + Array("free".utf8),
      at: list.place + UInt64(pieces.count * width))
  }

  /// Whether a track's list plays anything at another speed than its own.
  static func changesSpeed(_ track: MovieBoxes.Track) -> Bool {
    track.edits.contains { $0.isPlayed && $0.rate != 1 }
  }

  /// Whether a track's list plays nothing for a while, and something before it.
  private static func pauses(_ track: MovieBoxes.Track) -> Bool {
    let begun = track.edits.drop { !$0.isPlayed }
    guard let pause = begun.firstIndex(where: { $0.isEmpty && $0.duration > 0 }) else {
      return false
    }
    return begun[pause...].contains(where: \.isPlayed)
  }

  /// What is said of the list, in one line.
  package var note: String {
    let played =
      switch rate {
      case 1?: "pauses"
      case 0?: "freezes a picture"
      case let rate?: "plays it at \(Shown.number(rate)) times its speed"
      case nil: "plays parts of it at other speeds"
      }
    let length = Shown.number((seconds * 1000).rounded() / 1000)
    return "the clip's edit list \(played); with it the clip is \(length) s long"
  }

  /// Writes a part at its own speed in the place of an entry.
  private mutating func put(_ ticks: UInt64, from mediaTime: Int64, in entry: TrackEdit) {
    let one: [UInt8] = [0, 1, 0, 0]
    let times =
      Self.bytes(ticks, entry.field) + Self.bytes(UInt64(bitPattern: mediaTime), entry.field)
    put(times + one, at: entry.place)
  }

  private mutating func put(_ bytes: [UInt8], at place: UInt64) {
    for (offset, byte) in bytes.enumerated() {
      patches.append(BytePatch(offset: Int64(clamping: place) + Int64(offset), byte: byte))
    }
  }

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
  }

  /// How long a picture of a time plays, in ticks: what plays of its own duration, or the time for which it stays.
  package func playedLength(from start: Int64, _ duration: Int64) -> Int64 {
    let piece = piece(at: Double(start))
    let length =
      piece.rate == 0
      ? piece.playedLength
      : (min(Double(start + duration), piece.start + piece.length) - Double(start)) / piece.rate
    return Int64(min(max(length, 0), Double(Ticks.longest)).rounded())
  }

  private func piece(at ticks: Double) -> Piece {
    pieces.last { $0.start <= ticks } ?? pieces[0]
  }

  /// When a time of the track plays.
  package func played(_ ticks: Int64) -> Int64 {
    let piece = piece(at: Double(ticks))
    let behind = Double(ticks) - piece.start
    let moved = piece.rate == 0 ? min(behind, 0) : behind / piece.rate
    let latest = Double(Ticks.latest)
    return Int64(min(max((piece.played + moved).rounded(), -latest), latest))
  }
}

/// The tracks of an MP4 or QuickTime file of which FFmpeg does not play the edit list as it is meant.
package struct EditedTracks {
  /// The lists that are followed, by the track's place.
  package private(set) var lists: [Int: EditList] = [:]
  /// The first other speed of each track, by its place.
  package private(set) var speeds: [Int: Double] = [:]

  /// The durations of edits that state none, and so play to their track's end.
  private var ends: [BytePatch] = []

  /// No such tracks.
  package init() {}

  /// Finds them; fragments have their own times.
  package init(_ movie: MovieBoxes) {
    guard movie.fragmentSamples == 0 else { return }
    for (index, track) in movie.tracks.enumerated() {
      ends += Self.end(of: track, in: movie)
      lists[index] = EditList(of: track, in: movie)
      speeds[index] = track.edits.first { $0.isPlayed && $0.rate != 1 }?.rate
    }
  }

  /// Bytes that FFmpeg is given in the place of the lists'.
  package var patches: [BytePatch] {
    ends + lists.sorted { $0.key < $1.key }.flatMap(\.value.patches)
  }

  /// Writes how long a track's only edit plays where it states a duration of 0, which FFmpeg takes as nothing.
  private static func end(of track: MovieBoxes.Track, in movie: MovieBoxes) -> [BytePatch] {
    let edits = track.edits.filter { !$0.isEmpty }
    guard edits.count == 1, let edit = edits.first, edit.duration == 0, edit.rate == 1,
      edit.mediaTime >= 0, track.timescale > 0
    else { return [] }
    let length = movie.runs(track.durations).reduce(0.0) {
      $0 + Double($1.count) * Double(UInt32(bitPattern: $1.ticks))
    }
    let ticks =
      (length - Double(edit.mediaTime)) / Double(track.timescale) * Double(movie.timescale)
    let most = edit.field == 4 ? Double(UInt32.max) : 0x1p60
    return BytePatch.bytes(
      UInt64(min(max(1, ticks.rounded(.up)), most)), edit.field, at: edit.place)
  }
}

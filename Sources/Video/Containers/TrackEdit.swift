/// One entry of the edit list of a track (ISO/IEC 14496-12, 8.6.6).
struct TrackEdit {
  /// Where it lies in the file, and the length of its two times.
  var place: UInt64
  var field: Int
  /// How long it plays, in ticks of the movie.
  var duration: UInt64
  /// Where in the track it begins, in ticks of the track; -1 plays nothing.
  var mediaTime: Int64
  /// How fast; 0 is one picture that stays.
  var rate: Double

  /// Whether nothing is played.
  var isEmpty: Bool { mediaTime == -1 }
  /// Whether something is.
  var isPlayed: Bool { !isEmpty && duration > 0 }
}

/// The tracks of an MP4 or QuickTime file of which FFmpeg does not play the edit list as it is meant.
package struct EditedTracks {
  /// The lists that are followed, by the track's place.
  package private(set) var lists: [Int: EditList] = [:]
  /// The first other speed of each track, by its place.
  package private(set) var speeds: [Int: Double] = [:]

  /// No such tracks.
  package init() {}

  /// Finds them; fragments have their own times.
  package init(_ movie: MovieBoxes) {
    guard movie.fragmentSamples == 0 else { return }
    for (index, track) in movie.tracks.enumerated() {
      lists[index] = EditList(of: track, in: movie)
      speeds[index] = track.edits.first { $0.isPlayed && $0.rate != 1 }?.rate
    }
  }

  /// Bytes that FFmpeg is given in the place of the lists'.
  package var patches: [BytePatch] { lists.sorted { $0.key < $1.key }.flatMap(\.value.patches) }
}

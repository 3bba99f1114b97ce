internal import Tracking

/// Follows hands from sample to sample.
struct HandTracker: Hashable, Sendable {
  /// How many tracks are kept; of more, the one that was unseen longest is forgotten.
  static let trackLimit = 128

  /// The tracks, the oldest first.
  var tracks: [HandTrack] = []
  /// How many tracks there ever were.
  var trackCount = 0

  /// Gives a sample's hands to their tracks.
  ///
  /// - Returns: each hand's track, in the order of the hands.
  mutating func add(
    _ hands: [ObservedHand], atMs timeMs: Double, _ settings: SessionSettings
  ) -> [HandTrack] {
    tracks.removeAll { timeMs - $0.lastMs > settings.gaps.handLostMs + Tolerance.ms }
    let owners = HandMatching.owners(
      of: hands.map { HandMatching.Place(palm: $0.palm, spread: $0.spread) },
      among: tracks.map { HandMatching.Place(palm: $0.palm, spread: $0.spread) })
    var numbers: [Int] = []
    for (hand, owner) in zip(hands, owners) {
      if let owner {
        tracks[owner].add(hand, atMs: timeMs, settings)
        numbers.append(tracks[owner].number)
      } else {
        tracks.append(HandTrack(number: trackCount, hand, atMs: timeMs, settings))
        numbers.append(trackCount)
        trackCount += 1
      }
    }
    let found = numbers.compactMap { number in tracks.first { $0.number == number } }
    while tracks.count > Self.trackLimit,
      let oldest = tracks.indices.min(by: { tracks[$0].lastMs < tracks[$1].lastMs })
    {
      tracks.remove(at: oldest)
    }
    return found
  }
}

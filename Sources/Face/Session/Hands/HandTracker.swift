/// Tells which hand of a sample is which hand of the samples before, by place alone: labels flip, and
/// the order of a list says nothing.
struct HandTracker: Hashable, Sendable {
  /// How far a hand may have moved between two samples, in spreads of the larger of the two.
  private static let reach = 4.0
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
    let owners = match(hands)
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

  /// The track of each hand, nil for a hand that none is near; the nearest pairs first.
  private func match(_ hands: [ObservedHand]) -> [Int?] {
    var pairs: [(distance: Double, track: Int, hand: Int)] = []
    for (track, known) in tracks.enumerated() {
      for (index, hand) in hands.enumerated() {
        let move = hand.palm - known.palm
        let distance = (move * move).sum().squareRoot()
        if distance <= Self.reach * max(hand.spread, known.spread) {
          pairs.append((distance, track, index))
        }
      }
    }
    pairs.sort { ($0.distance, $0.track, $0.hand) < ($1.distance, $1.track, $1.hand) }
    var owners = [Int?](repeating: nil, count: hands.count)
    var taken = Set<Int>()
    for pair in pairs where owners[pair.hand] == nil && !taken.contains(pair.track) {
      owners[pair.hand] = pair.track
      taken.insert(pair.track)
    }
    return owners
  }
}

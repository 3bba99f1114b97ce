internal import Geometry

/// The hands of a recording as tracks that go on beyond what the tracker saw.
///
/// Samples of a hand up to eight frames apart are joined. A hand that was seen once, and one of two in the
/// same place, is none. A track is carried on for ten frames before its first and after its last sample, at
/// the velocity that it has there, where four samples tell it and no other hand is near: a hand that comes or
/// goes fast is seen late, and lost early.
package struct HandTracks {
  /// A hand at a time.
  package struct Hand: Sendable {
    /// The same as long as the hand is followed.
    package var identity: Int
    package var hand: HandSample
    /// Whether it was carried on to this time, where the tracker did not see it.
    package var isCarried = false
  }

  private struct Track {
    let identity: Int
    var samples: [(timeMs: Double, hand: HandSample, place: HandMatching.Place)]
    /// How many samples there were, those that were let go of among them.
    var count = 1

    func velocity(
      of part: ArraySlice<(timeMs: Double, hand: HandSample, place: HandMatching.Place)>
    )
      -> SIMD2<Double>?
    {
      guard let first = part.first, let last = part.last, part.count >= HandTracks.backing,
        last.timeMs > first.timeMs
      else { return nil }
      return (last.place.palm - first.place.palm) / (last.timeMs - first.timeMs)
    }
  }

  /// Frames that samples may be apart, and that a track is carried on.
  private static let (joined, carried) = (8.0, 10.0)
  /// Samples that a velocity is taken of.
  private static let backing = 4
  /// Palms of one sample that are nearer than this, in spreads of the hands, are of one hand.
  private static let double = 1.1
  /// Another hand within so many spreads is near.
  private static let near = 2.0
  /// So many tracks are looked through for those that ended.
  private static let mostWaiting = 64
  /// Hands of a sample, and of a time, beyond this are left out.
  private static let handsAtOnce = 8

  private let frameMs: Double
  private let timeOffsetMs: Double
  private let source: () throws -> TrackingSample?
  private var tracks: [Track] = []
  private var count = 0
  private var readMs = -Double.infinity
  private var isAtEnd = false

  /// Makes the tracks of the samples that a source gives one after the other, nil at the end.
  ///
  /// - Parameter intervalMs: the usual time from one sample to the next, in milliseconds.
  package init(
    header: TrackingHeader, intervalMs: Double?, source: @escaping () throws -> TrackingSample?
  ) {
    frameMs = min(max(intervalMs ?? 33, 15), 120)
    timeOffsetMs = header.timeOffsetMs
    self.source = source
  }

  /// The hands at a time of the clip, in milliseconds; times do not go down from call to call.
  package mutating func hands(atMs timeMs: Double) throws -> [Hand] {
    // A track that is still to come is known by its first samples.
    let ahead = timeMs + frameMs * (Self.carried + Self.joined * Double(Self.backing))
    while !isAtEnd, readMs < ahead {
      try read()
      if tracks.count > Self.mostWaiting { letGo(before: min(timeMs, readMs)) }
    }
    letGo(before: timeMs)
    var seen: [Hand] = []
    var carried: [(hand: Hand, place: HandMatching.Place)] = []
    var places: [HandMatching.Place] = []
    for track in tracks where track.count > 1 {
      guard let first = track.samples.first, let last = track.samples.last else { continue }
      if timeMs < first.timeMs - FaceTimeline.exactMs {
        let start = track.samples.prefix(Self.backing)
        guard track.count == track.samples.count, first.timeMs - timeMs <= Self.carried * frameMs,
          let velocity = track.velocity(of: start)
        else { continue }
        carried.append(Self.moved(first, by: velocity * (timeMs - first.timeMs), track.identity))
      } else if timeMs > last.timeMs + FaceTimeline.exactMs {
        let end = track.samples.suffix(Self.backing)
        guard timeMs - last.timeMs <= Self.carried * frameMs, let velocity = track.velocity(of: end)
        else { continue }
        carried.append(Self.moved(last, by: velocity * (timeMs - last.timeMs), track.identity))
      } else {
        let next = track.samples.firstIndex { $0.timeMs >= timeMs - FaceTimeline.exactMs } ?? 0
        let (after, before) = (track.samples[next], track.samples[max(next - 1, 0)])
        let span = after.timeMs - before.timeMs
        let part = span > 0 ? min(max((timeMs - before.timeMs) / span, 0), 1) : 1
        let hand = part > 0.999 ? after.hand : before.hand.interpolated(to: after.hand, at: part)
        seen.append(Hand(identity: track.identity, hand: hand))
        if let place = hand.place { places.append(place) }
      }
    }
    for (hand, place) in carried
    where !places.contains(where: { Self.isNear($0, place, Self.near) }) {
      seen.append(hand)
    }
    return Array(seen.prefix(Self.handsAtOnce))
  }

  private static func isNear(
    _ one: HandMatching.Place, _ other: HandMatching.Place, _ spreads: Double
  ) -> Bool {
    let way = one.palm - other.palm
    return (way * way).sum().squareRoot() < spreads * max(one.spread, other.spread)
  }

  private static func moved(
    _ sample: (timeMs: Double, hand: HandSample, place: HandMatching.Place),
    by way: SIMD2<Double>, _ identity: Int
  ) -> (hand: Hand, place: HandMatching.Place) {
    var (hand, place) = (sample.hand, sample.place)
    for index in hand.landmarks.indices {
      hand.landmarks[index].x += way.x
      hand.landmarks[index].y += way.y
    }
    place.palm += way
    return (Hand(identity: identity, hand: hand, isCarried: true), place)
  }

  private mutating func read() throws {
    guard let sample = try source() else {
      isAtEnd = true
      return
    }
    readMs = sample.timestampMs + timeOffsetMs
    var found: [(hand: HandSample, place: HandMatching.Place)] = []
    for hand in sample.hands.prefix(Self.handsAtOnce) {
      guard let place = hand.place, place.spread > 0,
        !found.contains(where: { Self.isNear($0.place, place, Self.double) })
      else { continue }
      found.append((hand, place))
    }
    let known = tracks.indices.filter { index in
      (tracks[index].samples.last?.timeMs).map { readMs - $0 <= Self.joined * frameMs } ?? false
    }
    let owners = HandMatching.owners(
      of: found.map(\.place), among: known.compactMap { tracks[$0].samples.last?.place })
    for (hand, owner) in zip(found, owners) {
      if let owner {
        tracks[known[owner]].samples.append((readMs, hand.hand, hand.place))
        tracks[known[owner]].count += 1
      } else {
        count += 1
        tracks.append(Track(identity: count, samples: [(readMs, hand.hand, hand.place)]))
      }
    }
  }

  /// Lets go of what is not asked for any more.
  private mutating func letGo(before timeMs: Double) {
    tracks.removeAll { track in
      (track.samples.last?.timeMs ?? -.infinity) < timeMs - Self.joined * frameMs * 2
    }
    for index in tracks.indices {
      let samples = tracks[index].samples
      // The sample before the time, and those that tell the velocity at the end.
      let before = (samples.firstIndex { $0.timeMs > timeMs } ?? samples.count) - 1
      let spare = min(before, samples.count - Self.backing)
      if spare > 8 { tracks[index].samples.removeFirst(spare) }
    }
  }
}

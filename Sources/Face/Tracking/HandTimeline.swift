internal import Geometry

/// The hands of a recording at the times of the video's frames.
///
/// As of faces, samples of a hand up to `GapOptions.maxGapMs` apart are joined, and a lost one stays and
/// goes as the options say; a new one is there at once, since nothing hangs on it that could pop up.
/// What holds at a time depends on the samples alone, not on the frames that were asked for before.
public struct HandTimeline {
  /// A hand of a sample.
  private struct Seen {
    var timeMs: Double
    var place: HandMatching.Place
    var hand: HandSample
  }

  /// Hands at once, as many as a sample may have; the one that was unseen longest is forgotten.
  public static let handsAtOnce = 64

  private let gaps: GapOptions
  /// Whether a sample is shown as it is until the next one comes, as live apps do.
  private let isLive: Bool
  private let timeOffsetMs: Double
  private let source: () throws -> TrackingSample?
  /// What was seen last of each hand, by its identity, ahead of the frame included.
  private var known: [Int: Seen] = [:]
  private var handCount = 0
  /// The samples after the frame that may be joined to one before, in order.
  private var ahead: [(timeMs: Double, takenMs: Double, hands: [Int: Seen])] = []
  private var isAtEnd = false
  /// The last sample of each hand at or before the frame.
  private var last: [Int: Seen] = [:]
  private var frameMs = -Double.infinity
  /// When the last sample at or before the frame was taken, on the video's timeline; nil before the
  /// first one.
  public private(set) var sampleMs: Double?

  /// Makes a timeline of the samples that a source gives one after the other, nil at the end.
  ///
  /// - Parameters:
  ///   - intervalMs: the median interval of the whole file's samples, in milliseconds, by which gaps are
  ///     scaled as those of faces are.
  ///   - isLive: whether a sample is shown as it is until the next one comes; else those of a hand are
  ///     joined.
  public init(
    header: TrackingHeader, gaps: GapOptions = GapOptions(), intervalMs: Double? = nil,
    isLive: Bool = false, source: @escaping () throws -> TrackingSample?
  ) {
    (self.gaps, self.isLive) = (gaps.scaled(toIntervalMs: intervalMs), isLive)
    timeOffsetMs = header.timeOffsetMs
    self.source = source
  }

  /// The hands at a time of the video, in milliseconds, by rising identity.
  ///
  /// Times must not go down from call to call; an earlier one is answered as the last one was.
  public mutating func hands(atMs timeMs: Double) throws -> [TimedHand] {
    frameMs = max(frameMs, timeMs)
    try readAhead()
    while let next = ahead.first, next.timeMs <= frameMs + FaceTimeline.exactMs {
      ahead.removeFirst()
      sampleMs = next.takenMs
      if isLive { last = [:] }
      last.merge(next.hands) { $1 }
      Self.dropLongestLost(&last)
      try readAhead()
    }
    var hands: [TimedHand] = []
    for (identity, seen) in last.sorted(by: { $0.key < $1.key }) {
      if let hand = hand(identity, seen) {
        hands.append(hand)
      } else {
        last[identity] = nil
      }
    }
    return hands
  }

  /// A hand at the frame; nil where it is out of reach for good.
  private func hand(_ identity: Int, _ seen: Seen) -> TimedHand? {
    let age = frameMs - seen.timeMs
    if age <= FaceTimeline.exactMs {
      return TimedHand(identity: identity, hand: seen.hand, opacity: 1, source: .exact)
    }
    if isLive {
      return TimedHand(identity: identity, hand: seen.hand, opacity: 1, source: .held)
    }
    if let next = ahead.lazy.compactMap({ $0.hands[identity] }).first,
      next.timeMs - seen.timeMs <= gaps.maxGapMs
    {
      let part = age / (next.timeMs - seen.timeMs)
      return TimedHand(
        identity: identity, hand: seen.hand.interpolated(to: next.hand, at: part), opacity: 1,
        source: .interpolated)
    }
    let left = gaps.opacity(afterMs: age)
    guard left > 0 else { return nil }
    return TimedHand(
      identity: identity, hand: seen.hand, opacity: left,
      source: gaps.policy == .fade && age > gaps.holdMs ? .fading : .held)
  }

  /// Reads the samples that may be joined to one at the frame, and one more.
  private mutating func readAhead() throws {
    while !isAtEnd, ahead.count < FaceTimeline.samplesAhead,
      (ahead.last?.timeMs ?? -.infinity) <= frameMs + gaps.maxGapMs
    {
      guard let sample = try source() else {
        isAtEnd = true
        return
      }
      let timeMs = sample.timestampMs + timeOffsetMs
      let takenMs = (sample.takenMs ?? sample.timestampMs) + timeOffsetMs
      ahead.append((timeMs, takenMs, identified(sample.hands, atMs: timeMs)))
    }
  }

  private mutating func identified(_ hands: [HandSample], atMs timeMs: Double) -> [Int: Seen] {
    known = known.filter { timeMs - $0.value.timeMs <= gaps.maxGapMs }
    let seen = hands.compactMap { hand in
      hand.place.map { Seen(timeMs: timeMs, place: $0, hand: hand) }
    }
    let before = known.sorted { $0.key < $1.key }
    let owners = HandMatching.owners(
      of: seen.map(\.place), among: before.map(\.value.place))
    var found: [Int: Seen] = [:]
    for (hand, owner) in zip(seen, owners) {
      let identity = owner.map { before[$0].key } ?? fresh()
      found[identity] = hand
    }
    known.merge(found) { $1 }
    Self.dropLongestLost(&known)
    return found
  }

  private static func dropLongestLost(_ hands: inout [Int: Seen]) {
    guard hands.count > handsAtOnce else { return }
    let byAge = hands.sorted { ($1.value.timeMs, $0.key) < ($0.value.timeMs, $1.key) }
    for (identity, _) in byAge.dropFirst(handsAtOnce) { hands[identity] = nil }
  }

  private mutating func fresh() -> Int {
    handCount += 1
    return handCount
  }
}

/// What samples hold beside faces, such as hands and printed pictures, at the times of the video's frames.
///
/// As of faces, samples of a part up to `GapOptions.maxGapMs` apart are joined, and a lost one stays and
/// goes as the options say; a new one is there at once, since nothing hangs on it that could pop up.
/// What holds at a time depends on the samples alone, not on the frames that were asked for before.
struct PartTimeline<Part> {
  /// A part of a sample.
  struct Seen {
    var timeMs: Double
    var part: Part
  }

  /// A part at a frame.
  struct Timed {
    var identity: Int
    var part: Part
    var opacity: Double
    var source: TimedFace.Source
    /// How long ago its last sample was, in milliseconds; 0 where it is joined to the next one.
    var ageMs = 0.0
  }

  /// How the parts of a kind are taken from samples, told apart and joined.
  struct Kind {
    /// Those of a sample that can be followed.
    let parts: (TrackingSample) -> [Part]
    /// For each of some parts the place of the one before, among those given, that it is; nil for a new one.
    let owners: ([Part], _ before: [Part]) -> [Int?]
    /// A part at a share of the time to another sample: 0 is the first, 1 the other.
    let interpolated: (Part, Part, Double) -> Part
    /// The identity that the file gives a part; nil where it gives none.
    var given: (Part) -> Int? = { _ in nil }
    /// A part with what is told by the same one before; nil for the first.
    var completed: (Part, Part?) -> Part = { part, _ in part }
    /// How long a part may be unseen and keep its identity, in milliseconds; nil for as long as gaps are
    /// joined.
    var recallMs: Double?
    /// Identities that no part gets which the file gives none.
    var reserved: Set<Int> = []
  }

  /// Parts at once, as many as a sample may have; the one that was unseen longest is forgotten.
  static var partsAtOnce: Int { 64 }

  private let kind: Kind
  private let gaps: GapOptions
  /// Whether a sample is shown as it is until the next one comes, as live apps do.
  private let isLive: Bool
  private let timeOffsetMs: Double
  private let source: () throws -> TrackingSample?
  /// What was seen last of each part, by its identity, ahead of the frame included.
  private var known: [Int: Seen] = [:]
  private var count = 0
  /// When each part was first seen.
  private(set) var firstMs: [Int: Double] = [:]
  /// The samples after the frame that may be joined to one before, in order.
  private var ahead: [(timeMs: Double, takenMs: Double, parts: [Int: Seen])] = []
  private var isAtEnd = false
  /// The last sample of each part at or before the frame.
  private var last: [Int: Seen] = [:]
  private var frameMs = -Double.infinity
  /// When the last sample at or before the frame was taken, on the video's timeline; nil before the
  /// first one.
  private(set) var sampleMs: Double?

  /// Makes a timeline of the samples that a source gives one after the other, nil at the end.
  init(
    _ kind: Kind, header: TrackingHeader, gaps: GapOptions, intervalMs: Double?, isLive: Bool,
    source: @escaping () throws -> TrackingSample?
  ) {
    (self.kind, self.isLive, self.source) = (kind, isLive, source)
    self.gaps = gaps.scaled(toIntervalMs: intervalMs)
    timeOffsetMs = header.timeOffsetMs
  }

  /// The parts at a time of the video, in milliseconds, by rising identity.
  ///
  /// Times must not go down from call to call; an earlier one is answered as the last one was.
  mutating func parts(atMs timeMs: Double) throws -> [Timed] {
    frameMs = max(frameMs, timeMs)
    try readAhead()
    while let next = ahead.first, next.timeMs <= frameMs + FaceTimeline.exactMs {
      ahead.removeFirst()
      sampleMs = next.takenMs
      if isLive { last = [:] }
      last.merge(next.parts) { $1 }
      last.keepLatest(Self.partsAtOnce, by: \.timeMs)
      try readAhead()
    }
    var parts: [Timed] = []
    for (identity, seen) in last.sorted(by: { $0.key < $1.key }) {
      if let part = part(identity, seen) {
        parts.append(part)
      } else {
        last[identity] = nil
      }
    }
    return parts
  }

  /// The next sample's parts by their identity, instead of those at frames' times; nil at the end.
  mutating func nextSample() throws -> (timeMs: Double, parts: [Int: Part])? {
    guard let sample = try source() else { return nil }
    let timeMs = sample.timestampMs + timeOffsetMs
    return (timeMs, identified(kind.parts(sample), atMs: timeMs).mapValues(\.part))
  }

  /// A part at the frame; nil where it is out of reach for good.
  private func part(_ identity: Int, _ seen: Seen) -> Timed? {
    let age = frameMs - seen.timeMs
    if age <= FaceTimeline.exactMs {
      return Timed(identity: identity, part: seen.part, opacity: 1, source: .exact)
    }
    if isLive {
      return Timed(identity: identity, part: seen.part, opacity: 1, source: .held, ageMs: age)
    }
    if let next = ahead.lazy.compactMap({ $0.parts[identity] }).first,
      next.timeMs - seen.timeMs <= gaps.maxGapMs
    {
      let share = age / (next.timeMs - seen.timeMs)
      return Timed(
        identity: identity, part: kind.interpolated(seen.part, next.part, share), opacity: 1,
        source: .interpolated)
    }
    let left = gaps.opacity(afterMs: age)
    guard left > 0 else { return nil }
    return Timed(
      identity: identity, part: seen.part, opacity: left,
      source: gaps.policy == .fade && age > gaps.holdMs ? .fading : .held, ageMs: age)
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
      ahead.append((timeMs, takenMs, identified(kind.parts(sample), atMs: timeMs)))
    }
  }

  private mutating func identified(_ parts: [Part], atMs timeMs: Double) -> [Int: Seen] {
    let recallMs = kind.recallMs ?? gaps.maxGapMs
    known = known.filter { timeMs - $0.value.timeMs <= recallMs }
    var found: [Int: Seen] = [:]
    func keep(_ part: Part, as identity: Int) {
      let completed = kind.completed(part, known[identity]?.part)
      found[identity] = Seen(timeMs: timeMs, part: completed)
    }
    for part in parts {
      guard let identity = kind.given(part) else { continue }
      keep(part, as: identity)
    }
    let nameless = parts.filter { kind.given($0) == nil }
    let before = known.filter { found[$0.key] == nil }.sorted { $0.key < $1.key }
    for (part, owner) in zip(nameless, kind.owners(nameless, before.map(\.value.part))) {
      keep(part, as: owner.map { before[$0].key } ?? fresh(besides: found))
    }
    for identity in found.keys where firstMs[identity] == nil { firstMs[identity] = timeMs }
    known.merge(found) { $1 }
    known.keepLatest(Self.partsAtOnce, by: \.timeMs)
    return found
  }

  private mutating func fresh(besides found: [Int: Seen]) -> Int {
    repeat {
      count += 1
    } while known[count] != nil || found[count] != nil || kind.reserved.contains(count)
    return count
  }
}

extension Dictionary where Key == Int {
  /// Keeps so many, by identity, that were seen last; of those that were seen at one time the lowest.
  package mutating func keepLatest(_ count: Int, by timeMs: (Value) -> Double) {
    guard self.count > count else { return }
    let byAge = sorted { (timeMs($1.value), $0.key) < (timeMs($0.value), $1.key) }
    for (identity, _) in byAge.dropFirst(count) { self[identity] = nil }
  }
}

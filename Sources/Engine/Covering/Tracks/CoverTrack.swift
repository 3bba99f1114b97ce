/// The sights of one head over a clip.
struct CoverTrack {
  /// The frames in which it is seen, ascending, and how.
  private(set) var frames: [Int] = []
  private(set) var sights: [CoverSight] = []

  init(_ sight: CoverSight, at frame: Int) { add(sight, at: frame) }

  mutating func add(_ sight: CoverSight, at frame: Int) {
    frames.append(frame)
    sights.append(sight)
  }

  /// The frame and the sight at one of its ends.
  func end(last: Bool) -> (frame: Int, sight: CoverSight) {
    last ? (frames[frames.count - 1], sights[sights.count - 1]) : (frames[0], sights[0])
  }

  /// How it moves at one of its ends, in pixels a millisecond of the clip.
  func velocity(last: Bool, _ times: [Double]) -> SIMD2<Double> {
    let (frame, sight) = end(last: last)
    let near = frames.indices.filter {
      let away = abs(times[frames[$0]] - times[frame])
      return away > 0 && away <= Self.motionMs
    }
    guard let other = last ? near.first : near.last else { return .zero }
    return (sight.centre - sights[other].centre) / (times[frame] - times[frames[other]])
  }

  /// The time over which motion is measured, in milliseconds.
  private static let motionMs = 250.0
}

/// Follows heads from frame to frame.
struct CoverTracks {
  /// For how long a head may be out of sight between two sights, in milliseconds.
  static let longestGapMs = 4000.0
  /// How far motion is taken to go on, in milliseconds.
  private static let carriedMs = 200.0
  /// How far from its place, in heights of the face, a head is seen again: at once, and more for a second without sight.
  private static let nearAtOnce = 0.7, nearPerSecond = 1.5
  /// The most by which its size is another one then.
  private static let mostOtherSize = 2.2

  /// The heads of a clip.
  ///
  /// - Parameters:
  ///   - sights: what is seen in each frame.
  ///   - cuts: the frames with which another scene begins; no head goes on there.
  static func found(
    _ sights: [[CoverSight]], times: [Double], cuts: Set<Int>
  ) -> [CoverTrack] {
    var done: [CoverTrack] = []
    var open: [CoverTrack] = []
    for frame in sights.indices {
      let timeMs = times[frame]
      func isOver(_ track: CoverTrack) -> Bool {
        cuts.contains(frame) || timeMs - times[track.end(last: true).frame] > longestGapMs
      }
      done += open.filter(isOver)
      open.removeAll(where: isOver)
      var pairs: [(cost: Double, track: Int, sight: Int)] = []
      for (place, track) in open.enumerated() {
        let (last, seen) = track.end(last: true)
        let gapMs = timeMs - times[last]
        let expected =
          seen.centre + track.velocity(last: true, times) * min(gapMs, carriedMs)
        let near = nearAtOnce + nearPerSecond * min(gapMs / 1000, 1)
        for (index, sight) in sights[frame].enumerated() {
          let ratio = max(sight.size, seen.size) / min(sight.size, seen.size)
          let away =
            min((sight.centre - expected).length, (sight.centre - seen.centre).length)
            / max(sight.size, seen.size)
          guard ratio <= mostOtherSize, away <= near else { continue }
          pairs.append((away + 0.1 * gapMs / 1000, place, index))
        }
      }
      var (takenTracks, takenSights) = (Set<Int>(), Set<Int>())
      for pair in pairs.sorted(by: { $0.cost < $1.cost })
      where !takenTracks.contains(pair.track) && !takenSights.contains(pair.sight) {
        takenTracks.insert(pair.track)
        takenSights.insert(pair.sight)
        open[pair.track].add(sights[frame][pair.sight], at: frame)
      }
      for index in sights[frame].indices where !takenSights.contains(index) {
        open.append(CoverTrack(sights[frame][index], at: frame))
      }
    }
    return (done + open).sorted {
      ($0.frames[0], $0.sights[0].centre.x) < ($1.frames[0], $1.sights[0].centre.x)
    }
  }
}

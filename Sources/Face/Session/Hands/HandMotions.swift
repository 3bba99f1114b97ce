internal import Geometry
public import Tracking

/// Finds the motions of the index fingers of all hands, from sample to sample.
///
/// The numbers are in `Documentation/session.md`.
public struct HandMotions: Sendable {
  /// After a motion, none of any hand counts that ends within so many milliseconds.
  static let pauseMs = 300.0
  /// A swipe back that begins so soon after a swipe brings the hand back, and does not count.
  static let returnMs = 1000.0
  /// How many hands are followed; of more, the one that was unseen longest is forgotten.
  static let trackLimit = 16

  /// One hand, as long as its samples are joined.
  private struct Track {
    var place: HandMatching.Place
    var path = FingertipPath()
    /// When its last motion ended, be it one that did not count.
    var doneMs = -Double.infinity
    /// Its last swipe, until the hand came back.
    var swipe: HandMotion?
  }

  private let picture: UprightPicture
  private var tracks: [Track] = []
  private var lastMs = -Double.infinity

  /// Reads the hands of a tracking file.
  public init(_ header: TrackingHeader) { picture = UprightPicture(header) }

  /// Takes the hands of the next sample.
  ///
  /// - Returns: the motions that are known now, by rising time.
  public mutating func take(_ hands: [HandSample], atMs timeMs: Double) -> [HandMotion] {
    tracks.removeAll { timeMs - $0.path.lastMs > FingertipPath.gapMs + Tolerance.ms }
    let seen = hands.compactMap { FingertipPath.Sight($0, in: picture, atMs: timeMs) }
    let owners = HandMatching.owners(of: seen.map(\.place), among: tracks.map(\.place))
    for (sight, owner) in zip(seen, owners) {
      if let owner {
        tracks[owner].place = sight.place
        tracks[owner].path.add(sight.moment)
      } else {
        tracks.append(Track(place: sight.place))
        tracks[tracks.count - 1].path.add(sight.moment)
      }
    }
    while tracks.count > Self.trackLimit,
      let oldest = tracks.indices.min(by: { tracks[$0].path.lastMs < tracks[$1].path.lastMs })
    {
      tracks.remove(at: oldest)
    }
    let size = picture.uprightSize
    let found = tracks.indices.flatMap { index in
      motions(of: index, leastPixels: FingertipPath.leastShare * min(size.x, size.y))
    }
    return found.sorted { $0.timeMs < $1.timeMs }.filter { motion in
      guard motion.timeMs - lastMs >= Self.pauseMs else { return false }
      lastMs = motion.timeMs
      return true
    }
  }

  /// The motions of a hand that are known now, without those that bring it back.
  private mutating func motions(of index: Int, leastPixels: Double) -> [HandMotion] {
    var found: [HandMotion] = []
    while let end = tracks[index].path.nextEnd() {
      let path = tracks[index].path
      let swipe = path.swipe(to: end, sinceMs: tracks[index].doneMs, leastPixels: leastPixels)
      guard let motion = swipe ?? path.doubleTap(to: end, sinceMs: tracks[index].doneMs) else {
        continue
      }
      tracks[index].doneMs = motion.motion.timeMs
      if let last = tracks[index].swipe, motion.motion.kind == last.kind.opposite,
        motion.beginMs - last.timeMs <= Self.returnMs
      {
        tracks[index].swipe = nil
        continue
      }
      tracks[index].swipe = motion.motion
      found.append(motion.motion)
    }
    return found
  }
}

extension HandMotion.Kind {
  /// The swipe that goes the other way.
  fileprivate var opposite: HandMotion.Kind? {
    switch self {
    case .swipeLeft: .swipeRight
    case .swipeRight: .swipeLeft
    case .swipeUp: .swipeDown
    case .swipeDown: .swipeUp
    case .doubleTap: nil
    }
  }
}

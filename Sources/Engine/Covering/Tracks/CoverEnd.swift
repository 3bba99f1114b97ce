import Geometry

/// How a head comes into sight, or goes out of it.
enum CoverEnd: String {
  /// With the clip's first or last frame, or within a second of it.
  case clip = "clip's end"
  /// With another scene.
  case cut = "scene cut"
  /// Over the picture's edge.
  case border = "picture's edge"
  /// Within the picture: nothing tells where it was before, or is afterwards.
  case middle = "nothing"
}

/// A head from where it comes to where it goes, frame by frame.
struct CoverWay {
  /// What is covered in each frame from the first to the last, by frames, and whether it is seen there.
  private(set) var heads: [(frame: Int, head: CoverSight, isSeen: Bool)] = []
  let begin, end: CoverEnd

  /// For how long a head is followed before its first and after its last sight, in milliseconds.
  private static let followedMs = 1000.0
  /// By how much it grows for a second without a sight, and at most.
  private static let growthPerSecond = 0.8, mostGrowth = 0.6
  /// How near to the picture's edge a face comes in, in heights of the face.
  private static let nearBorder = 0.35
  /// Slower than that, in heights of the face a second, motion at an end is none.
  private static let leastSpeed = 0.3
  /// For how long it may have moved in from the edge before its first sight, in milliseconds.
  private static let comingMs = 500.0
  /// How far beside its neighbours a head is taken for a wrong sight, in heights of the face.
  private static let jump = 0.35

  /// - Parameters:
  ///   - segment: the frames of the scene, from cut to cut.
  ///   - atCut: whether the scene begins, and ends, with a cut.
  init(
    _ track: CoverTrack, times: [Double], in scene: PixelSize<SceneSpace>,
    segment: ClosedRange<Int>, atCut: (begin: Bool, end: Bool)
  ) {
    let before = Self.beyond(track, last: false, times, scene, segment)
    let after = Self.beyond(track, last: true, times, scene, segment)
    begin = Self.kind(before.isAtEdge, before.isOutside, atCut.begin)
    end = Self.kind(after.isAtEdge, after.isOutside, atCut.end)
    heads = before.heads.reversed().map { ($0.0, $0.1, false) }
    for index in track.frames.indices {
      let (frame, sight) = (track.frames[index], track.sights[index])
      heads += Self.seen(track, index).map { (frame, $0, true) }
      guard index + 1 < track.frames.count else { break }
      let (next, other) = (track.frames[index + 1], track.sights[index + 1])
      for hidden in frame..<next where hidden > frame {
        let (from, to) = (times[hidden] - times[frame], times[next] - times[hidden])
        let head = sight.mixed(with: other, from / (from + to))
        heads.append((hidden, head.moved(by: .zero, growing: Self.growth(min(from, to))), false))
      }
    }
    heads += after.heads.map { ($0.0, $0.1, false) }
  }

  private static func growth(_ ms: Double) -> Double {
    1 + min(growthPerSecond * ms / 1000, mostGrowth)
  }

  private static func kind(_ isAtEdge: Bool, _ isOutside: Bool, _ isCut: Bool) -> CoverEnd {
    if isAtEdge { return isCut ? .cut : .clip }
    return isOutside ? .border : .middle
  }

  /// What is covered where it is seen: not less than beside, and also the way of its neighbours where it jumps.
  private static func seen(_ track: CoverTrack, _ index: Int) -> [CoverSight] {
    let sight = track.sights[index]
    let near = (max(0, index - 2)...min(track.sights.count - 1, index + 2)).map { track.sights[$0] }
    let size = near.reduce(0) { max($0, $1.size) }
    let own = sight.moved(by: .zero, growing: max(1, 0.95 * size / sight.size))
    guard index > 0, index + 1 < track.sights.count else { return [own] }
    let between = track.sights[index - 1].mixed(with: track.sights[index + 1], 0.5)
    return (between.centre - sight.centre).length > jump * sight.size ? [own, between] : [own]
  }

  /// The head beyond an end of its track, from there on; whether the scene ends within the time for which it is
  /// followed, and whether it comes over the picture's edge.
  private static func beyond(
    _ track: CoverTrack, last: Bool, _ times: [Double], _ scene: PixelSize<SceneSpace>,
    _ segment: ClosedRange<Int>
  ) -> (heads: [(Int, CoverSight)], isAtEdge: Bool, isOutside: Bool) {
    let (frame, sight) = track.end(last: last)
    var velocity = track.velocity(last: last, times)
    if velocity.length * 1000 < leastSpeed * sight.size { velocity = .zero }
    let soon = sight.moved(by: velocity * (last ? comingMs : -comingMs), growing: 1)
    let isNear = sight.borderDistance(in: scene) < nearBorder
    let isComing = soon.borderDistance(in: scene) < 0
    var heads: [(Int, CoverSight)] = []
    var place = frame
    while true {
      place += last ? 1 : -1
      guard segment.contains(place) else { return (heads, true, isNear || isComing) }
      let ms = abs(times[place] - times[frame])
      guard ms <= followedMs else { return (heads, false, isNear || isComing) }
      let head = sight.moved(by: velocity * (times[place] - times[frame]), growing: growth(ms))
      if head.isOutside(scene) { return (heads, false, true) }
      heads.append((place, head))
      // A head that may have stopped is covered where it was seen last, too.
      if velocity != .zero { heads.append((place, sight.moved(by: .zero, growing: growth(ms)))) }
    }
  }
}

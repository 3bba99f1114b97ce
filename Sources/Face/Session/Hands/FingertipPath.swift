internal import Geometry
internal import Tracking

/// The way of an index finger's tip through the upright picture, and what of it is a motion.
///
/// Lengths are in hand sizes: the distance in space from the wrist to where the middle finger begins.
struct FingertipPath: Sendable {
  /// How far apart samples of one motion may be, in milliseconds.
  static let gapMs = 150.0
  /// How long the tip is still before and after a motion, in milliseconds.
  static let stillMs = 200.0
  /// The least length of a swipe, in parts of the picture's shorter side.
  static let leastShare = 1.0 / 16
  /// Samples that are closer are left out, which bounds the work.
  private static let leastStepMs = 4.0
  /// What is kept before the end that is looked at: the longest double tap, and the rest before it.
  private static let keptMs = 1500.0

  /// How far a still tip may be from where it came to rest.
  private static let stillness = 0.2
  /// The least length of a swipe, and its longest time.
  private static let (swipeLength, swipeMs) = (1.5, 600.0)
  /// How far a swipe may leave its straight line, and its axis: parts of its length.
  private static let (bow, slant) = (0.2, 0.5)
  /// How far the tip may go back meanwhile.
  private static let backwards = 0.15
  /// The part of a swipe that one step between samples may take, and from which gap on it may take all: a
  /// longer one is another hand, or a fault of the tracker's.
  private static let (stepShare, sparseMs) = (0.7, 80.0)
  /// For how long before a swipe the tip has not come from where it goes, and by how much: waving has.
  private static let (cameMs, cameLength) = (400.0, 0.3)
  /// A tap leaves its place by more than `away`, at most by `farthest`, and is back within `back`.
  private static let (away, farthest, back) = (0.25, 1.2, 0.15)
  /// How long a tap lasts, and at most the rest between two.
  private static let (tapMs, betweenMs) = (80.0...350, 400.0)
  /// How long the tip is not away before two taps, and how far apart the samples of taps may be.
  private static let (beforeTapsMs, tapGapMs) = (150.0, 90.0)
  /// The cosine of the largest angle between two taps of one double tap.
  private static let sameWay = 0.5
  /// The curl above which the index finger is out, and in which part of the samples it has to be.
  private static let (outCurl, outShare) = (1.0, 0.7)

  /// What is kept of each sample.
  struct Moment: Sendable {
    var timeMs: Double
    /// In the upright picture.
    var tip: SIMD2<Double>
    /// In the tracker's picture.
    var trackerTip: Point2<TrackerSpace>
    /// The hand's size, in pixels.
    var size: Double
    /// Whether the index finger is out.
    var isOut: Bool
  }

  /// A hand of a sample.
  struct Sight {
    let place: HandMatching.Place
    let moment: Moment

    /// Measures a hand; nil for one without landmarks, or without extent.
    init?(_ hand: HandSample, in picture: UprightPicture, atMs timeMs: Double) {
      guard hand.landmarks.count == HandSample.landmarkCount else { return nil }
      let upright = hand.landmarks.map(picture.point)
      let points = HandPoints(upright)
      let hasWorld = hand.worldLandmarks.count == HandSample.landmarkCount
      let shape = HandShape(
        picture: points, world: hasWorld ? HandPoints(hand.worldLandmarks.map(picture.world)) : nil)
      let (tip, size) = (SIMD2(upright[8].x, upright[8].y), points.distance(0, 9))
      guard size > 0, size.isFinite, (tip * tip).sum().isFinite else { return nil }
      place = HandMatching.Place(palm: points.palmCentre, spread: points.spread)
      moment = Moment(
        timeMs: timeMs, tip: tip, trackerTip: hand.landmarks[8].xy, size: size,
        isOut: (shape.curls.first ?? 0) > FingertipPath.outCurl)
    }
  }

  private var moments: [Moment] = []
  /// The sample that is the next to be looked at as the end of a motion.
  private var next = 0
  /// When the hand was seen last.
  private(set) var lastMs = -Double.infinity

  /// Takes the next sample.
  mutating func add(_ moment: Moment) {
    lastMs = moment.timeMs
    guard moment.timeMs - (moments.last?.timeMs ?? -.infinity) >= Self.leastStepMs else { return }
    moments.append(moment)
    let old = moments[..<next].prefix { moments[next].timeMs - $0.timeMs > Self.keptMs }.count
    moments.removeFirst(old)
    next -= old
  }

  /// The next sample after which enough is known; each is given once.
  mutating func nextEnd() -> Int? {
    guard next < moments.count, let last = moments.last,
      last.timeMs - moments[next].timeMs >= Self.stillMs - Tolerance.ms
    else { return nil }
    next += 1
    return next - 1
  }

  /// The swipe that ends with a sample.
  func swipe(
    to end: Int, sinceMs: Double, leastPixels: Double
  ) -> (motion: HandMotion, beginMs: Double)? {
    let last = moments[end]
    guard isStill(after: end, within: Self.stillness) else { return nil }
    for begin in (0..<end).reversed() {
      let first = moments[begin]
      guard first.timeMs >= sinceMs, last.timeMs - first.timeMs <= Self.swipeMs + Tolerance.ms,
        moments[begin + 1].timeMs - first.timeMs <= Self.gapMs + Tolerance.ms
      else { return nil }
      let (way, size) = (last.tip - first.tip, (first.size + last.size) / 2)
      let length = Self.length(way)
      guard length >= max(Self.swipeLength * size, leastPixels), let kind = Self.kind(of: way),
        isStill(before: begin, forMs: Self.stillMs, within: Self.stillness),
        isStraight(begin, end, way: way / length, length: length, size: size),
        !comesBack(to: begin, way: way / length, size: size),
        isOut(fromMs: first.timeMs - Self.stillMs, toMs: last.timeMs + Self.stillMs)
      else { continue }
      let middle = Point2<TrackerSpace>(
        (first.trackerTip.x + last.trackerTip.x) / 2, (first.trackerTip.y + last.trackerTip.y) / 2)
      return (HandMotion(kind: kind, timeMs: last.timeMs, place: middle), first.timeMs)
    }
    return nil
  }

  /// The double tap that ends with a sample.
  func doubleTap(to end: Int, sinceMs: Double) -> (motion: HandMotion, beginMs: Double)? {
    let size = moments[end].size
    let rest = moments[end...].prefix {
      $0.timeMs <= moments[end].timeMs + Self.stillMs + Tolerance.ms
    }
    // The tip may still be on its way when the rest begins.
    let late = rest.filter { $0.timeMs >= moments[end].timeMs + Self.stillMs / 2 }
    let place = late.reduce(SIMD2<Double>.zero) { $0 + $1.tip } / Double(late.count)
    func move(_ index: Int) -> SIMD2<Double> { (moments[index].tip - place) / size }
    func isBack(_ index: Int) -> Bool { Self.length(move(index)) <= Self.back }
    guard end > 0, !late.isEmpty, !isBack(end - 1), rest.indices.allSatisfy(isBack) else {
      return nil
    }
    var peaks: [SIMD2<Double>] = []
    var (returned, left) = (end, end)
    while peaks.count < 2 {
      left = returned - 1
      var peak = SIMD2<Double>.zero
      while left >= 0, !isBack(left) {
        if Self.length(move(left)) > Self.length(peak) { peak = move(left) }
        left -= 1
      }
      guard left >= 0, (Self.away...Self.farthest).contains(Self.length(peak)),
        (Self.tapMs.lowerBound - Tolerance.ms...Self.tapMs.upperBound + Tolerance.ms).contains(
          moments[returned].timeMs - moments[left].timeMs)
      else { return nil }
      peaks.append(peak)
      guard peaks.count < 2 else { break }
      returned = left
      while returned > 0, isBack(returned - 1) { returned -= 1 }
      guard moments[left].timeMs - moments[returned].timeMs <= Self.betweenMs + Tolerance.ms
      else { return nil }
    }
    let beginMs = moments[left].timeMs
    let before = moments[...left].lastIndex {
      $0.timeMs <= beginMs - Self.beforeTapsMs + Tolerance.ms
    }
    guard beginMs >= sinceMs, let before,
      (before..<left).dropFirst().allSatisfy({ Self.length(move($0)) < Self.away }),
      isJoined(before, rest.endIndex - 1, gapMs: Self.tapGapMs),
      (peaks[0] * peaks[1]).sum() >= Self.sameWay * Self.length(peaks[0]) * Self.length(peaks[1]),
      // A finger that taps is bent meanwhile.
      isOut(fromMs: beginMs - Self.stillMs, toMs: beginMs),
      isOut(fromMs: moments[end].timeMs, toMs: moments[end].timeMs + Self.stillMs)
    else { return nil }
    let middle = Point2<TrackerSpace>.mean(of: late.map(\.trackerTip)) ?? moments[end].trackerTip
    return (HandMotion(kind: .doubleTap, timeMs: moments[end].timeMs, place: middle), beginMs)
  }
}

extension FingertipPath {
  private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }

  /// The direction of a swipe; nil for one that goes aslant.
  private static func kind(of way: SIMD2<Double>) -> HandMotion.Kind? {
    if abs(way.y) <= slant * abs(way.x) { return way.x < 0 ? .swipeLeft : .swipeRight }
    if abs(way.x) <= slant * abs(way.y) { return way.y < 0 ? .swipeUp : .swipeDown }
    return nil
  }

  /// Whether the tip stays where it is at a sample.
  private func isStill(after index: Int, within reach: Double) -> Bool {
    let rest = moments[index]
    var last = index
    while last + 1 < moments.count,
      moments[last + 1].timeMs <= rest.timeMs + Self.stillMs + Tolerance.ms
    {
      last += 1
      guard Self.length(moments[last].tip - rest.tip) <= reach * rest.size else { return false }
    }
    // The sample that closes the time may lie beyond it.
    let isClosed = moments[last].timeMs >= rest.timeMs + Self.stillMs - Tolerance.ms
    return isJoined(index, isClosed ? last : min(last + 1, moments.count - 1))
  }

  /// Whether the tip was for so long where it is at a sample.
  private func isStill(before index: Int, forMs timeMs: Double, within reach: Double) -> Bool {
    let rest = moments[index]
    var first = index
    while first > 0, moments[first].timeMs > rest.timeMs - timeMs + Tolerance.ms {
      first -= 1
      guard moments[first].timeMs >= rest.timeMs - timeMs - Tolerance.ms else { break }
      guard Self.length(moments[first].tip - rest.tip) <= reach * rest.size else { return false }
    }
    return moments[first].timeMs <= rest.timeMs - timeMs + Tolerance.ms && isJoined(first, index)
  }

  /// Whether no two samples in a row are too far apart.
  private func isJoined(_ begin: Int, _ end: Int, gapMs: Double = gapMs) -> Bool {
    (begin..<end).allSatisfy {
      moments[$0 + 1].timeMs - moments[$0].timeMs <= gapMs + Tolerance.ms
    }
  }

  /// Whether the tip goes straight and forwards from one sample to another, and not in one leap.
  private func isStraight(
    _ begin: Int, _ end: Int, way: SIMD2<Double>, length: Double, size: Double
  ) -> Bool {
    var farthest = 0.0
    for index in begin + 1...end {
      let (from, to) = (moments[index - 1], moments[index])
      let move = to.tip - moments[begin].tip
      let along = (move * way).sum()
      guard abs(move.x * way.y - move.y * way.x) <= Self.bow * length,
        along >= farthest - Self.backwards * size,
        to.timeMs - from.timeMs >= Self.sparseMs
          || Self.length(to.tip - from.tip) <= Self.stepShare * length
      else { return false }
      farthest = max(farthest, along)
    }
    return true
  }

  /// Whether the tip was a moment ago where it goes to.
  private func comesBack(to begin: Int, way: SIMD2<Double>, size: Double) -> Bool {
    let rest = moments[begin]
    return moments[..<begin].reversed().prefix { $0.timeMs >= rest.timeMs - Self.cameMs }.contains {
      (($0.tip - rest.tip) * way).sum() > Self.cameLength * size
    }
  }

  /// Whether the index finger is mostly out meanwhile.
  private func isOut(fromMs startMs: Double, toMs endMs: Double) -> Bool {
    let within = moments.filter {
      $0.timeMs >= startMs - Tolerance.ms && $0.timeMs <= endMs + Tolerance.ms
    }
    return Double(within.count(where: \.isOut)) >= Self.outShare * Double(within.count)
  }
}

import Geometry
import Placement
import Recipe
import Scenes
import Tracking

/// The runs of each card of a recording: from a sample to the last one that is joined to it.
///
/// A card is away where no sample shows it for longer than its scene is held, or where another card lies in its place
/// meanwhile. The whole tracking tells that, whichever frames are rendered.
struct CardRuns: Sendable {
  /// A run, its times on the clip's timeline.
  struct Run {
    let firstMs: Double
    var lastMs: Double
    /// Its gaps that are longer than samples are joined as a rule, by time.
    var gaps: [Gap] = []
  }

  /// Two samples of a run, one after the other.
  struct Gap {
    let fromMs: Double
    let from: ImageSample
    let toMs: Double
    let to: ImageSample
  }

  /// A run that may go on.
  private struct Open {
    /// Its place among the runs.
    let run: Int
    let lastMs: Double
    let last: ImageSample
    /// Samples so far apart are joined.
    let joinedMs: Double
  }

  /// The middle of a card in a sample.
  private typealias Middle = (timeMs: Double, identity: Int, place: Point2<TrackerSpace>)

  /// The runs of all cards by their begin, each with its card.
  private(set) var runs: [(identity: Int, run: Run)] = []
  /// The cards whose first sample shows them as a whole.
  private(set) var whole: Set<Int> = []
  private let endMs: Double
  private let maxGapMs: Double

  /// So many middles of cards are remembered, to see which lay in another's place.
  private static let mostMiddles = 4096

  /// Looks through a recording's samples.
  ///
  /// - Parameters:
  ///   - images: the pictures over time, which nothing was asked yet.
  ///   - size: that of the tracker's picture.
  ///   - maxGapMs: samples so far apart are joined as a rule, in milliseconds.
  ///   - endMs: when the clip ends.
  ///   - note: is given the cards of each sample by their identities.
  init(
    _ plan: ScenePlan, _ images: consuming ImageTimeline, in size: PixelSize<TrackerSpace>,
    maxGapMs: Double, endMs: Double,
    note: (_ timeMs: Double, [Int: ImageSample]) -> Void = { _, _ in }
  ) throws {
    (self.maxGapMs, self.endMs) = (maxGapMs, endMs)
    var open: [Int: Open] = [:]
    var middles: [Middle] = []
    var known: Set<Int> = []
    while let (timeMs, seen) = try images.nextSample() {
      note(timeMs, seen)
      for (identity, image) in seen where image.corners.isConvex {
        if known.insert(identity).inserted, size.holds(image.corners) { whole.insert(identity) }
        let run = add(image, of: identity, atMs: timeMs, after: open[identity], middles)
        let heldMs = plan.byPicture[image.name].map { plan.scenes[$0].scene.vanish.holdMs } ?? 0
        open[identity] = Open(
          run: run, lastMs: timeMs, last: image, joinedMs: max(maxGapMs, heldMs))
      }
      middles += seen.compactMap { identity, image in
        Point2.mean(of: image.corners.corners).map { (timeMs, identity, $0) }
      }
      if middles.count > 2 * Self.mostMiddles {
        middles.removeFirst(middles.count - Self.mostMiddles)
      }
      open.keepLatest(ImageTimeline.imagesAtOnce, by: \.lastMs)
    }
  }

  /// Adds a sample to a card's run, or begins one; the run's place.
  private mutating func add(
    _ image: ImageSample, of identity: Int, atMs timeMs: Double,
    after open: Open?, _ middles: [Middle]
  ) -> Int {
    guard let open, timeMs - open.lastMs <= open.joinedMs + FaceTimeline.exactMs,
      !Self.isCovered(identity, open, image, atMs: timeMs, middles)
    else {
      runs.append((identity, Run(firstMs: timeMs, lastMs: timeMs)))
      return runs.count - 1
    }
    runs[open.run].run.lastMs = timeMs
    if timeMs - open.lastMs > maxGapMs {
      runs[open.run].run.gaps.append(
        Gap(fromMs: open.lastMs, from: open.last, toMs: timeMs, to: image))
    }
    return open.run
  }

  /// Whether another card lay in a card's place between two samples of it.
  private static func isCovered(
    _ identity: Int, _ before: Open, _ next: ImageSample, atMs timeMs: Double, _ middles: [Middle]
  ) -> Bool {
    middles.reversed().prefix { $0.timeMs > before.lastMs }.contains { middle in
      guard middle.identity != identity else { return false }
      let share = (middle.timeMs - before.lastMs) / (timeMs - before.lastMs)
      return ImageTimeline.interpolated(before.last, next, at: share).corners.contains(middle.place)
    }
  }

  /// When the scene of a run ends, in milliseconds; nil where the clip ends before.
  func sceneEnd(of run: Run, _ vanish: Scene.Vanishing, isLive: Bool) -> Double? {
    if vanish.isAfter || isLive { return run.lastMs + vanish.holdMs + vanish.fadeMs }
    return run.lastMs < endMs - maxGapMs ? run.lastMs : nil
  }

  /// The opacity of a scene while its card's run lasts: it has gone when the card goes, unless the clip ends there.
  func opacity(of run: Run, atMs timeMs: Double, fadeMs: Double) -> Double {
    guard fadeMs > 0, run.lastMs < endMs - maxGapMs else { return 1 }
    return min(max((run.lastMs - timeMs) / fadeMs, 0), 1)
  }
}

/// The run of each card that has begun last, at times that do not go down.
struct BegunRuns {
  private var next = 0
  private var runs: [Int: CardRuns.Run] = [:]
  /// How long a run is asked for after its end, in milliseconds.
  private let keptMs: Double

  init(keptMs: Double) { self.keptMs = keptMs }

  /// Those at a time, by rising identity.
  mutating func reach(
    _ timeMs: Double, of all: CardRuns
  ) -> [(identity: Int, run: CardRuns.Run)] {
    while next < all.runs.count, all.runs[next].run.firstMs <= timeMs + FaceTimeline.exactMs {
      runs[all.runs[next].identity] = all.runs[next].run
      next += 1
    }
    runs = runs.filter { timeMs - $0.value.lastMs <= keptMs }
    runs.keepLatest(ImageTimeline.imagesAtOnce, by: \.lastMs)
    return runs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension CardRuns.Run {
  /// The gap that a time lies in; nil where samples around it are joined as a rule.
  func gap(atMs timeMs: Double) -> CardRuns.Gap? {
    // By halves: a run may have very many.
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle].fromMs <= timeMs { low = middle + 1 } else { high = middle }
    }
    return low > 0 && gaps[low - 1].toMs > timeMs ? gaps[low - 1] : nil
  }
}

extension CardRuns.Gap {
  /// How much of it has passed at a time, 0 to 1.
  func share(atMs timeMs: Double) -> Double { (timeMs - fromMs) / (toMs - fromMs) }
}

extension PixelSize<TrackerSpace> {
  /// Whether a picture of this size shows all corners.
  fileprivate func holds(_ quad: Quad<TrackerSpace>) -> Bool {
    quad.corners.allSatisfy {
      (0...Double(width)).contains($0.x) && (0...Double(height)).contains($0.y)
    }
  }
}

import Geometry
import Placement
import Recipe
import Scenes
import Tracking

/// The cards that are there at a time, each with its scene: those whose sample is not longer ago than their
/// scene stays.
struct CardsInSight {
  struct Card {
    /// As it was seen, joined or held.
    let image: TimedImage
    /// The place of its scene; nil where its picture has none.
    let scene: Int?
    /// 1, or less where it fades.
    let opacity: Double
    /// Whether samples tell where it is in the frame.
    var isObserved: Bool { image.source == .exact || image.source == .interpolated }
    /// Whether the last sample is shown until the next one comes.
    let isLive: Bool
    /// Whether the frame shows it.
    var isShown: Bool { isLive || isObserved }
    /// Whether its scene comes as `Scene.appear` says.
    let appears: Bool
  }

  private var images: ImageTimeline
  private let plan: ScenePlan
  /// When the cards are there; nil where later samples are not known.
  private let runs: CardRuns?
  private var begun: BegunRuns
  private let isLive: Bool

  /// Follows the cards of a recording.
  init(
    _ plan: ScenePlan, header: TrackingHeader, intervalMs: Double?, isLive: Bool,
    given: Set<Int>, runs: CardRuns?,
    source: @escaping () throws -> TrackingSample?
  ) {
    (self.plan, self.runs, self.isLive) = (plan, runs, isLive)
    let longestMs = plan.scenes.map { $0.scene.vanish.holdMs + $0.scene.vanish.fadeMs }.max() ?? 0
    begun = BegunRuns(keptMs: longestMs + 1)
    images = ImageTimeline(
      header: header, gaps: GapOptions(policy: .hold, holdMs: longestMs + 1),
      intervalMs: intervalMs, isLive: isLive, given: given, printed: plan.printed, source: source)
  }

  /// The cards at a time of the clip, in milliseconds; times must not go down.
  mutating func cards(atMs timeMs: Double) throws -> [Card] {
    let seen = try images.images(atMs: timeMs).filter(\.image.corners.isConvex)
    guard let runs else {
      return seen.compactMap { image in
        card(image, opacity: vanish(of: image).opacity(afterMs: image.ageMs))
      }
    }
    let byIdentity = Dictionary(
      seen.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    return begun.reach(timeMs, of: runs).compactMap { identity, run in
      let gap = run.gap(atMs: timeMs)
      let joined = gap.map {
        images.image(of: identity, between: $0.from, and: $0.to, at: $0.share(atMs: timeMs))
      }
      guard let image = joined ?? byIdentity[identity], image.image.corners.isConvex else {
        return nil
      }
      let (vanish, ageMs) = (vanish(of: image), timeMs - run.lastMs)
      if vanish.isAfter {
        return card(image, opacity: vanish.opacity(afterMs: max(ageMs, 0)))
      }
      guard ageMs <= FaceTimeline.exactMs else { return nil }
      return card(
        image, opacity: runs.opacity(of: run, atMs: timeMs, fadeMs: vanish.fadeMs))
    }
  }

  private func card(_ image: TimedImage, opacity: Double?) -> Card? {
    opacity.map {
      Card(
        image: image, scene: plan.byPicture[image.image.name], opacity: $0,
        isLive: isLive,
        appears: runs?.whole.contains(image.identity) ?? true)
    }
  }

  private func vanish(of image: TimedImage) -> Scene.Vanishing {
    plan.byPicture[image.image.name].map { plan.scenes[$0].scene.vanish } ?? Scene.Vanishing()
  }
}

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
  }

  private var images: ImageTimeline
  private let plan: ScenePlan

  /// Follows the cards of a recording.
  init(
    _ plan: ScenePlan, header: TrackingHeader, intervalMs: Double?, isLive: Bool,
    given: Set<Int>,
    source: @escaping () throws -> TrackingSample?
  ) {
    self.plan = plan
    let longestMs = plan.scenes.map { $0.scene.vanish.holdMs + $0.scene.vanish.fadeMs }.max() ?? 0
    images = ImageTimeline(
      header: header, gaps: GapOptions(policy: .hold, holdMs: longestMs + 1),
      intervalMs: intervalMs, isLive: isLive, given: given, printed: plan.printed, source: source)
  }

  /// The cards at a time of the clip, in milliseconds; times must not go down.
  mutating func cards(atMs timeMs: Double) throws -> [Card] {
    try images.images(atMs: timeMs).compactMap { image in
      guard image.image.corners.isConvex else { return nil }
      let scene = plan.byPicture[image.image.name]
      let vanish = scene.map { plan.scenes[$0].scene.vanish } ?? Scene.Vanishing()
      guard let opacity = vanish.opacity(afterMs: image.ageMs) else { return nil }
      return Card(image: image, scene: scene, opacity: opacity)
    }
  }
}

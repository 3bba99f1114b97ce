import Placement
import Recipe
import Scenes
import Tracking

extension TimelineBuilder {
  /// When sounds of scenes are heard; nil where no scene is drawn.
  ///
  /// - Parameters:
  ///   - endMs: when the clip's last frame ends, in milliseconds.
  ///   - most: nothing more is looked for where there is more than so much.
  package func sceneSounds(endMs: Double, most: Int) throws -> SceneSounds? {
    guard let plan = recipe.scenes, !plan.isStill else { return nil }
    let samples = SharedSamples(try tracked.reopened()) { [tracked] in try tracked.reopened() }
    let (header, isLive) = (recording.header, recipe.seenLive != nil)
    var cards: [Int: SceneSounds.Card] = [:]
    let runs = try Self.cardRuns(
      plan, recording, from: samples.reopened(), endMs: endMs
    ) { timeMs, images in
      for (identity, image) in images where cards[identity] == nil {
        cards[identity] = SceneSounds.Card(name: image.name, firstMs: timeMs)
      }
    }
    var events = CardEvents(
      plan, header: header, through: scene, isLive: isLive,
      cards: {
        CardsInSight(
          plan, header: header, intervalMs: recording.intervalMs, isLive: isLive,
          given: recording.imageIdentities, runs: isLive ? nil : runs, source: samples.reader())
      }, source: samples.reader)
    try events.reach(endMs)
    return SceneSounds(
      plan, runs, cards: cards, isLive: isLive, endMs: endMs, most: most,
      happened: { events.times(of: $0) })
  }
}

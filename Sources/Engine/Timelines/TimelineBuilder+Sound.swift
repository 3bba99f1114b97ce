import Avatars
package import Placement
import Recipe
import Scenes
package import Session
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

  /// When the sounds of avatars are heard.
  ///
  /// - Parameter endMs: when the clip's last frame ends, in milliseconds.
  package func avatarSounds(endMs: Double) throws -> [AvatarSoundCue] {
    guard recipe.avatars.contains(where: { !$0.avatar.sounds.isEmpty }) else { return [] }
    var timeline = try apart()
    return try timeline.avatarSounds(untilMs: endMs)
  }

  /// When the sounds of the session are heard: of the one that is asked for, or the game's own.
  ///
  /// - Parameters:
  ///   - endMs: when the clip's last frame ends, in milliseconds.
  ///   - most: nothing more is looked for where there is more than so much.
  package func sessionSounds(endMs: Double, most: Int) throws -> [SessionSounds.Heard] {
    let plan = recipe.session ?? SessionPlan()
    let path = recording.path ?? "tracking"
    var session = try plan.begin(recording.header, of: path)
    var sounds = SessionSounds(session)
    let source = try tracked.reopened()
    while sounds.heard.count <= most, let sample = try source() {
      let step = try session.add(sample, of: path)
      sounds.take(step)
      // Deadlines up to the clip's end act with the first sample after it.
      if let signals = step.signals, signals.timestampMs > endMs { break }
    }
    if !plan.isPart, sounds.heard.count <= most {
      sounds.take(BrushingSession.Step(events: try session.finish(path), signals: nil))
    }
    return sounds.heard.filter { $0.startMs < endMs }
  }

  /// How the session stands at rising times, in milliseconds: the one that is asked for, or the game's own where the HUD
  /// shows it; none without either.
  package func sessionMoments(atMs times: [Double]) throws -> [SessionMoment] {
    guard recipe.session != nil || recipe.showsSession else { return [] }
    let plan = recipe.session ?? SessionPlan()
    var timeline = try MomentTimeline(
      plan, header: recording.header, path: recording.path ?? "tracking",
      source: tracked.reopened())
    return try times.map { try timeline.session(atMs: $0) }
  }
}

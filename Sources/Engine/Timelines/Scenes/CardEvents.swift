package import Geometry
package import Placement
import Recipe
import Scenes
import Session
import Tracking

/// What happened to each card of a recording up to a time: cues and gestures, while it was there.
///
/// Events are a function of the samples and of the cues alone, not of the frames that are asked for.
struct CardEvents {
  private let cues: [SceneCue]
  private var nextCue = 0
  /// Cues that no card was there for.
  private(set) var missedCues = 0
  private var cueCards: CardsInSight
  private let scene: SceneMapping

  private var holds: [GestureHold]
  private let gesture: HandGestures
  private let timeOffsetMs: Double
  private let isLive: Bool
  private let source: (() throws -> TrackingSample?)?
  /// The motions of hands that scenes' items begin with.
  private let motionStarts: Set<ItemStart>
  private var motions: MotionTimeline?
  private var motionCards: CardsInSight
  /// Where hands are is asked at samples' times, and which cards are there at those of the gestures.
  private var nearCards: CardsInSight
  private var gestureCards: [CardsInSight]
  private var ahead: TrackingSample?
  private var isAtEnd = false

  /// When what happened to which card, by rising time.
  private var times: [Int: [ItemStart: [Double]]] = [:]

  /// Follows the events of a recording.
  ///
  /// - Parameters:
  ///   - starts: what scenes' items begin with.
  ///   - cards: makes a look at the cards, each with its own pace.
  ///   - source: reads the samples; asked for only where gestures are followed.
  init(
    _ plan: ScenePlan, header: TrackingHeader, through scene: SceneMapping, isLive: Bool,
    cards: () -> CardsInSight, source: () -> () throws -> TrackingSample?
  ) {
    cues = plan.cues.sorted { $0.timeMs < $1.timeMs }
    let starts = plan.scenes.reduce(into: Set<ItemStart>()) { $0.formUnion($1.starts) }
    motionStarts = starts.filter { $0.motion != nil }
    motions =
      motionStarts.isEmpty ? nil : MotionTimeline(header, isLive: isLive, source: source())
    motionCards = cards()
    holds = starts.subtracting(motionStarts).compactMap { start in
      if case .gesture(let name, let near) = start { GestureHold(name, isNear: near) } else { nil }
    }.sorted { ($0.name, $0.isNear ? 1 : 0) < ($1.name, $1.isNear ? 1 : 0) }
    gesture = HandGestures(header)
    timeOffsetMs = header.timeOffsetMs
    (self.scene, self.isLive) = (scene, isLive)
    cueCards = cards()
    nearCards = cards()
    gestureCards = holds.map { _ in cards() }
    self.source = holds.isEmpty ? nil : source()
  }

  /// What happened to a card up to the time that was reached.
  func times(of card: Int) -> [ItemStart: [Double]] { times[card] ?? [:] }

  /// Goes on to a time of the clip, in milliseconds; times must not go down.
  mutating func reach(_ timeMs: Double) throws {
    let endMs = timeMs + SceneClock.aheadMs
    while nextCue < cues.count, cues[nextCue].timeMs <= endMs {
      try take(cues[nextCue])
      nextCue += 1
    }
    for motion in try motions?.reach(endMs) ?? [] { try take(motion) }
    // A gesture counts from before the sample that tells: afterwards that sample is known.
    let lookMs = endMs + (isLive ? 0 : GestureHold.gapMs + 1)
    while !isAtEnd, let source {
      if ahead == nil { ahead = try source() }
      guard let sample = ahead else {
        isAtEnd = true
        return
      }
      guard sample.timestampMs + timeOffsetMs <= lookMs else { return }
      ahead = nil
      try take(sample)
    }
  }

  private mutating func take(_ cue: SceneCue) throws {
    let cards = try cueCards.cards(atMs: cue.timeMs)
    let reached: [Int]
    switch cue.target {
    case .all:
      reached = cards.map(\.image.identity)
    case .card(let id):
      reached = cards.map(\.image.identity).filter { $0 == id }
    case .place(let x, let y):
      let place = Point2<SceneSpace>(
        x * Double(scene.scene.width), y * Double(scene.scene.height))
      let nearest = cards.filter { $0.scene != nil }.map { card in
        let corners = card.image.image.corners.map { scene.toScene($0.unmirrored(in: scene)) }
        let middle = Point2.mean(of: corners.corners) ?? place
        return (identity: card.image.identity, distance: middle.distance(to: place))
      }.min { ($0.distance, $0.identity) < ($1.distance, $1.identity) }
      reached = [nearest?.identity].compactMap(\.self)
    }
    if reached.isEmpty { missedCues += 1 }
    for card in reached { times[card, default: [:]][.cue(cue.cue), default: []].append(cue.timeMs) }
  }

  private mutating func take(_ motion: HandMotion) throws {
    for card in try motionCards.cards(atMs: motion.timeMs) {
      let isNear = card.image.image.corners.contains(motion.place)
      for start in [false, true].map({ ItemStart.gesture(motion.kind.rawValue, near: $0) })
      where motionStarts.contains(start) && (isNear || !start.isNear) {
        times[card.image.identity, default: [:]][start, default: []].append(motion.timeMs)
      }
    }
  }

  private mutating func take(_ sample: TrackingSample) throws {
    // A picture that the tracker gave no answer for says nothing of hands.
    guard sample.failure == nil else { return }
    let timeMs = sample.timestampMs + timeOffsetMs
    let near = holds.contains(where: \.isNear) ? try nearCards.cards(atMs: timeMs) : []
    for index in holds.indices {
      for (beginMs, card) in holds[index].take(sample.hands, gesture, near, atMs: timeMs) {
        let start = ItemStart.gesture(holds[index].name, near: holds[index].isNear)
        let there = try gestureCards[index].cards(atMs: beginMs).map(\.image.identity)
        for id in there where card == nil || card == id {
          times[id, default: [:]][start, default: []].append(beginMs)
        }
      }
    }
  }
}

extension ItemStart {
  /// The motion of a hand that it waits for; nil for anything else.
  fileprivate var motion: HandMotion.Kind? {
    if case .gesture(let name, _) = self { HandMotion.Kind(rawValue: name) } else { nil }
  }

  /// Whether a hand has to be near the card.
  fileprivate var isNear: Bool { if case .gesture(_, true) = self { true } else { false } }
}

extension CardsInSight.Card {
  /// How far its middle is before the camera, in centimetres.
  var distance: Double { image.image.pose.map { -$0.translation.z } ?? .infinity }
}

extension Point2<TrackerSpace> {
  /// The point in the picture as it was before the tracker's was flipped, if it was.
  package func unmirrored(in scene: SceneMapping) -> Point2 {
    scene.mirrored ? Point2(Double(scene.tracker.width) - x, y) : self
  }
}

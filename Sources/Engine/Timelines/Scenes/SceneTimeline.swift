import Geometry
internal import Placement
internal import Recipe
import Scenes
import Tracking

/// The scenes on the cards of a recording over time, and the cards that are before faces.
///
/// Times are asked for in order; which ones were asked for before makes no difference.
struct SceneTimeline {
  private let plan: ScenePlan
  private var placer: ScenePlacer
  private var cards: CardsInSight
  private var events: CardEvents
  private let tally: SceneTally
  /// The way from the scene to the produced frame.
  var output: OutputMapping { didSet { placer.output = output } }
  /// Whether cards hide what faces behind them wear.
  private let hidesLayers: Bool

  /// Follows the cards.
  ///
  /// - Parameters:
  ///   - runs: when the cards are there; nil where later samples are not known.
  ///   - source: makes a reading of the samples.
  init(
    _ plan: ScenePlan, header: TrackingHeader, intervalMs: Double?, isLive: Bool,
    given: Set<Int>, runs: CardRuns?, hidesLayers: Bool,
    through scene: SceneMapping, in output: OutputMapping, tally: SceneTally,
    source: @escaping () -> () throws -> TrackingSample?
  ) {
    (self.plan, self.tally) = (plan, tally)
    (self.output, self.hidesLayers) = (output, hidesLayers)
    placer = ScenePlacer(scenes: plan.scenes, output: output)
    func look() -> CardsInSight {
      CardsInSight(
        plan, header: header, intervalMs: intervalMs, isLive: isLive, given: given,
        runs: runs, source: source())
    }
    cards = look()
    events = CardEvents(
      plan, header: header, through: scene, isLive: isLive, cards: look, source: source)
  }

  /// What cards show and hide at a time.
  struct Moment {
    /// The scenes, in drawing order.
    var scenes: [PlacedScene] = []
    /// The cards before layers.
    var inFront: [CardInFront] = []
  }

  /// What cards show and hide at a time of the clip.
  ///
  /// - Parameters:
  ///   - layers: those of the faces, in drawing order, before or after which scenes are drawn.
  ///   - faces: how far each face is, by its identity.
  mutating func moment(
    atMs timeMs: Double, through scene: SceneMapping, layers: [LayerPlacement],
    faces: [Int: Double]
  ) throws -> Moment {
    try events.reach(timeMs)
    tally.missedCues = events.missedCues
    let seen = try cards.cards(atMs: timeMs)
    tally.note(seen)
    func layersBefore(_ card: CardsInSight.Card) -> Int {
      Self.layersBefore(
        card.scene.map { plan.scenes[$0].scene.depth } ?? .auto, at: card.distance, layers, faces,
        card.image.camera, scene)
    }
    var moment = Moment()
    if hidesLayers, !layers.isEmpty {
      moment.inFront = Self.nearest(seen.filter(\.isShown)).compactMap {
        CardInFront(
          $0.image, aspect: plan.printed($0.image.image.name)?.aspect,
          layersBehind: layersBefore($0), through: scene, in: output)
      }
    }
    moment.scenes =
      Self.nearest(seen.filter { $0.scene != nil }).compactMap { card in
        placed(card, atMs: timeMs, through: scene, layersBefore: layersBefore(card))
      }.inDrawingOrder
    return moment
  }

  /// The scene on a card; nil where it has none, or nothing of it is drawn.
  private func placed(
    _ card: CardsInSight.Card, atMs timeMs: Double, through scene: SceneMapping, layersBefore: Int
  ) -> PlacedScene? {
    guard let index = card.scene else { return nil }
    let measured = plan.scenes[index]
    let picture = measured.scene.picture
    let size = SIMD2(picture.widthMm, picture.widthMm * measured.printAspect)
    guard
      let view = CardProjection(
        card.image.image, size: size,
        unit: card.image.image.widthMm.map { $0 / picture.widthMm } ?? 1,
        camera: card.image.camera, through: scene)
    else { return nil }
    let happened = SceneClock.Events(
      seenMs: card.image.firstMs, times: events.times(of: card.image.identity),
      isStill: plan.isStill, appears: card.appears)
    let items = placer.place(
      scene: index, card: card.image.identity, view, atMs: timeMs, happened, in: scene.scene,
      opacity: card.opacity)
    guard !items.isEmpty else { return nil }
    return PlacedScene(
      card: card.image.identity, scene: index,
      sight: CardSight(
        corners: view.corners, turnDegrees: view.turnDegrees,
        ageMs: timeMs - card.image.firstMs, isObserved: card.isObserved),
      layersBefore: layersBefore, items: items)
  }

  /// The nearest cards, far to near.
  private static func nearest(_ cards: [CardsInSight.Card]) -> ArraySlice<CardsInSight.Card> {
    cards.filter { $0.image.image.pose != nil }.sorted {
      ($1.distance, $0.image.identity) < ($0.distance, $1.image.identity)
    }.suffix(SceneLimits.cards)
  }

  /// How many of the faces' layers are drawn before a card's scene.
  private static func layersBefore(
    _ depth: SceneDepth, at distance: Double, _ layers: [LayerPlacement], _ faces: [Int: Double],
    _ camera: PinholeCamera, _ scene: SceneMapping
  ) -> Int {
    switch depth {
    case .over: return layers.count
    case .under: return 0
    case .auto:
      // A face's distance is told with the tracker's camera, a card's with its own.
      let scale = camera.focalLength / scene.camera.focalLength
      let first = layers.firstIndex { layer in
        guard case .face(let face) = layer.subject, let far = faces[face] else { return false }
        return far * scale < distance
      }
      return first ?? layers.count
    }
  }
}

extension [PlacedScene] {
  /// By how many layers are drawn before each; those between the same layers stay in their order.
  fileprivate var inDrawingOrder: [PlacedScene] {
    indices.sorted { (self[$0].layersBefore, $0) < (self[$1].layersBefore, $1) }.map { self[$0] }
  }
}

/// What a person should know about the scenes of a recording, after its frames were made.
package final class SceneTally {
  /// Cues that no card was there for.
  package internal(set) var missedCues = 0
  /// The names of pictures that have no scene, as far as they were seen.
  package private(set) var unknownPictures: Set<String> = []
  /// Cards that have a scene and were seen.
  package private(set) var cards: Set<Int> = []

  private static let mostNames = 64

  func note(_ cards: [CardsInSight.Card]) {
    for card in cards {
      if card.scene != nil {
        if self.cards.count < Self.mostNames { self.cards.insert(card.image.identity) }
      } else if unknownPictures.count < Self.mostNames {
        unknownPictures.insert(card.image.image.name)
      }
    }
  }
}

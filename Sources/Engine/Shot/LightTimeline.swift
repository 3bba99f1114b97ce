package import Frames
import Placement
package import Timelines
import Tracking

/// The light on a recording's cards and faces over time: reads the clip a second time, as far ahead as the light at
/// a frame depends on, and before that some frames of each subject's whole time.
///
/// The light at a time depends on the frames within `reachMs`, and on those that are spread over a subject's samples,
/// whichever part of the clip is rendered.
package final class LightTimeline {
  /// Reads a clip's frames from a time on, in milliseconds: one after the other, nil at the end.
  package typealias Opener = (Double) throws -> (() throws -> VideoFrame?)

  /// The frames that are spread over each subject's samples.
  private static let spread = 64
  /// How far the frames lie from a time whose light they tell, in milliseconds: a line's reach, and what tells a step.
  private static let reachMs = LightSmoothing.reachMs + 250
  /// Over a longer gap between frames that are looked at, the clip is opened anew.
  private static let longestGapMs = 2000.0

  /// What was found at a time.
  private struct Look<Value> {
    let timeMs: Double
    let value: Value
  }

  /// A subject over its whole time.
  private struct Subject<Value, Share> {
    let looks: [Look<Value>]
    let share: Share
  }

  private let states: () throws -> RecordingTimeline
  private let open: Opener
  private let times: [Double]
  private let step: () throws -> Void
  private var finder: ShotFinder
  private var whole:
    (cards: [Int: Subject<CardCells, SIMD3<Float>>], faces: [Int: Subject<FaceLook, Float>])?
  private var cards: [Int: [Look<CardCells>]] = [:]
  private var faces: [Int: [Look<FaceLook>]] = [:]
  /// What frames show of cards: the pass that draws on one needs not look at it again.
  private var looks: [Int: [Look<RecordedLook>]] = [:]
  private var next: (() throws -> VideoFrame?)?
  private var ahead: RecordingTimeline?
  private var lastMs = -Double.infinity
  /// Faces of which no frame told the skin's share of light.
  package private(set) var facesOfUnknownShare = 0
  /// The skin's share of light of each face of which a frame told it.
  package private(set) var skinShares: [Int: Float] = [:]

  /// Makes it.
  ///
  /// - Parameters:
  ///   - times: those of the clip's frames, in milliseconds.
  ///   - states: makes the recording over time, placed in the clip's own pictures.
  ///   - step: is told of each frame that is looked at, and may end that.
  package init(
    _ wishes: ShotFinder.Wishes, times: [Double],
    states: @escaping () throws -> RecordingTimeline, step: @escaping () throws -> Void,
    open: @escaping Opener
  ) {
    finder = ShotFinder(wishes)
    (self.times, self.states, self.step, self.open) = (times, states, step, open)
  }

  /// The light at a time of the clip, in milliseconds; times must not go down.
  ///
  /// - Parameter state: whose cards and faces are asked for; nil for all that the clip has.
  package func light(atMs timeMs: Double, on state: FrameState? = nil) throws -> RecordedLight {
    let whole = try self.whole ?? lookAtWhole()
    self.whole = whole
    guard !whole.cards.isEmpty || !whole.faces.isEmpty else { return RecordedLight() }
    try read(until: timeMs + Self.reachMs, from: timeMs - Self.reachMs)
    var light = RecordedLight()
    let asked = state.map { state in
      (cards: Set(state.scenes.map(\.card)), faces: Set(state.faces.map(\.identity)))
    }
    for (identity, subject) in whole.cards where asked?.cards.contains(identity) ?? true {
      let near = Self.near(cards[identity] ?? [], timeMs)
      let cells =
        CardCells.smoothed(near.map { ($0.timeMs, $0.value) }, atMs: timeMs)
        ?? Self.nearest(subject.looks, timeMs)
      light.cards[identity] = cells.map {
        PrintLight($0.cells, columns: $0.columns, by: subject.share)
      }
      light.looks[identity] = looks[identity]?.first { $0.timeMs == timeMs }?.value
    }
    for (identity, subject) in whole.faces where asked?.faces.contains(identity) ?? true {
      let near = Self.near(faces[identity] ?? [], timeMs)
      let smooth = LightSmoothing(
        near.map { ($0.timeMs, $0.value.values) }, judged: FaceLook.judgedValues)
      let look =
        smooth.values(atMs: timeMs).flatMap { FaceLook(values: $0) }
        ?? Self.nearest(subject.looks, timeMs)
      light.faces[identity] = look.map { FaceLight($0, share: subject.share) }
    }
    return light
  }

  private static func near<Value>(_ looks: [Look<Value>], _ timeMs: Double) -> [Look<Value>] {
    looks.filter { abs($0.timeMs - timeMs) <= reachMs }
  }

  private static func nearest<Value>(_ looks: [Look<Value>], _ timeMs: Double) -> Value? {
    looks.min { abs($0.timeMs - timeMs) < abs($1.timeMs - timeMs) }?.value
  }

  // MARK: - About a time

  /// Looks at the frames up to a time.
  private func read(until endMs: Double, from startMs: Double) throws {
    if next == nil || startMs > lastMs + Self.longestGapMs {
      next = try open(max(startMs, times.first ?? 0))
      ahead = try ahead ?? states()
    }
    for identity in cards.keys { cards[identity]?.removeAll { $0.timeMs < startMs } }
    for identity in looks.keys { looks[identity]?.removeAll { $0.timeMs < startMs } }
    for identity in faces.keys { faces[identity]?.removeAll { $0.timeMs < startMs } }
    while lastMs < endMs, let next {
      try step()
      guard var frame = try next() else {
        lastMs = .infinity
        return
      }
      let timeMs = frame.timestampMs
      guard timeMs > lastMs else { continue }
      lastMs = timeMs
      guard timeMs >= startMs, let state = try ahead?.state(atMs: timeMs) else { continue }
      let found = try looks(of: state, &frame)
      for (identity, look) in found.cards {
        looks[identity, default: []].append(Look(timeMs: timeMs, value: look))
        guard let cells = CardCells(look.look) else { continue }
        cards[identity, default: []].append(Look(timeMs: timeMs, value: cells))
      }
      for (identity, look) in found.faces {
        faces[identity, default: []].append(Look(timeMs: timeMs, value: look))
      }
    }
  }

  private func looks(
    of state: FrameState, _ frame: inout VideoFrame
  ) throws -> (cards: [Int: RecordedLook], faces: [Int: FaceLook]) {
    var found: (cards: [Int: RecordedLook], faces: [Int: FaceLook]) = ([:], [:])
    try unsafe frame.withMutablePicture { picture in
      found = unsafe (
        try finder.cardLooks(of: state, in: picture), finder.faceLooks(of: state, in: picture)
      )
    }
    return found
  }

  // MARK: - The whole

  /// Looks at frames that are spread over each subject's samples.
  private func lookAtWhole() throws -> (
    cards: [Int: Subject<CardCells, SIMD3<Float>>], faces: [Int: Subject<FaceLook, Float>]
  ) {
    let spread = try spreadTimes()
    let wanted = (Array(spread.cards.values) + Array(spread.faces.values))
      .reduce(into: Set<Double>()) { $0.formUnion($1) }.sorted()
    var (cards, faces): ([Int: [Look<CardCells>]], [Int: [Look<FaceLook>]]) = ([:], [:])
    var states = try states()
    var (next, lastMs): ((() throws -> VideoFrame?)?, Double) = (nil, -.infinity)
    for timeMs in wanted {
      if next == nil || timeMs > lastMs + Self.longestGapMs { next = try open(timeMs) }
      while lastMs < timeMs, var frame = try next?() {
        try step()
        lastMs = frame.timestampMs
        guard lastMs >= timeMs else { continue }
        let state = try states.state(atMs: lastMs)
        let found = try looks(of: state, &frame)
        for (identity, look) in found.cards where spread.cards[identity]?.contains(timeMs) == true {
          guard let cells = CardCells(look.look) else { continue }
          cards[identity, default: []].append(Look(timeMs: lastMs, value: cells))
        }
        for (identity, look) in found.faces where spread.faces[identity]?.contains(timeMs) == true {
          faces[identity, default: []].append(Look(timeMs: lastMs, value: look))
        }
      }
    }
    return (
      cards.mapValues { looks in
        Subject(looks: looks, share: CardCells.divisor(of: looks.map(\.value)))
      },
      Dictionary(
        uniqueKeysWithValues: faces.map { identity, looks in
          let share = SkinShare.share(of: looks.map(\.value.skin))
          if share.isKnown {
            skinShares[identity] = share.share
          } else {
            facesOfUnknownShare += 1
          }
          return (identity, Subject(looks: looks, share: share.share))
        })
    )
  }

  /// The times of the frames that are spread over the subjects' samples.
  private func spreadTimes() throws -> (cards: [Int: Set<Double>], faces: [Int: Set<Double>]) {
    var (cards, faces): ([Int: [Double]], [Int: [Double]]) = ([:], [:])
    var states = try states()
    for timeMs in times {
      try step()
      let state = try states.state(atMs: timeMs)
      for scene in finder.litScenes(of: state) { cards[scene.card, default: []].append(timeMs) }
      for face in finder.litFaces(of: state) { faces[face.identity, default: []].append(timeMs) }
    }
    func chosen(_ times: [Double]) -> Set<Double> {
      guard times.count > Self.spread else { return Set(times) }
      return Set(
        (0..<Self.spread).map { times[$0 * (times.count - 1) / (Self.spread - 1)] })
    }
    return (cards.mapValues(chosen), faces.mapValues(chosen))
  }
}

extension CardCells {
  /// The cells at a time, of looks about it; nil for none.
  ///
  /// Steps and weights are told by the medians of the channels.
  fileprivate static func smoothed(
    _ looks: [(timeMs: Double, cells: CardCells)], atMs timeMs: Double
  ) -> CardCells? {
    guard let first = looks.first?.cells else { return nil }
    let medians = looks.map { look in
      let median = look.cells.cells.medians
      return (look.timeMs, [median.x, median.y, median.z])
    }
    var sum = [SIMD3<Float>](repeating: .zero, count: first.cells.count)
    for (index, weight) in LightSmoothing(medians).weights(atMs: timeMs) {
      let cells = looks[index].cells.cells
      for place in sum.indices { sum[place] += cells[place] * weight }
    }
    return CardCells(columns: first.columns, cells: sum)
  }
}

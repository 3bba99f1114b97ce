import Avatars
import Geometry
import Hud
package import Placement
import Session
package import Tracking

/// The state of a recording over time: its faces, and where their avatars go; made by `TimelineBuilder`.
///
/// Times are asked for in order. Which ones were asked for before makes no difference to a state,
/// because smoothing, identities and triggers follow the samples of the tracking file.
package struct RecordingTimeline {
  private var faces: FaceTimeline
  /// The parts of a clip whose pictures lie elsewhere, which are still to come, the next one last.
  private var later: [Part]
  private var placer: Placer
  private var moments: MomentTimeline?
  private var hands: SceneHandTimeline?
  private var images: ImageTimeline?
  private var scenes: SceneTimeline?
  private let showsSession: Bool
  /// Where the HUD stands; nil where it is not drawn.
  private var hudPlaces: HudPlaceTimeline?
  /// What tells how layers move while the shutter is open; nil where they are drawn as of one moment.
  private var exposure: Exposure?
  /// Where faces are noted; nil where the caller does not ask for them.
  private let seen: FaceTally?
  /// What brings faces to where the pictures show them; nil where only samples tell where they are.
  private var steadying: (any FaceSteadying)?
  /// Where puppets stand; nil where faces are where they are.
  private var puppets: PuppetStage?
  /// Tells the way from the scene to the frame of a time; nil where it is the same for all.
  private var output: (@Sendable (Double) -> OutputMapping)?
  /// The last sample that the clip has reached; nil before the first.
  package private(set) var lastSample: IdentifiedSample?

  /// A part of a clip whose pictures lie elsewhere in the frames than those before: nothing is smoothed
  /// or joined across its start.
  package struct Part {
    /// The time of its first frame, in milliseconds.
    let startMs: Double
    let faces: FaceTimeline
    /// Where its pictures lie.
    let scene: SceneMapping
  }

  /// Makes a timeline of faces alone.
  package init(faces: FaceTimeline, placer: Placer) {
    self.init(faces: faces, placer: placer, moments: nil)
  }

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - moments: what avatars follow beside the faces, and the session; nil where nothing asks.
  ///   - hands: the hands; nil where nothing is drawn of them.
  ///   - images: the printed pictures; nil where nothing is drawn of them.
  ///   - showsSession: whether the session is drawn.
  ///   - later: the parts of the clip after the first, by time.
  package init(
    faces: FaceTimeline, placer: Placer, moments: MomentTimeline?, hands: SceneHandTimeline? = nil,
    images: ImageTimeline? = nil, showsSession: Bool = false, later: [Part] = []
  ) {
    self.init(
      faces: faces, placer: placer, moments: moments, hands: hands, images: images, scenes: nil,
      showsSession: showsSession, later: later, exposure: nil, seen: nil)
  }

  /// Makes a timeline with what is drawn on cards; nil where nothing is.
  init(
    faces: FaceTimeline, placer: Placer, moments: MomentTimeline?, hands: SceneHandTimeline?,
    images: ImageTimeline?, scenes: SceneTimeline?, showsSession: Bool, later: [Part],
    exposure: Exposure?, seen: FaceTally?
  ) {
    (self.faces, self.placer, self.moments, self.hands) = (faces, placer, moments, hands)
    (self.images, self.scenes) = (images, scenes)
    (self.showsSession, self.later, self.seen) = (showsSession, later.reversed(), seen)
    self.exposure = exposure
  }

  /// Has the HUD keep off the eyes of faces.
  mutating func placeHud(by cover: HudCover) { hudPlaces = HudPlaceTimeline(cover) }

  /// Has faces brought to where the clip's pictures show them.
  package mutating func steady(by steadying: any FaceSteadying) {
    self.steadying = steadying
    exposure?.steady(by: steadying)
  }

  /// Has faces that wear something moved to where puppets stand.
  mutating func place(on puppets: PuppetStage?) { self.puppets = puppets }

  /// Has frames show another part of the scene at each time, in milliseconds.
  package mutating func place(in output: @escaping @Sendable (_ timeMs: Double) -> OutputMapping) {
    self.output = output
  }

  /// The state at a time of the clip, in milliseconds.
  package mutating func state(atMs timeMs: Double) throws -> FrameState {
    try state(atMs: timeMs, in: output?(timeMs))
  }

  /// The same in a frame that shows a part of its own; nil for the one of all.
  mutating func state(atMs timeMs: Double, in output: OutputMapping?) throws -> FrameState {
    if let output {
      placer.output = output
      scenes?.output = output
    }
    while let next = later.last, next.startMs <= timeMs + FaceTimeline.exactMs {
      // What outlasts a moment follows all samples before.
      _ = try Self.faces(
        atMs: next.startMs - 1, &faces, &placer, &moments, &hudPlaces, self.output, &lastSample)
      (faces, placer.scene) = (next.faces, next.scene)
      later.removeLast()
    }
    var seen = try Self.faces(
      atMs: timeMs, &faces, &placer, &moments, &hudPlaces, self.output, &lastSample)
    placer.scene = placer.scene.seen(with: seen.lazy.compactMap(\.face.intrinsics).first)
    if let steadying { try steady(&seen, atMs: timeMs, by: steadying) }
    if let puppets {
      seen = puppets.placed(
        seen.filter { placer.wears($0.identity, atMs: timeMs) }, atMs: timeMs, in: placer.scene,
        placer.output)
    }
    let moment = try moments?.moment(atMs: timeMs) ?? RecordedMoment()
    let hands = try hands?.hands(atMs: timeMs, in: placer.scene) ?? []
    let images = try images?.images(atMs: timeMs) ?? []
    self.seen?.note(seen)
    var placements = placer.place(seen, moment: moment, atMs: timeMs)
    let cards =
      try scenes?.moment(
        atMs: timeMs, through: placer.scene, layers: placements,
        faces: Self.distances(of: seen, through: placer.scene)) ?? SceneTimeline.Moment()
    try exposure?.follow(&placements, atMs: timeMs, in: placer.scene, output)
    var state = FrameState(
      timeMs: timeMs, faces: seen, hands: hands, images: images, sampleMs: self.hands?.sampleMs,
      moment: moment, placements: placements, scenes: cards.scenes, cardsInFront: cards.inFront,
      session: showsSession ? try moments?.session(atMs: timeMs) : nil, scene: placer.scene,
      output: placer.output)
    state.hudPlace = hudPlaces?.place(atMs: timeMs)
    return state
  }

  /// When the sounds of avatars are heard up to a time, in milliseconds; asked for before any state.
  mutating func avatarSounds(untilMs timeMs: Double) throws -> [AvatarSoundCue] {
    placer.noteSounds()
    _ = try state(atMs: timeMs)
    return placer.heard.filter { $0.startMs < timeMs }
  }

  /// Brings faces that wear something to where the pictures show them; others are left out, as what is found of them
  /// would show nowhere.
  private func steady(
    _ faces: inout [TimedFace], atMs timeMs: Double, by steadying: any FaceSteadying
  ) throws {
    let worn = faces.indices.filter { placer.wears(faces[$0].identity, atMs: timeMs) }
    let steadied = try steadying.steadied(worn.map { faces[$0] }, atMs: timeMs, in: placer.scene)
    for (index, face) in zip(worn, steadied) { faces[index] = face }
  }

  /// How far each face is, in centimetres, by its identity.
  private static func distances(
    of faces: [TimedFace], through scene: SceneMapping
  ) -> [Int: Double] {
    Dictionary(
      faces.map { ($0.identity, SceneFace($0.face, through: scene).depth) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func faces(
    atMs timeMs: Double, _ faces: inout FaceTimeline, _ placer: inout Placer,
    _ moments: inout MomentTimeline?, _ hud: inout HudPlaceTimeline?,
    _ output: ((Double) -> OutputMapping)?, _ last: inout IdentifiedSample?
  ) throws -> [TimedFace] {
    try faces.faces(atMs: timeMs) { sample in
      let moment = try moments?.moment(atMs: sample.timeMs) ?? RecordedMoment()
      placer.observe(sample, moment: moment)
      if hud != nil {
        let asked = try moments?.session(atMs: sample.timeMs).asksForTeeth ?? false
        // In the frame of the sample's own time, whichever frame it is read for.
        let frame = output?(sample.timeMs) ?? placer.output
        let boxes = sample.faces.flatMap {
          $0.face.keptFree(through: placer.scene, frame, withMouth: asked)
        }
        hud?.take(boxes, atMs: sample.timeMs)
      }
      last = sample
    }
  }
}

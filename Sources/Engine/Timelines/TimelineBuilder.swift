import Avatars
package import Geometry
import Hud
package import Placement
package import Recipe
package import Tracking

/// Assembles what is known of a recording over time: faces, hands, session, and where layers go.
///
/// Clips, pictures, single frames, best-frame scoring, alignment and previews ask it, so that each sees the
/// same. The tracking is read once, and its samples are handed out to all that follow them.
package struct TimelineBuilder {
  /// The clip that the samples belong to.
  package struct Clip: Sendable {
    /// Its picture, upright and un-mirrored, in square pixels.
    package var scene: PixelSize<SceneSpace>
    /// The time of its first frame, in milliseconds.
    package var firstFrameMs = 0.0
    /// How long a frame is usually shown, in milliseconds; 0 for a picture.
    package var frameMs = 0.0
    /// Where its pictures lie from which time on, by time; empty where all of them fill the scene.
    package var regions: [Region] = []

    /// Makes a clip whose pictures fill the scene.
    package init(scene: PixelSize<SceneSpace>) { self.scene = scene }
  }

  /// A part of a clip whose pictures lie elsewhere in the scene than those before.
  package struct Region: Sendable {
    /// The time of its first frame, in milliseconds.
    package var startMs: Double
    /// Where its pictures lie.
    package var place: SceneMapping.Region

    package init(startMs: Double, place: SceneMapping.Region) {
      (self.startMs, self.place) = (startMs, place)
    }
  }

  /// The way from the tracker's picture to the scene.
  package let scene: SceneMapping
  let recording: TrackedSamples
  private let clip: Clip
  let recipe: RenderRecipe
  /// The samples as the tracker made them, and as they are shown.
  private(set) var tracked: SharedSamples
  private var shown: SharedSamples
  private var poses: PoseCompletion?
  /// What is to be said about the scenes on cards.
  private let tally = SceneTally()
  /// The faces that were seen so far.
  package let facesSeen = FaceTally()
  /// The faces that the avatars are given to first, from left to right; empty where one avatar is for all.
  private let firstFaces: [Int]
  /// What hands do to avatars; nil where they do nothing.
  private let motionCues: MotionCues?
  /// The runs of the cards; nil where none is followed, or later samples are not known.
  private let cardRuns: CardRuns?
  /// Where puppets stand; nil where faces are where they are.
  private let puppets: PuppetStage?

  /// Makes a builder.
  ///
  /// - Parameter endMs: tells when the clip's last frame ends, in milliseconds, which may read all of the clip; nil for
  ///   a picture, beyond which nothing is known. It is asked only where cards are followed.
  package init(
    _ recording: TrackedSamples, _ clip: Clip, _ recipe: RenderRecipe,
    endMs: () throws -> Double? = { nil }
  ) throws {
    (self.recording, self.clip, self.recipe) = (recording, clip, recipe)
    let (header, samples) = (recording.header, recording.samples)
    scene = SceneMapping(header: header, scene: clip.scene)
    let tracked =
      recipe.seenLive.map { live in
        samples.filtered {
          var pipeline = LivePipeline(live, timeOffsetMs: header.timeOffsetMs)
          return { pipeline.shown($0) }
        }
      } ?? samples
    // A session takes what the tracker saw, without poses that were solved since.
    let poses = recipe.needsPoses ? PoseCompletion(header.camera) : nil
    shown = poses.map { poses in tracked.filtered { { poses.completed($0) } } } ?? tracked
    (self.tracked, self.poses) = (tracked, poses)
    let first =
      (recipe.givenAvatars ?? recipe.avatars.count) > 1 ? try tracked.reopened() : { nil }
    firstFaces = try FirstFaces.leftToRight(header: header, in: scene, source: first)
    motionCues = try recipe.swipedAvatars.map { _ in
      try MotionCues(header: header, source: tracked.reopened())
    }
    puppets =
      recipe.passes.puppet
      ? try PuppetStage(
        PuppetStage.box(of: recipe.avatars, recipe.placement), header: header, in: scene,
        source: tracked.reopened()) : nil
    guard recipe.seenLive == nil, let plan = Self.plan(recipe, recording), !plan.isStill,
      let endMs = try endMs()
    else {
      cardRuns = nil
      return
    }
    cardRuns = try Self.cardRuns(plan, recording, from: tracked.reopened(), endMs: endMs)
  }

  /// When the cards are there, by a reading of the samples.
  ///
  /// - Parameter note: is given the cards of each sample by their identities.
  static func cardRuns(
    _ plan: ScenePlan, _ recording: TrackedSamples, from source: @escaping SharedSamples.Source,
    endMs: Double, note: (_ timeMs: Double, [Int: ImageSample]) -> Void = { _, _ in }
  ) throws -> CardRuns {
    let gaps = GapOptions().scaled(toIntervalMs: recording.intervalMs)
    let images = ImageTimeline(
      header: recording.header, gaps: gaps, given: recording.imageIdentities,
      printed: plan.printed, source: source)
    return try CardRuns(
      plan, images, in: recording.header.size, maxGapMs: gaps.maxGapMs, endMs: endMs, note: note)
  }

  /// The samples, one after the other, nil at their end.
  package func samples() -> SharedSamples.Source { tracked.reader() }

  /// What a person should know about what was done to the samples, after they were read.
  package var notes: [String] { [poses?.note, unpainted, unswiped].compactMap(\.self) }

  /// That swipes change no avatar; nil where they may, or none is asked for.
  private var unswiped: String? {
    guard let motionCues, let list = recipe.swipedAvatars else { return nil }
    if !motionCues.sawHand {
      return "no avatar was changed by swipes: the tracking has no hands"
    }
    return list.count > 1
      ? nil : "the list that swipes go through has one avatar; they change nothing else"
  }

  /// That faces lacked the landmarks that something follows; nil where none did.
  private var unpainted: String? {
    let paints = recipe.avatars.contains { measured in
      measured.avatar.layers.contains { $0.surface.kind == .face }
    }
    guard facesSeen.sawBareFace else { return nil }
    if recipe.placement.mode == .landmarks {
      return "there are faces without landmarks; placement by landmarks draws nothing on them"
    }
    guard paints else { return nil }
    return "there are faces without landmarks; layers that lie on the face are not drawn on them"
  }

  /// What was seen of cards and their scenes so far.
  package var scenesSeen: SceneTally { tally }

  /// The recording over time, placed in a frame.
  package func timeline(in output: OutputMapping) throws -> RecordingTimeline {
    var parts = parts()
    let first = parts.removeFirst()
    var placer = placer(in: output)
    placer.scene = first.scene
    let exposureMs = clip.frameMs * recipe.passes.shutter.degrees / 360
    var timeline = RecordingTimeline(
      faces: first.faces, placer: placer, moments: try moments(), hands: hands(),
      images: images(), scenes: scenes(in: output), showsSession: recipe.showsSession,
      later: parts, exposure: exposureMs > 0 ? try exposure(ofMs: exposureMs, in: output) : nil,
      seen: facesSeen)
    timeline.place(on: puppets)
    if recipe.showsSession {
      let theme = try recipe.passes.hud.theme.load()
      timeline.placeHud(by: HudCover(theme, on: output.output))
    }
    return timeline
  }

  /// What tells where layers lie when the shutter opens and when it closes.
  private func exposure(
    ofMs durationMs: Double, in output: OutputMapping
  ) throws -> RecordingTimeline.Exposure {
    func timeline() throws -> RecordingTimeline {
      var parts = parts()
      let first = parts.removeFirst()
      var placer = placer(in: output)
      placer.scene = first.scene
      placer.measuresOnly = true
      var timeline = RecordingTimeline(
        faces: first.faces, placer: placer, moments: try moments(), later: parts)
      timeline.place(on: puppets)
      return timeline
    }
    return RecordingTimeline.Exposure(
      durationMs: durationMs, timelines: [try timeline(), try timeline()])
  }

  /// The faces and what avatars follow over time, by a reading of their own; placed nowhere.
  func apart() throws -> RecordingTimeline { try apart(withImages: false) }

  /// The same placed in the scene's picture, with the printed pictures that the tracking has, for a look ahead.
  package func ahead() throws -> RecordingTimeline { try apart(withImages: recording.showsImages) }

  private func apart(withImages: Bool) throws -> RecordingTimeline {
    var apart = self
    let samples = SharedSamples(try tracked.reopened()) { [tracked] in try tracked.reopened() }
    // What is solved here is not counted with the frames'.
    let poses = poses.map { _ in PoseCompletion(recording.header.camera) }
    (apart.tracked, apart.poses) = (samples, poses)
    apart.shown = poses.map { poses in samples.filtered { { poses.completed($0) } } } ?? samples
    var parts = apart.parts()
    let first = parts.removeFirst()
    let size = PixelSize<OutputSpace>(clamping: clip.scene.width, clip.scene.height)
    var placer = apart.placer(in: OutputMapping(scene: clip.scene, output: size))
    placer.scene = first.scene
    placer.measuresOnly = true
    var timeline = RecordingTimeline(
      faces: first.faces, placer: placer, moments: try apart.moments(),
      images: withImages ? apart.imageTimeline() : nil, later: parts)
    // No crop follows puppets: they stand in the middle of it.
    timeline.place(on: puppets.map { _ in .empty })
    return timeline
  }

  /// The faces over time, smoothed as the settings say or otherwise.
  package func faces(smoothing: SmoothingOptions? = nil) -> FaceTimeline {
    faces(shown.reader(), firstFrameMs: clip.firstFrameMs, smoothing: smoothing)
  }

  /// The faces as the tracker saw them and as they are smoothed, by a reading of their own, for a look that runs ahead.
  package func facesAhead() throws -> (raw: FaceTimeline, smoothed: FaceTimeline) {
    let own = SharedSamples(try shown.reopened()) { [shown] in try shown.reopened() }
    func timeline(_ smoothing: SmoothingOptions?) -> FaceTimeline {
      faces(own.reader(), firstFrameMs: clip.firstFrameMs, smoothing: smoothing)
    }
    return (timeline(SmoothingOptions(.none)), timeline(nil))
  }

  /// What places the avatars' layers in a frame.
  package func placer(in output: OutputMapping) -> Placer {
    Placer(
      avatars: recipe.avatars, scene: scene, output: output, options: recipe.placement,
      firstFaces: firstFaces, given: recipe.givenAvatars,
      cues: recipe.avatarCues + (motionCues?.cues ?? []), swiped: recipe.swipedAvatars ?? [],
      profile: recipe.profile)
  }

  private func faces(
    _ source: @escaping SharedSamples.Source, firstFrameMs: Double,
    smoothing: SmoothingOptions? = nil
  ) -> FaceTimeline {
    var smoothing = smoothing ?? recipe.smoothing
    // Live, what comes after a sample is unknown.
    if recipe.seenLive != nil, smoothing.strategy == .offline { smoothing.strategy = .ema }
    return FaceTimeline(
      header: recording.header, smoothing: smoothing, gaps: recipe.gaps,
      intervalMs: recording.intervalMs,
      live: recipe.seenLive?.between, firstFrameMs: firstFrameMs, source: source)
  }

  /// The faces of each part of the clip, with the samples of its time.
  private func parts() -> [RecordingTimeline.Part] {
    guard clip.regions.count > 1 else {
      let place = clip.regions.first?.place
      return [
        RecordingTimeline.Part(
          startMs: -.infinity, faces: faces(),
          scene: SceneMapping(header: recording.header, scene: clip.scene, in: place))
      ]
    }
    let ends = clip.regions.dropFirst().map(\.startMs) + [.infinity]
    return zip(clip.regions.indices, zip(clip.regions, ends)).map { index, bounds in
      let (region, endMs) = bounds
      let startMs = index == 0 ? -Double.infinity : region.startMs
      let read = shown.reader()
      let own = { [offsetMs = recording.header.timeOffsetMs] () throws -> TrackingSample? in
        while let sample = try read() {
          let timeMs = sample.timestampMs + offsetMs + FaceTimeline.exactMs
          if timeMs < startMs { continue }
          return timeMs < endMs ? sample : nil
        }
        return nil
      }
      return RecordingTimeline.Part(
        startMs: startMs,
        faces: faces(own, firstFrameMs: index == 0 ? clip.firstFrameMs : startMs),
        scene: SceneMapping(header: recording.header, scene: clip.scene, in: region.place))
    }
  }

  /// The hands as tracks that go on beyond what the tracker saw.
  package func handTracks() -> HandTracks {
    HandTracks(header: recording.header, intervalMs: recording.intervalMs, source: tracked.reader())
  }

  /// The hands over time; nil where nothing is drawn of them.
  private func hands() -> SceneHandTimeline? {
    guard recipe.followsHands else { return nil }
    return SceneHandTimeline(
      header: recording.header, gaps: recipe.gaps, intervalMs: recording.intervalMs,
      isLive: recipe.seenLive != nil, source: tracked.reader())
  }

  /// The printed pictures over time; nil where nothing is drawn of them.
  private func images() -> ImageTimeline? {
    recipe.followsImages ? imageTimeline() : nil
  }

  private func imageTimeline() -> ImageTimeline {
    ImageTimeline(
      header: recording.header, gaps: recipe.gaps, intervalMs: recording.intervalMs,
      isLive: recipe.seenLive != nil, given: recording.imageIdentities, source: tracked.reader())
  }

  /// What is drawn on cards, which may be nothing where they only hide avatars; nil where they need not be followed.
  private static func plan(_ recipe: RenderRecipe, _ recording: TrackedSamples) -> ScenePlan? {
    let hides =
      recording.showsImages && recipe.cardsHideAvatars
      && recipe.avatars.contains { !$0.avatar.layers.isEmpty }
    return recipe.scenes ?? (hides ? ScenePlan(scenes: []) : nil)
  }

  /// What cards show and hide over time; nil where they do neither.
  private func scenes(in output: OutputMapping) -> SceneTimeline? {
    Self.plan(recipe, recording).map { plan in
      SceneTimeline(
        plan, header: recording.header, intervalMs: recording.intervalMs,
        isLive: recipe.seenLive != nil,
        given: recording.imageIdentities, runs: cardRuns,
        hidesLayers: recipe.cardsHideAvatars, through: scene, in: output,
        // Where no scenes are asked for, none is missed.
        tally: recipe.scenes == nil ? SceneTally() : tally,
        source: tracked.reader)
    }
  }

  /// What avatars follow beside the faces, and the session, over time; nil where nothing asks.
  private func moments() throws -> MomentTimeline? {
    let isFollowed =
      recording.path != nil && recipe.avatars.contains(where: \.avatar.followsRecording)
    guard isFollowed || recipe.namesSession || recipe.showsSession else { return nil }
    return try MomentTimeline(
      recipe.session, header: recording.header, path: recording.path ?? "tracking",
      isLive: recipe.seenLive != nil, motions: isFollowed ? tracked.reader() : nil,
      source: tracked.reader())
  }
}

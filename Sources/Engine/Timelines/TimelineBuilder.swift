package import Avatars
package import Geometry
package import Placement
package import Tracking

/// Assembles what is known of a recording over time: faces, hands, session, and where layers go.
///
/// Clips, pictures, single frames, best-frame scoring, alignment and previews ask it, so that each sees the
/// same. The tracking is read once, and its samples are handed out to whoever follows them.
package struct TimelineBuilder {
  /// The clip that the samples belong to.
  package struct Clip: Sendable {
    /// Its picture, upright and un-mirrored, in square pixels.
    package var scene: PixelSize<SceneSpace>
    /// The time of its first frame, in milliseconds.
    package var firstFrameMs = 0.0
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

    /// Makes a region.
    package init(startMs: Double, place: SceneMapping.Region) {
      (self.startMs, self.place) = (startMs, place)
    }
  }

  /// What is followed, and how.
  package struct Settings: Sendable {
    /// Where layers go.
    package var placement = PlacementOptions()
    /// How the tracker's jitter is smoothed.
    package var smoothing = SmoothingOptions()
    /// What happens between and after the samples of a face.
    package var gaps = GapOptions()
    /// The median interval of the samples, in milliseconds, by which gaps are scaled; nil where it is unknown.
    package var intervalMs: Double?
    /// How the samples were seen live, where that is shown; nil for what is known afterwards.
    package var live: LiveOptions?
    /// The session that avatars follow; nil for none, and then hands alone are followed.
    package var session: SessionPlan?
    /// Whether the state of the session that is asked for is written into the picture.
    package var namesSession = false
    /// Whether the session is drawn: the one that is asked for, or the game's own.
    package var showsSession = false
    /// Whether something is drawn of the hands, or of the samples' ages.
    package var followsHands = false
    /// Whether printed pictures are followed.
    package var followsImages = false
    /// What users did to avatars; and how many of these faces get on their own, nil for all.
    package var avatarCues: [AvatarCue] = []
    package var givenAvatars: Int?
    /// How avatars sit on faces.
    package var profile = FitProfile()
    /// What is drawn on cards; nil for nothing.
    package var scenes: ScenePlan?
    /// The identities that the samples give printed pictures anywhere, which others do not get.
    package var imageIdentities: Set<Int> = []
    /// The tracking file, for messages; nil where nothing was tracked.
    package var path: String?

    /// Makes settings with which faces alone are followed.
    package init() {}
  }

  /// The way from the tracker's picture to the scene.
  package let scene: SceneMapping
  private let header: TrackingHeader
  private let clip: Clip
  private let avatars: [MeasuredAvatar]
  private let settings: Settings
  /// The samples as the tracker made them, and as they are shown.
  private let (tracked, shown): (SharedSamples, SharedSamples)
  private let poses: PoseCompletion?
  /// What is to be said about the scenes on cards.
  private let tally = SceneTally()
  /// The faces that were seen so far.
  package let facesSeen = FaceTally()
  /// The faces that the avatars are given to first, from left to right; empty where one avatar is for all.
  private let firstFaces: [Int]

  /// Makes a builder.
  ///
  /// - Parameters:
  ///   - avatars: those that faces wear, from left to right.
  ///   - samples: the whole recording's, from its first on, whatever part of the clip is shown.
  package init(
    _ header: TrackingHeader, _ clip: Clip, avatars: [MeasuredAvatar], _ settings: Settings,
    samples: SharedSamples
  ) throws {
    (self.header, self.clip, self.avatars, self.settings) = (header, clip, avatars, settings)
    scene = SceneMapping(header: header, scene: clip.scene)
    let tracked =
      settings.live.map { live in
        samples.filtered {
          var pipeline = LivePipeline(live, timeOffsetMs: header.timeOffsetMs)
          return { pipeline.shown($0) }
        }
      } ?? samples
    // A session takes what the tracker saw, without poses that were solved since.
    let poses = settings.placement.mode == .matrix ? PoseCompletion(header.size) : nil
    shown = poses.map { poses in tracked.filtered { { poses.completed($0) } } } ?? tracked
    (self.tracked, self.poses) = (tracked, poses)
    let first = (settings.givenAvatars ?? avatars.count) > 1 ? try tracked.reopened() : { nil }
    firstFaces = try FirstFaces.leftToRight(header: header, in: scene, source: first)
  }

  /// The samples, one after the other, nil at their end.
  package func samples() -> SharedSamples.Source { tracked.reader() }

  /// What a person should know about what was done to the samples, after they were read.
  package var notes: [String] { [poses?.note].compactMap(\.self) }

  /// What was seen of cards and their scenes so far.
  package var scenesSeen: SceneTally { tally }

  /// The recording over time, placed in a frame.
  package func timeline(in output: OutputMapping) throws -> RecordingTimeline {
    var parts = parts()
    let first = parts.removeFirst()
    var placer = placer(in: output)
    placer.scene = first.scene
    return RecordingTimeline(
      faces: first.faces, placer: placer, moments: try moments(), hands: hands(),
      images: images(), scenes: scenes(in: output), showsSession: settings.showsSession,
      later: parts, seen: facesSeen)
  }

  /// The faces over time, smoothed as the settings say or otherwise.
  package func faces(smoothing: SmoothingOptions? = nil) -> FaceTimeline {
    faces(shown.reader(), firstFrameMs: clip.firstFrameMs, smoothing: smoothing)
  }

  /// What places the avatars' layers in a frame.
  package func placer(in output: OutputMapping) -> Placer {
    Placer(
      avatars: avatars, scene: scene, output: output, options: settings.placement,
      firstFaces: firstFaces, given: settings.givenAvatars, cues: settings.avatarCues,
      profile: settings.profile)
  }

  private func faces(
    _ source: @escaping SharedSamples.Source, firstFrameMs: Double,
    smoothing: SmoothingOptions? = nil
  ) -> FaceTimeline {
    var smoothing = smoothing ?? settings.smoothing
    // Live, nobody knows what comes after a sample.
    if settings.live != nil, smoothing.strategy == .offline { smoothing.strategy = .ema }
    return FaceTimeline(
      header: header, smoothing: smoothing, gaps: settings.gaps, intervalMs: settings.intervalMs,
      live: settings.live?.between, firstFrameMs: firstFrameMs, source: source)
  }

  /// The faces of each part of the clip, with the samples of its time.
  private func parts() -> [RecordingTimeline.Part] {
    guard clip.regions.count > 1 else {
      let place = clip.regions.first?.place
      return [
        RecordingTimeline.Part(
          startMs: -.infinity, faces: faces(),
          scene: SceneMapping(header: header, scene: clip.scene, in: place))
      ]
    }
    let ends = clip.regions.dropFirst().map(\.startMs) + [.infinity]
    return zip(clip.regions.indices, zip(clip.regions, ends)).map { index, bounds in
      let (region, endMs) = bounds
      let startMs = index == 0 ? -Double.infinity : region.startMs
      let read = shown.reader()
      let own = { [offsetMs = header.timeOffsetMs] () throws -> TrackingSample? in
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
        scene: SceneMapping(header: header, scene: clip.scene, in: region.place))
    }
  }

  /// The hands as tracks that go on beyond what the tracker saw.
  package func handTracks() -> HandTracks {
    HandTracks(header: header, intervalMs: settings.intervalMs, source: tracked.reader())
  }

  /// The hands over time; nil where nothing is drawn of them.
  private func hands() -> SceneHandTimeline? {
    guard settings.followsHands else { return nil }
    return SceneHandTimeline(
      header: header, gaps: settings.gaps, intervalMs: settings.intervalMs,
      isLive: settings.live != nil, source: tracked.reader())
  }

  /// The printed pictures over time; nil where nothing is drawn of them.
  private func images() -> ImageTimeline? {
    guard settings.followsImages else { return nil }
    return ImageTimeline(
      header: header, gaps: settings.gaps, intervalMs: settings.intervalMs,
      isLive: settings.live != nil, given: settings.imageIdentities, source: tracked.reader())
  }

  /// What is drawn on cards over time; nil where nothing is.
  private func scenes(in output: OutputMapping) -> SceneTimeline? {
    settings.scenes.map { plan in
      SceneTimeline(
        plan, header: header, intervalMs: settings.intervalMs, isLive: settings.live != nil,
        given: settings.imageIdentities, through: scene, in: output, tally: tally,
        source: tracked.reader)
    }
  }

  /// What avatars follow beside the faces, and the session, over time; nil where nothing asks.
  private func moments() throws -> MomentTimeline? {
    let isFollowed = settings.path != nil && avatars.contains(where: \.avatar.followsRecording)
    let isNamed = settings.session != nil && settings.namesSession
    guard isFollowed || isNamed || settings.showsSession else { return nil }
    return try MomentTimeline(
      settings.session, header: header, path: settings.path ?? "tracking",
      source: tracked.reader())
  }
}

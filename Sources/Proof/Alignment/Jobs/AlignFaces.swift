internal import Avatars
internal import ClipReading
internal import Geometry
internal import Isolation
internal import Recipe
internal import Recordings
internal import Rendering
internal import Timelines
internal import Tracking
internal import TrackingFiles

/// The faces of a recording, as they were tracked and as they are smoothed, side by side.
struct AlignFaces {
  /// What is seen in one frame.
  struct Seen {
    var raw: [TimedFace]
    var smoothed: [TimedFace]
    /// The samples since the last frame, in pairs.
    var samples: [(raw: IdentifiedSample, smoothed: IdentifiedSample)]
  }

  let header: TrackingHeader
  /// What assembles the recording's state over time.
  let timelines: TimelineBuilder
  private let source: TrackingSource
  private let fit: TrackingFit?
  /// How avatars sit on faces; nil where nothing says so.
  private let profile: FitProfile?
  private let avatars: [String]
  /// Where the clip shows the faces; nil where only their samples tell.
  private let skin: ClipSkin?
  private var raw: FaceTimeline
  private var smoothed: FaceTimeline
  private var waitingRaw: [IdentifiedSample] = []
  private var waitingSmoothed: [IdentifiedSample] = []

  /// Opens the tracking, which has to belong to the clip.
  ///
  /// - Parameter avatars: those that faces wear; empty where nothing is placed.
  init(
    _ settings: AlignSettings, _ clip: ClipReader, wearing avatars: [MeasuredAvatar],
    _ cancellation: Cancellation
  ) throws {
    let (render, scene) = (settings.render, clip.info.sceneSize)
    let fit = try render.recording.tracking.map {
      try TrackingFit(of: $0, render.tracking, against: clip)
    }
    try fit?.check()
    func open() throws(TrackingFault) -> TrackingSource {
      try TrackingSource(
        path: render.recording.tracking, options: render.tracking,
        clipSize: scene.retyped(as: TrackerSpace.self))
    }
    (source, self.fit) = (try open(), fit)
    profile = try render.fitProfile.map { try FitProfileFile.read(path: $0) }
    self.avatars = avatars.map(\.avatar.id)
    header = source.header
    var appearance = Appearance()
    (appearance.placement, appearance.smoothing) = (render.placement, render.smoothing)
    appearance.gaps = render.gaps
    // Where layers are is asked here, not how much is seen of them.
    appearance.gaps.newFaces = .show
    var recipe = RenderRecipe(appearance, avatars: avatars)
    recipe.profile = profile ?? FitProfile()
    var tracked = TrackedSamples(header, source.shared(reopened: open))
    tracked.intervalMs = fit?.intervalMs
    timelines = try TimelineBuilder(tracked, TimelineBuilder.Clip(scene: scene), recipe)
    // A file's overlay is measured as it is, and what is not there is not moved.
    skin =
      avatars.allSatisfy(\.avatar.layers.isEmpty)
      ? nil
      : try ClipSkin(render, clip, timelines, limits: VideoLimits()) {
        if cancellation.isRequested { throw RenderingError.interrupted }
      }
    (raw, smoothed) = (timelines.faces(smoothing: SmoothingOptions(.none)), timelines.faces())
  }

  /// What is seen at a time; times must not go down.
  mutating func at(_ time: Double, observing: (IdentifiedSample) -> Void) throws -> Seen {
    var (newRaw, newSmoothed): ([IdentifiedSample], [IdentifiedSample]) = ([], [])
    let rawFaces = try raw.faces(atMs: time) { newRaw.append($0) }
    var smoothedFaces = try smoothed.faces(atMs: time) {
      newSmoothed.append($0)
      observing($0)
    }
    if let skin {
      smoothedFaces = try skin.steadied(smoothedFaces, atMs: time, in: timelines.scene)
    }
    timelines.facesSeen.note(smoothedFaces)
    waitingRaw += newRaw
    waitingSmoothed += newSmoothed
    let count = min(waitingRaw.count, waitingSmoothed.count)
    let samples = zip(waitingRaw.prefix(count), waitingSmoothed.prefix(count)).map { ($0, $1) }
    waitingRaw.removeFirst(count)
    waitingSmoothed.removeFirst(count)
    return Seen(raw: rawFaces, smoothed: smoothedFaces, samples: samples)
  }

  /// What a person should know about the tracking.
  var notes: [String] {
    var notes = fit?.notes ?? ["the recording has no tracking file"]
    notes += source.notes + timelines.notes + (skin?.notes ?? [])
    return notes
      + FitProfileFile.notes(profile, avatars: avatars, seen: timelines.facesSeen).map(\.line)
  }
}

internal import Geometry
internal import Placement
internal import Rendering
internal import Tracking
internal import Video

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
  let mapping: SceneMapping
  private let source: TrackingSource
  private let fit: TrackingFit?
  /// Whom several avatars are given to first, from left to right.
  let firstFaces: [Int]
  private var raw: FaceTimeline
  private var smoothed: FaceTimeline
  private var waitingRaw: [IdentifiedSample] = []
  private var waitingSmoothed: [IdentifiedSample] = []

  /// Opens the tracking, which has to belong to the clip.
  init(_ settings: AlignSettings, _ clip: ClipReader) throws {
    let (render, scene) = (settings.render, clip.info.sceneSize)
    fit = try render.recording.tracking.map {
      try TrackingFit(of: $0, render.tracking, against: clip)
    }
    try fit?.check()
    // Smoothing is compared with no smoothing, so the file is read twice; two readers of a file of
    // an hour take no memory.
    func open() throws -> TrackingSource {
      try TrackingSource(
        path: render.recording.tracking, options: render.tracking,
        clipSize: scene.retyped(as: TrackerSpace.self),
        needsPose: render.placement.mode == .matrix)
    }
    let (first, second) = (try open(), try open())
    source = first
    header = first.header
    mapping = SceneMapping(header: header, scene: scene)
    // Where layers are is asked here, not how much is seen of them.
    var gaps = render.gaps
    gaps.newFaces = .show
    raw = FaceTimeline(
      header: header, smoothing: SmoothingOptions(.none), gaps: gaps, intervalMs: fit?.intervalMs,
      source: { try second.next() })
    smoothed = FaceTimeline(
      header: header, smoothing: render.smoothing, gaps: gaps, intervalMs: fit?.intervalMs,
      source: { try first.next() })
    let third = render.avatars.names.count > 1 ? try open() : nil
    firstFaces = try FirstFaces.leftToRight(header: header, in: mapping) { try third?.next() }
  }

  /// What is seen at a time; times must not go down.
  mutating func at(_ time: Double, observing: (IdentifiedSample) -> Void) throws -> Seen {
    var (newRaw, newSmoothed): ([IdentifiedSample], [IdentifiedSample]) = ([], [])
    let rawFaces = try raw.faces(atMs: time) { newRaw.append($0) }
    let smoothedFaces = try smoothed.faces(atMs: time) {
      newSmoothed.append($0)
      observing($0)
    }
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
    (fit?.notes ?? ["the recording has no tracking file"]) + source.notes
  }
}

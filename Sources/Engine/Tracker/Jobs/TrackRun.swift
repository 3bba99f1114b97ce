internal import Tracking
internal import TrackingFiles

/// A run between two frames: what was found so far, and what the tracker's clock shows.
struct TrackRun {
  private let settings: TrackSettings
  private let tracker: any FrameTracker
  private let writer: TrackingWriter
  /// The last frame that an earlier run tracked.
  private let resumedMs: Double?
  private var clock = WholeClock()
  private var lastTakenMs = -Double.infinity
  private var secondLook: SecondLook?
  private var smallFaces: SmallFaces?
  private var sizes: PicturePair?
  /// Where pictures of other shapes lie in the frames; nil where all fill them.
  var ownPictures: OwnPictures?
  /// What looks for printed pictures in the same frames.
  var images: (any ClipTracker)?
  private let budget = DecodingBudget()
  /// Until when a live tracker would have been busy, on the clip's clock.
  private var busyUntilMs = -Double.infinity
  private var first: Double?
  private var last = 0.0
  var summary: TrackSummary

  init(
    settings: TrackSettings, tracker: any FrameTracker, writer: TrackingWriter,
    part: PartialTracking?, mostFaces: Int?
  ) {
    (self.settings, self.tracker, self.writer) = (settings, tracker, writer)
    resumedMs = part?.lastTimeMs
    summary = TrackSummary(tracker: tracker.note, askedFaces: mostFaces)
    summary.resumed = part?.sampleCount ?? 0
  }

  /// From now on faces that are missing, or small, are looked at again.
  mutating func look(
    again setup: CloseUpSetup, at source: TrackedClip, _ sizes: PicturePair,
    _ isCancelled: @escaping () -> Bool
  ) {
    let desk = CloseUpTracking(setup, isCancelled: isCancelled)
    smallFaces = SmallFaces(desk, sizes)
    self.sizes = sizes
    guard !source.isStill else { return }
    let look = GapLook(desk, source, sizes, budget)
    secondLook = SecondLook(
      GapFinder(size: sizes.tracker), mostFaces: setup.mostFaces,
      settledMs: resumedMs ?? -.infinity, look: look.faces)
  }

  /// The first frame's time.
  var firstMs: Double { first ?? 0 }
  /// From the first frame to the last, in milliseconds.
  var lengthMs: Double { last - firstMs }

  /// Whether there was a frame at a time, or after it.
  func reaches(_ timeMs: Double) -> Bool {
    first != nil && timeMs <= last + FaceTimeline.exactMs
  }

  /// Tracks a frame, if it is one that is tracked.
  mutating func take(_ frame: TrackerFrame) throws {
    summary.frames += 1
    budget.addFrame()
    first = first ?? frame.timestampMs
    last = frame.timestampMs
    // The tracker's clock goes on with every frame, so that it shows the same whichever are tracked.
    let timeMs = clock.next(for: frame.timestampMs)
    guard let picture = frame.picture else { return }
    if settings.dropsBusy, frame.timestampMs < busyUntilMs {
      summary.dropped += 1
      return
    }
    let start = ContinuousClock.now
    var sample = try tracker.track(picture, atMs: timeMs)
    busyUntilMs = frame.timestampMs + (ContinuousClock.now - start) / .milliseconds(1)
    sample.timestampMs = frame.timestampMs
    // A frame at the time of the one before it is not written.
    guard sample.timestampMs > lastTakenMs else { return }
    lastTakenMs = sample.timestampMs
    try images?.show(picture, atMs: frame.timestampMs)
    if let sizes {
      let count = try smallFaces?.complete(&sample, atMs: timeMs, seen: picture) {
        try frame.picture(ofSize: sizes.clip) ?? picture
      }
      if isNew(sample) {
        summary.closeUps += count ?? 0
        summary.framesWithOthers += smallFaces?.hasOthers == true ? 1 : 0
      }
    }
    for sample in try secondLook?.add(sample) ?? [sample] { try write(sample) }
  }

  /// Writes what was held back.
  mutating func finish() throws {
    for sample in try secondLook?.finish() ?? [] { try write(sample) }
  }

  /// Whether no earlier run has the sample: what it has is neither written nor counted again.
  private func isNew(_ sample: TrackingSample) -> Bool {
    sample.timestampMs > resumedMs ?? -.infinity
  }

  private mutating func write(_ sample: TrackingSample) throws {
    guard isNew(sample) else { return }
    try writer.write(ownPictures?.sample(sample) ?? sample)
    summary.count(sample)
    summary.secondLook = secondLook?.found ?? 0
    summary.cutLooks = budget.cutStretches
  }
}

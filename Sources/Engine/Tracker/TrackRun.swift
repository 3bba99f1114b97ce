internal import Tracking
internal import TrackingFiles

/// A run between two frames: what was found so far, and what the tracker's clock shows.
struct TrackRun {
  private let settings: TrackSettings
  private let tracker: any FrameTracker
  private let writer: TrackingWriter
  private let mostFaces: Int?
  /// The last frame that an earlier run tracked.
  private let resumedMs: Double?
  private var clock = WholeClock()
  private var lastWrittenMs = -Double.infinity
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
    self.mostFaces = mostFaces
    resumedMs = part?.lastTimeMs
    summary = TrackSummary(tracker: tracker.note)
    summary.resumed = part?.sampleCount ?? 0
  }

  /// The first frame's time.
  var firstMs: Double { first ?? 0 }
  /// From the first frame to the last, in milliseconds.
  var lengthMs: Double { last - firstMs }

  /// Tracks a frame, if it is one that is tracked.
  mutating func take(_ frame: TrackerFrame) throws {
    summary.frames += 1
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
    // What an earlier run has, and a frame at the time of the one before it, are not written.
    guard sample.timestampMs > max(lastWrittenMs, resumedMs ?? -.infinity) else { return }
    try writer.write(sample)
    lastWrittenMs = sample.timestampMs
    summary.count(sample, most: mostFaces)
  }
}

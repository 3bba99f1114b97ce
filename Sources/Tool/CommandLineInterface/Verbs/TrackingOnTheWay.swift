import Foundation
import Rendering
import Requests
import Synchronization
import Tracker

/// Tracks a clip or picture that has no tracking file, before the job that needs one.
enum TrackingOnTheWay {
  /// Where this process can track.
  private enum Place {
    /// In a process that it starts.
    case outside
    /// Nowhere: it may start none, and nobody gave it the tracker's files.
    case nowhere
    /// In itself, for so many seconds: it is closed in, with the tracker's files.
    case inside(seconds: Double)
  }

  private static let place = Mutex(Place.outside)
  /// A folder that goes when this process ends.
  private static let passing = Mutex<String?>(nil)

  /// Says that this process is closed in: its recordings are as they are, or tracked in it.
  ///
  /// - Parameter seconds: how long it may track; nil for not at all.
  static func closeIn(seconds: Double?) {
    place.withLock { $0 = seconds.map { .inside(seconds: $0) } ?? .nowhere }
  }

  /// The recording of a request; one without a tracking file is tracked where that is needed.
  ///
  /// What was found is kept in the cache, and taken from there the next time.
  static func recording(
    of request: RenderRequest, isNeeded: Bool, _ interruption: Interruption,
    progress: ProgressStyle = .auto
  ) throws -> RecordingLocation {
    let place = place.withLock { $0 }
    if case .nowhere = place { return try request.recordingLocation() }
    var recording = try request.recordingLocation(tracksOnTheWay: true)
    guard isNeeded, recording.tracking == nil else { return recording }
    let environment = ProcessInfo.processInfo.environment
    let found = try tracker(of: request, place, environment)
    // Avatars are on faces; that nobody looks for hands matters where there is no face either.
    if !found.models.tasks.contains(.face) {
      for note in found.models.notes { StandardStreams.message("note: \(note)") }
    }
    let cache = try cache(request.tracker.cache, environment)
    let entry = try cache.entry(
      of: recording.media, rate: recording.picturesRate, recording.reading, found)
    let kept = cache.find(entry)
    if kept == .whole {
      StandardStreams.message("note: the tracking is that of an earlier run, \(entry.path)")
    } else {
      if case .unfit(let reason) = kept {
        StandardStreams.message(
          "note: \(entry.path), which an earlier run tracked, is not used and made anew: \(reason)")
      }
      let tracked = cache.passingPath()
      try track(recording, to: tracked, found, place, progress, interruption)
      try cache.keep(tracked, as: entry)
      cache.prune()
    }
    recording.tracking = entry.path
    return recording
  }

  private static func tracker(
    of request: RenderRequest, _ place: Place, _ environment: [String: String]
  ) throws -> FoundTracker {
    if case .inside = place { return try request.tracker.named() }
    return try request.tracker.found(
      modelsFolder: Libraries.modelsFolder(beside: Libraries.avatars(request)),
      environment: environment, executable: Libraries.executable)
  }

  /// The cache that may be written to: the one that is named, the user's, or a passing one.
  private static func cache(
    _ named: String?, _ environment: [String: String]
  ) throws -> TrackingCache {
    if let cache = TrackingCache(folder: named, environment: environment) {
      if cache.prepare() { return cache }
      if let named {
        throw UsageError("--cache: \(named) cannot be made, or not be written to; name another")
      }
      StandardStreams.message(
        "note: \(cache.folder) cannot be written to, so the tracking is not kept; see --cache")
    }
    let passing = FileManager.default.temporaryDirectory
      .appending(path: "avatar-overlay-tracking-\(getuid())-\(getpid())").path
    guard let cache = TrackingCache(folder: passing, environment: [:]), cache.prepare() else {
      throw UsageError("\(passing) cannot be made; name a folder with --cache")
    }
    Self.passing.withLock { $0 = passing }
    atexit {
      if let folder = TrackingOnTheWay.passing.withLock({ $0 }) {
        try? FileManager.default.removeItem(atPath: folder)
      }
    }
    return cache
  }

  private static func track(
    _ recording: RecordingLocation, to path: String, _ found: FoundTracker, _ place: Place,
    _ progress: ProgressStyle, _ interruption: Interruption
  ) throws {
    var settings = TrackSettings(media: recording.media, output: path)
    settings.rate = recording.picturesRate
    settings.reading = recording.reading
    settings.keepsPart = false
    settings.allowsDamagedStill = true
    let job = try TrackJob(settings)
    StandardStreams.message("tracking \(recording.media), which has no tracking file")
    let summary =
      if case .inside(let seconds) = place {
        try trackInside(job, found, seconds, progress, interruption)
      } else {
        try TrackText.run(
          job, found, found.start(job.mode), found.closeUps(job.mode), reporter(progress)
        ) { interruption.cancellation.isRequested }
      }
    for line in TrackText.closing(summary, found) { StandardStreams.message(line) }
    StandardStreams.message("tracked: \(TrackText.counts(summary))")
  }

  private static func reporter(_ style: ProgressStyle) -> ProgressReporter {
    ProgressReporter(style, phase: "tracking")
  }

  /// Tracks in this process, whose progress is told to programs alone.
  private static func trackInside(
    _ job: TrackJob, _ found: FoundTracker, _ seconds: Double, _ progress: ProgressStyle,
    _ interruption: Interruption
  ) throws -> TrackSummary {
    let deadline = ContinuousClock.now + .seconds(seconds)
    do {
      return try StandardStreams.withoutResults {
        try TrackText.run(
          job, found, InProcessTracker(found, mode: job.mode),
          InProcessTracker.closeUps(found, job.mode), reporter(progress == .json ? .json : .none)
        ) { interruption.cancellation.isRequested || ContinuousClock.now >= deadline }
      }
    } catch TrackerError.interrupted where !interruption.cancellation.isRequested {
      throw TrackerError.tooLong(seconds: seconds)
    }
  }
}

public import ClipReading
internal import Foundation
public import Frames

/// Tracks a clip or picture that has no tracking file, before the job that needs one.
///
/// What was found is kept in a cache, and taken from there the next time. One value serves a run of the
/// program: its end removes what no cache keeps.
public final class AutomaticTracking {
  /// What is reported of it, in its order.
  public enum Event: Sendable {
    /// A line that a person should know.
    case note(String)
    /// The tracking of a clip begins.
    case began(media: String)
    /// How far it is.
    case progress(TrackJob.Progress)
    /// It is done.
    case finished(TrackSummary)
  }

  /// Where trackers work.
  public let place: TrackerPlace
  private let seconds: Double?
  /// Stands in for a cache that cannot be written to, until the end of the run.
  private var temporaryFolder: String?

  /// Makes the tracking of a run.
  ///
  /// - Parameter seconds: how long tracking a clip may take; nil for any time.
  public init(in place: TrackerPlace, seconds: Double? = nil) {
    (self.place, self.seconds) = (place, seconds)
  }

  deinit {
    if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
  }

  /// What the verb `isolated` is told so that its process tracks in itself.
  public static func isolationOptions(seconds: Double) -> [String] {
    ["--track-seconds=\(seconds)"]
  }

  // MARK: - The cache

  /// The cache that may be written to: the one that is named, the user's, or a temporary one.
  ///
  /// - Throws: `TrackerError.cacheUnusable`.
  public func cache(
    named: String?, environment: [String: String], report: (Event) -> Void
  ) throws(TrackerError) -> TrackingCache {
    if let cache = TrackingCache(folder: named, environment: environment) {
      if cache.prepare() { return cache }
      if let named { throw .cacheUnusable(path: named) }
      report(
        .note("\(cache.folder) cannot be written to, so the tracking is not kept; see --cache"))
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "avatar-overlay-tracking-\(getuid())-\(getpid())").path
    guard let cache = TrackingCache(folder: folder, environment: [:]), cache.prepare() else {
      throw .cacheUnusable(path: folder)
    }
    temporaryFolder = folder
    return cache
  }

  // MARK: - Tracking

  /// The tracking file of a clip or picture, from the cache or made now.
  ///
  /// - Parameters:
  ///   - rate: frames a second of numbered pictures.
  ///   - reading: what was said of the clip's pictures.
  ///   - images: what looks for printed pictures in the same frames; nil for nothing.
  ///   - report: called on this thread.
  /// - Throws: what `TrackJob` and the tracker throw, `TrackerError.tooLong`, `DigestError`.
  public func path(
    of media: String, rate: FrameRate?, _ reading: PictureReading, by tracker: any FoundTracker,
    images: FoundImages? = nil, in cache: TrackingCache, isCancelled: @escaping () -> Bool,
    report: @escaping (Event) -> Void
  ) throws -> String {
    var identity = tracker.identity
    if let images { identity.options.append(images.identity) }
    let entry = try cache.entry(of: media, rate: rate, reading, identity)
    switch cache.find(entry) {
    case .whole:
      report(.note("the tracking is that of an earlier run, \(entry.path)"))
      return entry.path
    case .nothing: break
    case .unfit(let reason):
      report(
        .note("\(entry.path), which an earlier run tracked, is not used and made anew: \(reason)"))
    }
    var settings = TrackSettings(media: media, output: cache.passingPath())
    settings.rate = rate
    settings.reading = reading
    settings.keepsPart = false
    settings.allowsDamagedStill = true
    report(.finished(try track(settings, tracker, images, isCancelled, report)))
    try cache.keep(settings.output, as: entry)
    cache.prune()
    return entry.path
  }

  private func track(
    _ settings: TrackSettings, _ tracker: any FoundTracker, _ images: FoundImages?,
    _ isCancelled: @escaping () -> Bool, _ report: (Event) -> Void
  ) throws -> TrackSummary {
    let job = try TrackJob(settings)
    report(.began(media: settings.media))
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    do {
      return try withLibraryOutputAside {
        try job.run(
          tracker.start(job.mode, in: place), mostFaces: tracker.mostFaces,
          closeUps: tracker.closeUps(job.mode, in: place), images: images?.start(),
          isCancelled: { isCancelled() || deadline.map { ContinuousClock.now >= $0 } ?? false }
        ) { report(.progress($0)) }
      }
    } catch TrackerError.interrupted where seconds != nil && !isCancelled() {
      throw TrackerError.tooLong(seconds: seconds ?? 0)
    }
  }

  /// Does something whose libraries may write to standard output, where they are of this process: what
  /// they write goes to the error stream, and never between results.
  private func withLibraryOutputAside<Result>(_ body: () throws -> Result) rethrows -> Result {
    let output = place == .thisProcess ? dup(STDOUT_FILENO) : -1
    guard output >= 0 else { return try body() }
    defer {
      _ = dup2(output, STDOUT_FILENO)
      close(output)
    }
    _ = dup2(STDERR_FILENO, STDOUT_FILENO)
    return try body()
  }
}

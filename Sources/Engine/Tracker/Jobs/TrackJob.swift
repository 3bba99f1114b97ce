internal import ClipReading
internal import Digests
internal import Foundation
internal import Frames
internal import Geometry
internal import Threads
internal import Tracking
internal import TrackingFiles

/// Tracks a clip or a picture, and writes what was seen as `avatar-tracking/1`.
///
/// The next frame is decoded while the tracker looks at this one.
public struct TrackJob {
  /// How far a run is.
  public struct Progress: Hashable, Sendable {
    /// Frames done.
    public var frames: Int
    /// Frames there will be, if that is known.
    public var expectedFrames: Int?
    /// The last frame's time after the first, in milliseconds.
    public var timeMs: Double
    /// Whether it is done.
    public var isFinished: Bool
  }

  /// Before the frame that an interrupted run goes on with, the tracker looks at those of this many
  /// milliseconds again, so that it follows what it followed then.
  public static let warmUpMs = 1000.0

  private var settings: TrackSettings
  private let source: TrackedClip
  private let sizes: PicturePair
  private var size: PixelSize<TrackerSpace> { sizes.tracker }

  /// Opens what is tracked.
  ///
  /// - Throws: `VideoError`, `TrackerError`.
  public init(_ settings: TrackSettings) throws {
    self.settings = settings
    source = try TrackedClip(
      path: settings.media, rate: settings.rate, settings.reading,
      allowsDamagedStill: settings.allowsDamagedStill)
    sizes = PicturePair(
      clip: TrackerPicture.size(of: source.size, fitting: nil),
      tracker: TrackerPicture.size(of: source.size, fitting: settings.size))
  }

  /// How pictures follow each other, unless the request says otherwise.
  public var mode: TrackingMode { source.isStill ? .image : .video }

  /// Does the job; the tracking file appears when it is whole.
  ///
  /// - Parameters:
  ///   - images: what looks for printed pictures in the same frames; nil for nothing.
  ///   - tracker: made on this thread, from which it is called.
  ///   - mostFaces: how many faces it was asked for, where it was.
  ///   - closeUps: what looks at faces again; nil for nothing.
  /// - Throws: `VideoError`, `TrackingWriteError`, `TrackingFault`, `TrackerError`, and what the
  ///   tracker throws.
  public func run(
    _ tracker: any FrameTracker, mostFaces: Int? = nil, closeUps: CloseUpSetup? = nil,
    images: (any ClipTracker)? = nil, isCancelled: @escaping () -> Bool,
    progress: (Progress) -> Void = { _ in }
  ) throws -> TrackSummary {
    if let images {
      return try ImagesMerge(
        settings, tracker: tracker, images: images, isCancelled: isCancelled
      ).run(
        { settings in
          var job = self
          job.settings = settings
          return try job.run(
            tracker, mostFaces: mostFaces, closeUps: closeUps, showing: images,
            isCancelled: isCancelled, progress: progress)
        }, own: { OwnPictures(source.regions, size: size) })
    }
    return try run(
      tracker, mostFaces: mostFaces, closeUps: closeUps, showing: nil, isCancelled: isCancelled,
      progress: progress)
  }

  private func run(
    _ tracker: any FrameTracker, mostFaces: Int?, closeUps: CloseUpSetup?,
    showing images: (any ClipTracker)?, isCancelled: @escaping () -> Bool,
    progress: (Progress) -> Void
  ) throws -> TrackSummary {
    let (header, video) = try header(tracker.note)
    let place = try settings.keepsPart ? KeptPlace(of: settings.output) : nil
    let part = try settings.resumes ? earlier(header, video, tracker.note) : nil
    let writer =
      if let place {
        try TrackingWriter(
          keepingAt: place, header: header, video: video, tracker: tracker.note, resuming: part)
      } else {
        try TrackingWriter(
          path: settings.output, header: header, video: video, tracker: tracker.note)
      }
    var run = TrackRun(
      settings: settings, tracker: tracker, writer: writer, part: part, mostFaces: mostFaces)
    run.images = images
    run.ownPictures = OwnPictures(source.regions, size: size)
    if let closeUps { run.look(again: closeUps, at: source, sizes, isCancelled) }
    let queue = StageQueue<TrackerFrame>(capacity: 1)
    let decoding = decode(
      into: queue, from: part?.lastTimeMs.map { $0 - Self.warmUpMs },
      keepsFrames: closeUps != nil && sizes.clip != sizes.tracker)
    do {
      while let frame = try queue.pop() {
        if isCancelled() { throw interrupted(run.summary) }
        try run.take(frame)
        progress(
          Progress(
            frames: run.summary.frames, expectedFrames: source.expectedFrames,
            timeMs: frame.timestampMs - run.firstMs, isFinished: false))
      }
      if isCancelled() { throw interrupted(run.summary) }
      if let last = part?.lastTimeMs, !run.reaches(last) {
        throw TrackerError.beyondClip(
          path: PartialTracking.path(besides: settings.output), lastMs: last,
          clipMs: run.firstMs + run.lengthMs)
      }
      try run.finish()
    } catch {
      queue.cancel()
      _ = decoding.join()
      // A run that found nothing leaves nothing.
      if run.summary.tracked + run.summary.resumed == 0 { writer.discard() }
      if error is StoppedLook { throw interrupted(run.summary) }
      // The caller asked to stop during a wait for the tracker's process, which does not know what is kept.
      if case TrackerError.interrupted = error { throw interrupted(run.summary) }
      throw error
    }
    if let error = decoding.join() { throw error }
    if isCancelled() { throw interrupted(run.summary) }
    run.summary.damage = source.damage
    try writer.finish()
    progress(
      Progress(
        frames: run.summary.frames, expectedFrames: run.summary.frames, timeMs: run.lengthMs,
        isFinished: true))
    return run.summary
  }

  private func interrupted(_ summary: TrackSummary) -> TrackerError {
    let frames = summary.tracked + summary.resumed
    return .interrupted(
      kept: settings.keepsPart && frames > 0
        ? PartialTracking.path(besides: settings.output) : nil, frames: frames)
  }

  // MARK: - Beginning

  private func header(
    _ note: TrackerNote
  ) throws -> (TrackingHeader, video: String?) {
    var header = TrackingHeader(size: size)
    header.isSmoothed = note.isSmoothed
    // A hash is that of one file.
    guard !NumberedPath.isSequence(settings.media) else { return (header, nil) }
    header.clipSHA256 = try FileHashes.shared.hex(ofFile: settings.media)
    return (header, (settings.media as NSString).lastPathComponent)
  }

  /// What an earlier run left, if anything.
  private func earlier(
    _ header: TrackingHeader, _ video: String?, _ note: TrackerNote
  ) throws -> PartialTracking? {
    guard let part = try PartialTracking(of: settings.output) else { return nil }
    guard part.continues(header: header, video: video, tracker: note) else {
      throw TrackerError.otherRun(path: PartialTracking.path(besides: settings.output))
    }
    return part
  }

  // MARK: - Decoding

  /// Decodes frames, and makes pictures of those that are tracked.
  ///
  /// - Parameter keepsFrames: whether the frames themselves are handed on, for pictures in full size.
  private func decode(
    into queue: StageQueue<TrackerFrame>, from startMs: Double?, keepsFrames: Bool
  ) -> StageThread {
    StageThread(named: "decode") { [source, settings, sizes] in
      do {
        while let frame = try source.next() {
          let isWanted =
            frame.index % settings.every == 0 && frame.timestampMs >= startMs ?? -.infinity
          var tracked = TrackerFrame(timestampMs: frame.timestampMs)
          if isWanted {
            tracked.picture = try TrackerPicture(of: frame, size: sizes.tracker)
            if keepsFrames { tracked.frame = HeldFrame(frame) }
          }
          try queue.push(tracked)
        }
        queue.finish()
      } catch is StageQueue<TrackerFrame>.Cancelled {
      } catch {
        queue.fail(error)
      }
    }
  }
}

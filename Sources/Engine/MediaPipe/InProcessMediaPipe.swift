internal import Geometry
public import Tracker
public import Tracking

/// MediaPipe's tasks within this process, for one that has closed itself in already: it may start no
/// other, and a crash of the library is its own end, which its parent sees.
public final class InProcessMediaPipe: CloseUpTracker {
  /// The tracker, its options and its models.
  public let note: TrackerNote
  private var tasks: LoadedTasks

  /// Loads the library and the models.
  ///
  /// - Parameters:
  ///   - mode: how pictures follow each other, where the options do not say.
  ///   - isForCloseUps: whether pieces are shown to it: they follow each other in a close-up alone.
  /// - Throws: `MediaPipeError`.
  public init(
    _ tracker: FoundMediaPipe, mode: TrackingMode, isForCloseUps: Bool = false
  ) throws(MediaPipeError) {
    try tracker.options.check()
    note = tracker.note(mode)
    tasks = try LoadedTasks(tracker.configuration(mode, isForCloseUps: isForCloseUps))
    // Whether the models fit is known before the first picture.
    _ = try tasks.of(closeUp: 0)
  }

  /// What the tasks find in a picture.
  public func track(_ picture: TrackerPicture, atMs timeMs: Int) throws -> TrackingSample {
    try track(picture, atMs: timeMs, closeUp: 0)
  }

  /// What the tasks find in a picture of a close-up; number 0 is none.
  public func track(
    _ picture: TrackerPicture, atMs timeMs: Int, closeUp: Int
  ) throws -> TrackingSample {
    try tasks.detect(
      picture.pixels, width: picture.size.width, height: picture.size.height, atMs: timeMs,
      closeUp: closeUp
    ).sample(of: picture, atMs: timeMs)
  }

  /// Ends a close-up.
  public func forget(closeUp: Int) {
    tasks.forget(closeUp: closeUp)
  }
}

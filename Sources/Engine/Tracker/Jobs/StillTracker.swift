public import Isolation
public import Tracking

/// Tracks one still after the other as `TrackJob` does, small faces in close-ups too, by a process that
/// has its models loaded.
///
/// All calls must come from the thread that made it.
public final class StillTracker {
  /// The tracker, its options and its models.
  public var note: TrackerNote { tracker.note }
  private let tracker: any WorkerTracker
  private let closeUps: CloseUpSetup?

  /// Shows stills to a tracker, and their close-ups to that of the setup; nil for no close-ups.
  ///
  /// Pictures by themselves leave nothing behind, so both may be one process.
  public init(_ tracker: any WorkerTracker, closeUps: CloseUpSetup?) {
    (self.tracker, self.closeUps) = (tracker, closeUps)
  }

  /// Whether its process has ended, so that it finds nothing any more.
  public var hasEnded: Bool { tracker.hasEnded }

  /// What is in a still, and what a person should know of its small faces, if anything.
  ///
  /// - Parameter seconds: how long it may take in all, loading the models with it.
  /// - Throws: what the tracker throws; the content of its pipes is unknown then.
  public func track(
    _ picture: TrackerPicture, seconds: Double, cancellation: Cancellation
  ) throws -> (sample: TrackingSample, note: String?) {
    tracker.begin(cancellation: cancellation, seconds: seconds)
    var sample = try tracker.track(picture, atMs: 0)
    guard let closeUps else { return (sample, nil) }
    let desk = CloseUpTracking(closeUps) { cancellation.isRequested }
    var smallFaces = SmallFaces(desk, PicturePair(clip: picture.size, tracker: picture.size))
    do {
      _ = try smallFaces.complete(&sample, atMs: 0, seen: picture) { picture }
    } catch is StoppedLook {
      throw TrackerError.interrupted(kept: nil, frames: 0)
    }
    return (sample, SmallFaces.note(frames: smallFaces.hasOthers ? 1 : 0))
  }
}

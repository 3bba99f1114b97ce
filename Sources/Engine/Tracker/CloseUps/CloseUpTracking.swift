internal import Tracking

/// The tracker of close-ups, which is started when the first is made, and the close-ups' numbers.
final class CloseUpTracking {
  let setup: CloseUpSetup
  private let isCancelled: () -> Bool
  private var tracker: (any CloseUpTracker)?
  private var lastNumber = 0

  init(_ setup: CloseUpSetup, isCancelled: @escaping () -> Bool) {
    (self.setup, self.isCancelled) = (setup, isCancelled)
  }

  /// A number that no close-up had before.
  func number() -> Int {
    // Pictures that do not follow each other leave nothing behind: one will do for all.
    if setup.mode == .video || lastNumber == 0 { lastNumber += 1 }
    return lastNumber
  }

  /// Throws `StoppedLook` where the caller has cancelled.
  func checkIsWanted() throws {
    if isCancelled() { throw StoppedLook() }
  }

  /// The faces in a picture of a close-up, in its own pixels; nil for a picture by itself.
  ///
  /// - Throws: `StoppedLook` where the caller has cancelled, and what the tracker throws.
  func faces(
    in picture: TrackerPicture, atMs timeMs: Int, closeUp: Int?
  ) throws -> [FaceSample] {
    try checkIsWanted()
    let tracker = try tracker ?? setup.start()
    self.tracker = tracker
    guard let closeUp else { return try tracker.track(picture, atMs: timeMs).faces }
    return try tracker.track(picture, atMs: timeMs, closeUp: closeUp).faces
  }

  func forget(_ closeUp: Int) throws {
    guard setup.mode == .video else { return }
    try tracker?.forget(closeUp: closeUp)
  }
}

/// The caller has cancelled the look.
struct StoppedLook: Error {}

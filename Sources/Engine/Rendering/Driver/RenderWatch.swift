package import Isolation
import Recordings

/// The caller's side of a render: told how far it is, and able to end it, also within a frame that takes long.
package final class RenderWatch {
  /// Ends it.
  package let cancellation: Cancellation
  private let tell: (RenderProgress) -> Void
  private var last: RenderProgress
  private var lastTime = ContinuousClock.now

  /// A frame that waits for less says nothing of it.
  private static let patience = Duration.seconds(1)

  package init(
    _ cancellation: Cancellation, tell: @escaping (RenderProgress) -> Void = { _ in }
  ) {
    (self.cancellation, self.tell) = (cancellation, tell)
    last = ProgressMeter(expectedFrames: nil).progress(0, outTimeMs: 0, isFinished: false)
  }

  /// How many frames there will be; nil where that is unknown.
  var expectedFrames: Int? { last.frameCount }

  /// Notes how many frames there will be; nil where that is unknown.
  func expect(frames: Int?) { last.frameCount = frames }

  /// Tells how far the frames are.
  package func report(_ progress: RenderProgress) {
    (last, lastTime) = (progress, ContinuousClock.now)
    tell(progress)
  }

  /// Tells that the next frame waits for the hands around it, and ends it where the caller asks for that.
  func looksAtHands() throws(RenderingError) {
    try cancellation.check()
    guard ContinuousClock.now - lastTime >= Self.patience else { return }
    var told = last
    told.isLookingAtHands = true
    tell(told)
  }
}

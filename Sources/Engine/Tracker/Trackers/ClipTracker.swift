public import Tracking

/// A tracker that looks at all frames of a clip before it says what is in each.
public protocol ClipTracker: AnyObject {
  /// What a tracking file's header says of it.
  var note: TrackerNote { get }

  /// Looks at the next frame.
  ///
  /// - Parameter timeMs: the frame's time on the clip's clock, in milliseconds.
  func show(_ picture: TrackerPicture, atMs timeMs: Double) throws

  /// What was in the frames, in their order, and no more than once.
  func finish() throws -> ClipTracks
}

/// What a tracker saw in the frames of a clip.
public struct ClipTracks: Sendable {
  /// A sample for each frame.
  public var samples: [TrackingSample]
  /// The vertical field of view of the camera that it assumed, in degrees.
  public var verticalFieldOfViewDegrees: Double?

  /// Makes tracks.
  public init(samples: [TrackingSample], verticalFieldOfViewDegrees: Double?) {
    (self.samples, self.verticalFieldOfViewDegrees) = (samples, verticalFieldOfViewDegrees)
  }
}

/// A tracker that looks for nothing: what is in a clip is told by a `ClipTracker` alone.
public final class NothingTracker: FrameTracker {
  /// Its note, which is never written.
  public let note = TrackerNote(name: "none", version: "0")

  /// Makes one.
  public init() {}

  /// An empty sample.
  public func track(_ picture: TrackerPicture, atMs timeMs: Int) -> TrackingSample {
    TrackingSample(timestampMs: Double(timeMs))
  }
}

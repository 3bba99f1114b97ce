/// What looks for printed pictures in the frames that a tracker is shown, whose files were read.
public struct FoundImages: Sendable {
  /// What its results depend on, beside what it is shown: equal results for equal texts.
  public let identity: String
  private let begin: @Sendable () throws -> any ClipTracker

  /// Makes it.
  ///
  /// - Parameter start: makes what is shown the frames of one clip.
  public init(identity: String, start: @escaping @Sendable () throws -> any ClipTracker) {
    (self.identity, begin) = (identity, start)
  }

  /// Starts it, for calls from this thread.
  public func start() throws -> any ClipTracker { try begin() }
}

/// A tracker that looks for nothing and needs no files, where printed pictures alone are asked for.
public struct FoundNothing: FoundTracker {
  /// That it is none.
  public let identity = TrackerIdentity(version: "none", models: [], options: [])
  /// It looks for no faces.
  public let mostFaces: Int? = nil
  /// Without a search there is nothing to note.
  public let notes: [String] = []

  /// Makes it.
  public init() {}

  /// Starts it.
  public func start(_ mode: TrackingMode, in place: TrackerPlace) -> any FrameTracker {
    NothingTracker()
  }

  /// Nothing is looked at again.
  public func closeUps(_ mode: TrackingMode, in place: TrackerPlace) -> CloseUpSetup? { nil }
}

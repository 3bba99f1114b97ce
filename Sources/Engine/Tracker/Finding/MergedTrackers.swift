internal import Tracking

/// Several trackers as one: each is shown every picture, and what they see is one sample.
public struct MergedTrackers: FoundTracker {
  private let trackers: [any FoundTracker]

  /// Makes one of several, the first of which counts where two see things of one kind.
  public init(_ trackers: [any FoundTracker]) {
    self.trackers = trackers
  }

  /// Those of all, one after the other.
  public var identity: TrackerIdentity {
    let all = trackers.map(\.identity)
    return TrackerIdentity(
      version: all.map(\.version).joined(separator: " + "), models: all.flatMap(\.models),
      options: all.flatMap(\.options))
  }

  /// That of the first which looks for faces.
  public var mostFaces: Int? { trackers.lazy.compactMap(\.mostFaces).first }

  /// Those of all.
  public var notes: [String] { trackers.flatMap(\.notes) }

  /// Starts all of them.
  public func start(_ mode: TrackingMode, in place: TrackerPlace) throws -> any FrameTracker {
    MergedTracker(try trackers.map { try $0.start(mode, in: place) })
  }

  /// That of the first which has one.
  public func closeUps(_ mode: TrackingMode, in place: TrackerPlace) -> CloseUpSetup? {
    trackers.lazy.compactMap { $0.closeUps(mode, in: place) }.first
  }
}

/// Trackers that are shown the same pictures.
final class MergedTracker: FrameTracker {
  let note: TrackerNote
  private let trackers: [any FrameTracker]

  init(_ trackers: [any FrameTracker]) {
    self.trackers = trackers
    note = Self.note(trackers.map(\.note))
  }

  /// What a tracking file says of several trackers.
  static func note(_ notes: [TrackerNote]) -> TrackerNote {
    TrackerNote(
      name: notes.map(\.name).joined(separator: " and "),
      version: notes.map(\.version).joined(separator: " and "),
      options: notes.flatMap(\.options), models: notes.flatMap(\.models),
      isSmoothed: TrackingHeader.isAnySmoothed(notes.map(\.isSmoothed)))
  }

  func track(_ picture: TrackerPicture, atMs timeMs: Int) throws -> TrackingSample {
    try trackers.reduce(TrackingSample(timestampMs: Double(timeMs))) {
      $0.merged(with: try $1.track(picture, atMs: timeMs))
    }
  }
}

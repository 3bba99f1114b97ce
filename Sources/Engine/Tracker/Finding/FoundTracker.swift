public import Tracking

/// A tracker whose files were found, so that it can be started.
public protocol FoundTracker: Sendable {
  /// What its results depend on, beside what it is shown.
  var identity: TrackerIdentity { get }
  /// How many faces are looked for; nil where none are.
  var mostFaces: Int? { get }
  /// What is not looked for, and why, a line each.
  var notes: [String] { get }

  /// Starts it, for calls from this thread.
  ///
  /// - Parameter mode: how pictures follow each other, where its options do not say.
  func start(_ mode: TrackingMode, in place: TrackerPlace) throws -> any FrameTracker

  /// What looks at faces again; nil where the request does not ask for it, or no faces are looked for.
  func closeUps(_ mode: TrackingMode, in place: TrackerPlace) -> CloseUpSetup?
}

/// The process in which a tracker works.
public enum TrackerPlace: Hashable, Sendable {
  /// One that it starts.
  case ownProcess
  /// This one, which is isolated already and may start no other.
  case thisProcess
}

/// What a tracker's results depend on, beside what it is shown: equal results for equal identities.
public struct TrackerIdentity: Hashable, Sendable {
  /// Its version.
  public var version: String
  /// Its models, in its own order.
  public var models: [TrackerNote.Model]
  /// Its options, the same texts for the same options.
  public var options: [String]

  /// Makes an identity.
  public init(version: String, models: [TrackerNote.Model], options: [String]) {
    (self.version, self.models, self.options) = (version, models, options)
  }
}

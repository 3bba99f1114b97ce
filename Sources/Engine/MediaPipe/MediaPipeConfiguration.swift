public import Tracker

/// What a tracker's process is started with.
public struct MediaPipeConfiguration: Hashable, Sendable, Codable {
  /// The library's file.
  public var library: String
  /// The models' files, by task.
  public var models: [MediaPipeTaskKind.RawValue: String]
  /// What is asked of the tasks.
  public var options: MediaPipeOptions
  /// How pictures follow each other.
  public var mode: TrackingMode
  /// How those of one close-up do.
  public var closeUpMode: TrackingMode
}

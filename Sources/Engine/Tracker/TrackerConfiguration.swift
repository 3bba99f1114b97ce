/// What a tracker's process is started with.
public struct TrackerConfiguration: Hashable, Sendable, Codable {
  /// The library's file.
  public var library: String
  /// The models' files, by task.
  public var models: [TrackerTask.RawValue: String]
  /// What is asked of the tasks.
  public var options: TrackerOptions
  /// How pictures follow each other.
  public var mode: TrackerOptions.RunningMode
  /// How those of one close-up do.
  public var closeUpMode: TrackerOptions.RunningMode
}

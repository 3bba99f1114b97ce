/// How the pictures that a tracker is shown follow each other.
public enum TrackingMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Each picture by itself.
  case image
  /// Frames of a clip: what was found is followed from frame to frame.
  case video
}

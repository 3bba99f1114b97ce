/// How well an overlay sits on the faces of a recording.
public struct AlignmentReport: Hashable, Codable, Sendable {
  /// Frames of the recording.
  public var frames = 0

  /// Makes an empty report.
  public init() {}
}

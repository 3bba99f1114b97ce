public import Imaging
public import Placement
public import Rendering

/// A snapshot, and what is to be known about it.
public struct SnapshotResult: Sendable {
  /// The finished picture.
  public var picture: StraightRGBA8
  /// The picture's file, without any metadata; nil where no encoding was asked for.
  public var bytes: [UInt8]?
  /// Where every layer went, in the finished picture's pixels, with the frame's number and time.
  public var placements: PlacementRecord
  /// What the picture shows in words, for people who do not see it.
  public var alternativeText: String
  /// How many faces it shows.
  public var faceCount: Int
  /// How the frame was chosen; nil where it was named.
  public var choice: BestFrame.Report?
  /// What was done and noticed.
  public var summary: RenderSummary
}

public import Geometry
public import Imaging
public import Recordings

/// Everything that decides what a snapshot looks like.
public struct SnapshotSettings: Sendable {
  /// Which frame of the render's part is taken.
  public enum Choice: Equatable, Sendable {
    /// The first of it: the part names the frame.
    case first
    /// The one that is fittest to be shared, by `BestFrame`.
    case best
    /// So many of them, best first, each of a moment of its own.
    case bestOf(Int)
  }

  /// How the frame is rendered; its part is the frame, or for `.best` where to look for it.
  public var render: RenderSettings
  /// Which frame of that part.
  public var choice = Choice.first
  /// The shape that the picture is cut to; nil leaves it.
  public var crop: CropShape?
  /// The share card that the picture is set in, which cuts it to its own box; nil for none.
  public var card: ShareCardStage?
  /// The largest size of the picture; it is made smaller to fit, never larger.
  public var bounds: PixelSize<OutputSpace>?
  /// How the picture is encoded; nil where only its pixels are wanted.
  public var encoding: PictureEncoding?

  /// Makes settings with defaults for all but the render.
  public init(_ render: RenderSettings) {
    self.render = render
  }
}

public import Recordings

/// What `align` measures, and how.
public struct AlignSettings: Sendable {
  /// The recording, and how its overlay is placed; with no avatar named, a square on the eyes is.
  public var render: RenderSettings
  /// Annotations, or a tracking file that is taken for the truth; nil for none.
  public var reference: String?
  /// A placements sidecar, measured in place of what this program would place; nil for none.
  public var placements: String?
  /// Whether the overlay is held against the picture's own motion, which takes time.
  public var measuresSkin = false
  /// How many frames, the worst first, are kept for pictures.
  public var worstFrames = 0
  /// What makes a frame a bad one.
  public var badness = Badness.auto

  /// The most frames that pictures are made of.
  public static let mostWorstFrames = 400

  /// What makes a frame a bad one; one whose face lacks the overlay is always worse.
  public enum Badness: String, CaseIterable, Sendable {
    /// The NME where there is a reference, else the residual, else the reprojection, else the
    /// deviation.
    case auto
    /// The smoothed landmarks' error.
    case nme
    /// The snap residual.
    case residual
    /// The matrix's reprojection error.
    case reprojection
    /// The distance of smoothed and tracked landmarks.
    case deviation
  }

  /// Makes settings.
  public init(_ render: RenderSettings) {
    self.render = render
  }
}

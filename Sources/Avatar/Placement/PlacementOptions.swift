/// How layers are to be placed.
public struct PlacementOptions: Hashable, Sendable {
  /// Which of a face's data places its layers.
  public enum Mode: String, CaseIterable, Sendable {
    /// The pose where the face has one, the landmarks otherwise.
    case auto
    /// The 2D transform of the eyes; a face without landmarks is not drawn.
    case landmarks
    /// The facial transformation matrix; a face without one is not drawn.
    ///
    /// Where a recording has landmarks alone, the caller solves the poses before.
    case matrix
  }

  /// Which of a face's data places its layers.
  public var mode: Mode
  /// Whether a layer that the matrix placed is moved onto the anchor's own landmark.
  public var snap: Bool

  /// Makes options; the defaults are those of the command line.
  public init(mode: Mode = .auto, snap: Bool = true) {
    (self.mode, self.snap) = (mode, snap)
  }
}

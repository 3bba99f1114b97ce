public import Imaging

/// Finds how a region of one picture moved to another.
public struct Registrar: Sendable {
  /// Makes a registrar.
  public init() {}

  /// What happened between two pictures of one size to the pixels of a region of the first.
  ///
  /// `ground` is the picture without any overlay, if there is one: it tells an overlay that is not
  /// there from one that became something else.
  public func change(
    from a: StraightRGBA8, to b: StraightRGBA8, region: PixelMask?, ground: StraightRGBA8? = nil
  ) -> RegionChange {
    RegionChange(kind: a == b ? .same : .different)
  }
}

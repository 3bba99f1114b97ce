public import Imaging

/// Finds how a region of one picture moved to another.
///
/// The pictures are of an overlay on a ground that stands still, or of an overlay on a transparent
/// ground. What it can measure, on textured and on flat artwork: shifts from about 0.05 pixels to
/// half the region's longer side, any turn, sizes from a half to twice. A region larger than
/// a megapixel with its surroundings is measured at a reduced size, and as much less precisely.
public struct Registrar: Sendable {
  /// Makes a registrar.
  public init() {}

  /// What happened between two pictures of one size to the pixels of a region of the first.
  ///
  /// `ground` is the picture without any overlay, if there is one: it tells an overlay that is not
  /// there from one that became something else. A mask or a ground of another size is not used;
  /// pictures of two sizes are `different`.
  public func change(
    from a: StraightRGBA8, to b: StraightRGBA8, region: PixelMask?, ground: StraightRGBA8? = nil
  ) -> RegionChange {
    guard a.width == b.width, a.height == b.height else {
      return RegionChange(kind: .different, differenceBefore: 255, differenceAfter: 255)
    }
    func isOfTheirSize(_ width: Int, _ height: Int) -> Bool {
      width == a.width && height == a.height
    }
    let mask = region.flatMap { isOfTheirSize($0.width, $0.height) ? $0 : nil }
    let under = ground.flatMap { isOfTheirSize($0.width, $0.height) ? $0 : nil }
    let difference = RegionDifference(a, b, mask)
    guard difference.changed > 0, let bounds = difference.bounds else {
      return RegionChange(kind: .same)
    }
    let threshold = Float(RegionDifference.noise(a, b, outside: mask))
    var result = RegionChange(
      kind: .same, differenceBefore: difference.rootMeanSquare,
      differenceAfter: difference.rootMeanSquare)
    guard
      let pair = RegionPair(
        a, b, ground: under, mask: mask, bounds: bounds, threshold: threshold)
    else { return result }
    result = Explanation(pair).change
    return result
  }
}

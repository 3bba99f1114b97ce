public import Imaging

/// Finds how a region of one picture moved to another.
///
/// The pictures are of an overlay on a background that stands still, or of an overlay on a transparent
/// background. What it can measure, on textured and on flat artwork: shifts from about 0.05 pixels to half
/// the region's longer side, any turn, sizes from a half to twice: the shift to 0.1 pixels, the turn to
/// 0.1 degrees (0.2 from 1.5 times the size on), the size to half a per cent. A region larger than half a
/// megapixel with its surroundings is measured at a reduced size, and as much less precisely.
public struct Registrar: Sendable {
  /// Makes a registrar.
  public init() {}

  /// What happened between two pictures of one size to the pixels of a region of the first.
  ///
  /// `ground` is the picture without any overlay, if there is one: it tells an overlay that is not
  /// there from one that became something else. A mask or a ground of another size is not used;
  /// pictures of two sizes are `different`. Where no motion from afar is wanted, none is looked for
  /// but as the rival of a change of colours, which takes half of the time; what went far is
  /// `different` then.
  public func change(
    from a: StraightRGBA8, to b: StraightRGBA8, region: PixelMask?, ground: StraightRGBA8? = nil,
    fromAfar: Bool = true
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
    let threshold = RegionDifference.noise(a, b, outside: mask)
    var result = RegionChange(
      kind: .same, differenceBefore: difference.rootMeanSquare,
      differenceAfter: difference.rootMeanSquare)
    // A codec's noise gathers on the overlay, where there is none outside to measure it by: what is
    // not explained is asked again with only the larger differences.
    let isLossy = threshold > RegionDifference.leastNoise
    for least in isLossy ? [threshold, RegionDifference.mostNoise] : [threshold] {
      guard
        let pair = RegionPair(a, b, ground: under, mask: mask, bounds: bounds, threshold: least)
      else { return result }
      result = Explanation(pair, fromAfar: fromAfar).change
      if result.kind != .different { break }
      if isLossy, pair.isThin(over: Self.codecDifference) {
        result.kind = .same
        break
      }
    }
    return result
  }

  /// A difference beyond this is more than a codec leaves of flat areas, in levels; at outlines
  /// halved chroma leaves more, but not over more than a few pixels.
  static let codecDifference: Float = 24

  /// The pixels that differ by more than noise: than what rounding leaves, or, where the pixels
  /// outside of a region differ as behind a codec, than what that leaves of flat areas.
  ///
  /// Nil for pictures of two sizes.
  public func changedPixels(
    from a: StraightRGBA8, to b: StraightRGBA8, outside region: PixelMask?
  ) -> PixelMask? {
    guard a.width == b.width, a.height == b.height else { return nil }
    let mask = region.flatMap { $0.width == a.width && $0.height == a.height ? $0 : nil }
    let isLossy =
      RegionDifference.noise(a, b, outside: mask) > RegionDifference.leastNoise
    let least = isLossy ? Int(Self.codecDifference) : 2
    var changed = PixelMask(width: a.width, height: a.height, filled: false)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let i = 4 * (y * a.width + x)
        for c in i..<(i + 4) where abs(Int(a.bytes[c]) - Int(b.bytes[c])) > least {
          changed[x, y] = true
        }
      }
    }
    return changed
  }
}

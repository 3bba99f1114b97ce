internal import Comparison
internal import Imaging
internal import Registration

/// Whether a whole picture, background and all, is another one mirrored or turned by a half.
///
/// That is an output option or an orientation gone wrong, and no layer's fault.
enum WholePicture {
  /// How small the difference must become by undoing the change, as a part of what it was.
  private static let clearWin: Float = 0.25
  /// The least mean difference that is worth an explanation, in levels of luma.
  private static let leastDifference: Float = 1

  /// The change; nil where it is none of these.
  static func change(from a: StraightRGBA8, to b: StraightRGBA8) -> RegionChange? {
    let (first, second) = (Thumbnail(a), Thumbnail(b))
    let kinds: [(kind: RegionChange.Kind, flipsX: Bool, flipsY: Bool)] = [
      (.same, false, false), (.mirrored, true, false), (.upsideDown, false, true),
      (.turned180, true, true),
    ]
    let tried = kinds.map { kind in
      (kind.kind, first.difference(to: second, flippingX: kind.flipsX, flippingY: kind.flipsY))
    }
    let before = tried[0].1
    guard let best = tried.min(by: { $0.1 < $1.1 }), best.0 != .same, before >= leastDifference,
      best.1 <= clearWin * before
    else { return nil }
    return RegionChange(
      kind: best.0, differenceBefore: Double(before), differenceAfter: Double(best.1))
  }
}

extension Thumbnail {
  /// The mean difference of luma to another of the same size, after this one is flipped.
  fileprivate func difference(
    to other: Thumbnail, flippingX flipsX: Bool, flippingY flipsY: Bool
  ) -> Float {
    var sum: Float = 0
    for y in 0..<height {
      let row = (flipsY ? height - 1 - y : y) * width
      for x in 0..<width {
        sum += abs(luma[row + (flipsX ? width - 1 - x : x)] - other.luma[y * width + x])
      }
    }
    return sum / Float(max(1, luma.count))
  }
}

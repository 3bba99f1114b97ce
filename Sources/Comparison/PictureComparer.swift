public import Imaging

/// Measures two pictures of one size against each other.
public struct PictureComparer: Sendable {
  private let options: ComparisonOptions

  /// Makes a comparer.
  public init(_ options: ComparisonOptions = ComparisonOptions()) {
    self.options = options
  }

  /// Measures the pixels of the mask, or all; nil where the sizes are not the same.
  public func measure(
    _ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask? = nil
  ) -> PictureMeasures? {
    guard a.width == b.width, a.height == b.height else { return nil }
    var measures = PictureMeasures(
      width: a.width, height: a.height, comparedPixels: mask?.count ?? a.width * a.height)
    for pixel in 0..<(a.width * a.height) where mask?.bytes[pixel] != 0 {
      var largest = 0
      for c in (4 * pixel)..<(4 * pixel + 4) {
        largest = max(largest, abs(Int(a.bytes[c]) - Int(b.bytes[c])))
      }
      measures.largestChannelDifference = max(measures.largestChannelDifference, largest)
      measures.differingPixels += largest > 0 ? 1 : 0
      measures.changedPixels += largest > options.pixelThreshold ? 1 : 0
    }
    return measures
  }
}

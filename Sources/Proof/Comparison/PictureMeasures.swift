/// What separates two pictures of one size: the rungs of the ladder, from the cheapest up.
public struct PictureMeasures: Hashable, Codable, Sendable {
  /// The window with the largest share of changed pixels.
  public struct Window: Hashable, Codable, Sendable {
    /// The window's left column and top row.
    public var x, y: Int
    /// Its size in pixels, smaller than the options' where the picture is.
    public var width, height: Int
    /// The share of its pixels (of those that count) that changed, 0 to 1.
    public var share: Double

    /// Makes a window.
    public init(x: Int, y: Int, width: Int, height: Int, share: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      self.share = share
    }
  }

  /// The pictures' width, in pixels.
  public var width: Int
  /// The pictures' height, in pixels.
  public var height: Int
  /// Pixels that were looked at: all, or those of the mask.
  public var comparedPixels: Int
  /// The largest difference of a channel, 0 to 255; 0 means identical.
  public var largestChannelDifference = 0
  /// Pixels with any difference.
  public var differingPixels = 0
  /// Pixels with a channel over the per-pixel threshold (without antialiasing where that is ignored).
  public var changedPixels = 0
  /// Pixels over the per-pixel threshold that were taken for antialiasing and not counted.
  public var antialiasedPixels = 0
  /// Where change is densest; nil where no pixel changed.
  public var densestWindow: Window?
  /// The mean colour difference, CIEDE2000.
  public var meanColourDifference = 0.0
  /// The 99.9th percentile of the colour difference, CIEDE2000.
  public var highColourDifference = 0.0
  /// The multi-scale structural similarity of luma, 1 for identical pictures.
  public var structuralSimilarity = 1.0

  /// Makes the measures of identical pictures.
  public init(width: Int, height: Int, comparedPixels: Int) {
    (self.width, self.height) = (width, height)
    self.comparedPixels = comparedPixels
  }

  /// Whether nothing that counts differs.
  public var isIdentical: Bool { differingPixels == 0 }
  /// The share of the compared pixels that changed, 0 to 1.
  public var changedShare: Double {
    comparedPixels == 0 ? 0 : Double(changedPixels) / Double(comparedPixels)
  }
}

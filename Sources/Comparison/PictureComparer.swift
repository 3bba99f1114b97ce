public import Imaging

/// Measures two pictures of one size against each other.
public struct PictureComparer: Sendable {
  let options: ComparisonOptions

  /// Makes a comparer.
  public init(_ options: ComparisonOptions = ComparisonOptions()) {
    self.options = options
  }

  /// Measures the pixels of the mask, or all; nil where the sizes are not the same.
  ///
  /// What shows is measured: transparent pictures are seen on black and on white, and the larger
  /// difference counts. A mask without any pixel finds no difference.
  public func measure(
    _ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask? = nil
  ) -> PictureMeasures? {
    guard Self.areOneSize(a, b, mask) else { return nil }
    let compared = mask?.count ?? a.width * a.height
    let mask = compared == a.width * a.height ? nil : mask
    var measures = PictureMeasures(width: a.width, height: a.height, comparedPixels: compared)
    guard compared > 0, let differences = ChannelDifferences(a, b, in: mask) else {
      return measures
    }
    let grounds = Self.grounds(a, b)
    measures.largestChannelDifference = Int(differences.largest)
    measures.differingPixels = differences.count
    let (changed, antialiased) = changes(differences, grounds)
    measures.changedPixels = changed.count
    measures.antialiasedPixels = antialiased
    let side = min(
      max(options.windowSide, ComparisonOptions.windowSides.lowerBound),
      ComparisonOptions.windowSides.upperBound)
    measures.densestWindow = changed.densestWindow(side: side, in: mask)
    let colours = ColourDifferences(
      grounds, where: differences.levels, comparedPixels: measures.comparedPixels)
    measures.meanColourDifference = colours.mean
    measures.highColourDifference = colours.high
    for (a, b) in grounds {
      measures.structuralSimilarity = min(
        measures.structuralSimilarity, StructuralSimilarity.measure(a, b, in: mask))
    }
    return measures
  }

  /// Whether two pictures and the mask are of one size.
  static func areOneSize(_ a: StraightRGBA8, _ b: StraightRGBA8, _ mask: PixelMask?) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    guard let mask else { return true }
    return mask.width == a.width && mask.height == a.height
  }

  /// The pictures as they are where both are opaque, else on black and on white.
  static func grounds(_ a: StraightRGBA8, _ b: StraightRGBA8) -> [(StraightRGBA8, StraightRGBA8)] {
    if a.isOpaque, b.isOpaque { return [(a, b)] }
    return [RGBA8(0, 0, 0), RGBA8(255, 255, 255)].map { ground in
      (a.flattened(on: ground), b.flattened(on: ground))
    }
  }

  /// The pixels over the per-pixel threshold, and how many were left out as antialiasing.
  func changes(
    _ differences: ChannelDifferences, _ grounds: [(StraightRGBA8, StraightRGBA8)]
  ) -> (ChangedPixels, antialiased: Int) {
    let (width, height) = (grounds[0].0.width, grounds[0].0.height)
    var changed = ChangedPixels(
      width: width, height: height,
      bytes: differences.levels.map { Int($0) > options.pixelThreshold ? 1 : 0 })
    // A threshold below 0 would count what does not differ.
    if options.pixelThreshold < 0 { changed.bytes = differences.levels.map { $0 > 0 ? 1 : 0 } }
    var antialiased = 0
    guard options.ignoresAntialiasing else { return (changed, antialiased) }
    let detector = AntialiasingDetector(grounds: grounds)
    for y in 0..<height {
      for x in 0..<width where changed.bytes[y * width + x] != 0 {
        guard detector.isAntialiased(x: x, y: y) else { continue }
        changed.bytes[y * width + x] = 0
        antialiased += 1
      }
    }
    return (changed, antialiased)
  }
}

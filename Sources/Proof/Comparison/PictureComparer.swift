internal import CComparison
public import Imaging

/// Measures two pictures of one size against each other.
public struct PictureComparer: Sendable {
  let options: ComparisonOptions
  let kernels: ComparisonKernels

  /// Makes a comparer.
  public init(_ options: ComparisonOptions = ComparisonOptions()) {
    self.options = options
    kernels = .standard
  }

  /// Makes a comparer for an instruction set, for tests and measurements.
  ///
  /// Nil where this processor has none of that name. All give the same measures.
  package init?(_ options: ComparisonOptions = ComparisonOptions(), instructionSet: String) {
    guard let kernels = ComparisonKernels(named: instructionSet) else { return nil }
    (self.options, self.kernels) = (options, kernels)
  }

  /// The instruction sets that this processor can run, the fastest first.
  package static var instructionSets: [String] { ComparisonKernels.names }

  /// Measures the pixels of the mask, or all; nil where the sizes are not the same.
  ///
  /// What shows is measured: transparent pictures are seen on black and on white, and the larger
  /// difference counts. A mask without any pixel finds no difference.
  public func measure(
    _ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask? = nil
  ) -> PictureMeasures? {
    guard Self.areOneSize(a, b, mask) else { return nil }
    let all = a.width * a.height
    let compared = mask.map(Self.count(of:)) ?? all
    var measures = PictureMeasures(width: a.width, height: a.height, comparedPixels: compared)
    let mask = compared == all ? nil : mask
    guard compared > 0,
      let differences = ChannelDifferences(a, b, in: mask, kernels: kernels)
    else { return measures }
    let backgrounds = ComparedBackgrounds(a, b, areOpaque: differences.areOpaque)
    measures.largestChannelDifference = Int(differences.largest)
    measures.differingPixels = differences.count

    let changed = ChangedPixels(
      differences, over: options.pixelThreshold,
      ignoringAntialiasingOn: options.ignoresAntialiasing ? backgrounds : nil)
    measures.changedPixels = changed.count
    measures.antialiasedPixels = changed.antialiased
    let sides = ComparisonOptions.windowSides
    let side = min(max(options.windowSide, sides.lowerBound), sides.upperBound)
    measures.densestWindow = changed.densestWindow(side: side, in: mask)

    let colours = ColourDifferences(
      backgrounds, where: differences, comparedPixels: compared, kernels: kernels)
    measures.meanColourDifference = colours.mean
    measures.highColourDifference = colours.high
    let similarity = StructuralSimilarity(
      width: a.width, height: a.height, mask: mask, kernels: kernels)
    measures.structuralSimilarity =
      backgrounds.pairs.map { similarity.measure($0.a, $0.b, differences: differences) }.min() ?? 1
    return measures
  }

  /// Whether two pictures and the mask are of one size.
  static func areOneSize(_ a: StraightRGBA8, _ b: StraightRGBA8, _ mask: PixelMask?) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    guard let mask else { return true }
    return mask.width == a.width && mask.height == a.height
  }

  private static func count(of mask: PixelMask) -> Int {
    unsafe mask.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe Int(cc_sum(start, Int64(bytes.count)))
    }
  }
}

extension PictureComparer {
  /// The colour difference of each pixel of two pictures of one size, 0 where nothing differs; empty
  /// where the sizes are not the same.
  package func colourDifferences(_ a: StraightRGBA8, _ b: StraightRGBA8) -> [Float] {
    guard Self.areOneSize(a, b, nil) else { return [] }
    var all = [Float](repeating: 0, count: a.width * a.height)
    guard let differences = ChannelDifferences(a, b, in: nil, kernels: kernels) else { return all }
    let colours = ColourDifferences(
      ComparedBackgrounds(a, b, areOpaque: differences.areOpaque), where: differences,
      comparedPixels: all.count, kernels: kernels)
    var next = 0
    for pixel in all.indices where differences.levels[pixel] != 0 {
      all[pixel] = colours.values[next]
      next += 1
    }
    return all
  }
}

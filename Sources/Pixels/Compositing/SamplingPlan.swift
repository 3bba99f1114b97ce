internal import CKernels

/// Which level of a pyramid the pixels of a tile are sampled from, and where in each pixel.
///
/// The ideal is the mean over the pixel's square. An even grid of bilinear taps, laid out on the
/// output's own axes, stands for the square under every affine and projective map, so stretched
/// footprints need no treatment of their own. The grid is a little wider than the pixel, so that
/// its variance is that of the square: against the mean of 256 samples that gains 2 dB at 1.5 and
/// 3 texels a pixel over a grid that divides the pixel evenly, and brightness still varies by less
/// than 0.1 % while artwork turns and shrinks.
///
/// Where a pixel spans 1.25 to 1.5 texels, one tap of a level that was filtered for it stands for the
/// grid: on masks 50 to 51 dB, where one tap of the level itself has 38 to 41, in the same time.
///
/// Against the same mean, on ten pieces of artwork shrunk 1.5 to 20 times, evenly, unevenly and in
/// strong perspective: 35 to 58 dB, 3 to 15 dB more than the best of the usual filters of Cairo,
/// Skia, OpenCV and pixman (the benchmark `fidelity`).
struct SamplingPlan: Equatable {
  /// A level of a pyramid.
  enum Source: Equatable {
    /// The halving of this exponent.
    case halving(Int)
    /// The finest level, filtered.
    case filtered
  }

  /// The level that is sampled.
  let source: Source
  /// Taps to the right and down.
  let columns, rows: Int
  /// The distance between taps, in pixels.
  let spacingX, spacingY: Double

  /// How near to the ideal a texture is sampled; what is nearer costs more taps.
  struct Fineness {
    /// Texels that a pixel spans the short way, at least: of the level above the finest, and of
    /// all further ones.
    let texelsAPixel: (second: Double, further: Double)
    /// Up to the first number of texels a pixel takes one tap, from the second on its whole grid.
    let opening: ClosedRange<Double>
    /// Texels that a pixel spans for one tap of the filtered level to do: in the mean at least, and the
    /// long way less than.
    let filtered: Range<Double>

    /// The filtered level from 1.25 texels a pixel on, 4 taps from 1.5, 9 from 2.1, 16 from 3.1.
    ///
    /// The next level takes over at 7 texels, with 49 taps. With half as many texels a pixel, a
    /// level's own blur cost 10 to 13 dB from 5 texels on; what is that far away covers few pixels.
    static let luma = Fineness(
      texelsAPixel: (3.5, 3.5), opening: 1.4...1.5, filtered: 1.249..<1.499)
    /// For chroma of 4:2:0 and 4:2:2: from level 1 as soon as it has a texel a sample.
    ///
    /// Where a chroma sample, two pixels wide, has two texels, their mean is a texel of level 1, as
    /// it is in 4:2:0 video. 4 taps from 1.5 texels of that on, 9 from 2.1, and so on as for luma.
    /// Luma's own plan is nearer to the ideal (45 dB where this has 30), and takes half as long
    /// again for a whole frame.
    static let chroma = Fineness(
      texelsAPixel: (0.95, 3.5), opening: 1.5...1.75, filtered: 1.7..<2.4)

    /// For what is drawn hundreds of times to be told from each other: a sixth to a third of luma's taps
    /// where artwork is shrunk by more than 3.6 (all of them from 7 to 7.2, where luma changes its level).
    static let sketch = Fineness(
      texelsAPixel: (1.8, 1.8), opening: 1.4...1.5, filtered: 1.249..<1.499)

    /// The texels of level 0 that a pixel spans, at least, for a level to be taken.
    func finestTexels(level: Int) -> Double {
      Double(1 << level) * (level == 1 ? texelsAPixel.second : texelsAPixel.further)
    }
  }

  /// Chooses for a footprint among the levels that there are.
  ///
  /// Nil where the whole artwork covers so little of a pixel, under 1/64, that it is not seen.
  init?(
    _ footprint: Footprint, levels: ClosedRange<Int>, hasFiltered: Bool, fineness: Fineness
  ) {
    let (right, down) = (footprint.right.length, footprint.down.length)
    let long = max(right, down)
    let short = footprint.area / max(long, .leastNormalMagnitude)
    var level = levels.lowerBound
    while level < levels.upperBound, short >= fineness.finestTexels(level: level + 1) {
      level += 1
    }
    if hasFiltered, level == 0, fineness.isForFiltered(right: right, down: down, short: short) {
      source = .filtered
      (columns, rows, spacingX, spacingY) = (1, 1, 0, 0)
      return
    }
    while level <= levels.upperBound {
      let scale = 1 / Double(1 << level)
      if let x = fineness.taps(texels: right * scale, level: level),
        let y = fineness.taps(texels: down * scale, level: level), x.count * y.count <= CK_MAX_TAPS
      {
        (source, columns, rows) = (.halving(level), x.count, y.count)
        (spacingX, spacingY) = (x.spacing, y.spacing)
        return
      }
      level += 1
    }
    return nil
  }

  /// How many taps a pixel takes.
  var tapCount: Int { columns * rows }

  /// Writes how far from the pixel's middle the taps lie, in the kernels' fixed point.
  ///
  /// - Parameter pitch: that of the level.
  func place(
    _ footprint: Footprint, pitch: Double, into taps: UnsafeMutableBufferPointer<ck_tap>
  ) {
    // Most tiles take one tap, which lies in the pixel's middle.
    if tapCount == 1 {
      unsafe taps[0] = ck_tap(u: 0, v: 0)
      return
    }
    let unit = Double(1 << CK_SUBTEXEL_BITS) / pitch
    let farthest = SIMD2<Double>(repeating: Double(CK_FARTHEST))
    for row in 0..<rows {
      let y = (Double(row) - Double(rows - 1) / 2) * spacingY * unit
      for column in 0..<columns {
        let x = (Double(column) - Double(columns - 1) / 2) * spacingX * unit
        var offset = footprint.right * x + footprint.down * y
        offset.clamp(lowerBound: -farthest, upperBound: farthest)
        // Rounded by hand, since `rounded` is a call of the C library, which took a tenth of the time of
        // drawing small layers with many taps.
        offset += SIMD2(offset.x < 0 ? -0.5 : 0.5, offset.y < 0 ? -0.5 : 0.5)
        unsafe taps[row * columns + column] = ck_tap(u: Int32(offset.x), v: Int32(offset.y))
      }
    }
  }
}

extension SamplingPlan.Fineness {
  /// Whether one tap of the filtered level does for a pixel of such a footprint.
  ///
  /// The mean is that of the axes' variances, which is what the level's filter is made for. Where a
  /// pixel spans much less the short way, the filter would blur what is magnified.
  fileprivate func isForFiltered(right: Double, down: Double, short: Double) -> Bool {
    let mean = ((right * right + down * down) / 2).squareRoot()
    return mean >= filtered.lowerBound && max(right, down) < filtered.upperBound
      && short >= 0.85 * filtered.lowerBound
  }

  /// How many taps along an axis on which a pixel spans so many texels, and how far apart; nil
  /// for too many.
  ///
  /// A bilinear sample is as wide as the mean over 1.41 texels (the variance of both is 1/6), so
  /// one tap does for artwork that is shrunk a little one way: 41 dB for detail at the limit of
  /// resolution, where four taps have 47. From there the grid opens in even steps of variance, or
  /// a face that turns away would snap from sharp to soft. Artwork that is shrunk alike both ways has
  /// the filtered level there.
  fileprivate func taps(texels: Double, level: Int) -> (count: Int, spacing: Double)? {
    let isOpening = level <= 1
    guard texels > (isOpening ? opening.lowerBound : 1) else { return (1, 0) }
    guard texels <= Double(CK_MAX_TAPS) else { return nil }
    // A tap a texel; a tenth more than a texel apart is as good.
    let count = max(2, (texels - 0.1).rounded(.up))
    let spacing = Self.spacing(count, texels: texels)
    guard isOpening, texels < opening.upperBound else { return (Int(count), spacing) }
    let (from, to) = (opening.lowerBound, opening.upperBound)
    let opened = ((texels * texels - from * from) / (to * to - from * from)).squareRoot()
    return (Int(count), opened * spacing)
  }

  /// How far apart so many taps lie, in pixels.
  ///
  /// Evenly spaced at d they have the variance d^2 (n^2 - 1) / 12, the pixel has 1/12. Two taps more
  /// than a texel apart would pass detail that they should stop, so they draw together again until
  /// there are three.
  private static func spacing(_ count: Double, texels: Double) -> Double {
    let spread = 1 / (count * count - 1).squareRoot()
    guard count == 2 else { return spread }
    let part = min(max((2.1 - texels) / (2.1 - 1.5), 0), 1)
    return 0.5 + part * (spread - 0.5)
  }
}

extension SIMD2<Double> {
  /// The Euclidean length.
  var length: Double { (self * self).sum().squareRoot() }
}

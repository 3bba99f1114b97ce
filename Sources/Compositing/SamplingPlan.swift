internal import CKernels

/// Which level of a pyramid the pixels of a tile are sampled from, and where in each pixel.
///
/// The ideal is the mean over the pixel's square. A regular grid of bilinear taps, laid out on
/// the output's own axes, stands for the square under every affine and projective map, so
/// stretched footprints need no separate treatment (as they do in trilinear filtering).
///
/// The blur of the filter is held to that of the ideal by its second moment. In texels of the
/// level, along an axis where a pixel spans r of them, the ideal has the variance r^2 / 12 of a
/// box, and that of the bilinear tent of level 0, 4^-n / 6. A tap in level n already has a tent's
/// 1 / 6 and its texels' own box, (1 - 4^-n) / 12. The taps supply the difference,
///
///     variance = r^2 / 12 - (1 - 4^-n) / 4
///
/// by their spacing. So neither the passage from one level to the next nor from one number of
/// taps to another makes a layer look sharper or softer, which would be seen as pumping.
struct SamplingPlan: Equatable {
  /// The level's exponent.
  private(set) var level: Int
  /// Taps to the right.
  private(set) var columns = 1
  /// Taps down.
  private(set) var rows = 1
  /// The distance between taps, in pixels.
  private(set) var spacingX = 0.0
  private(set) var spacingY = 0.0

  /// How fine a level must be: texels that a pixel spans the short way, at least.
  ///
  /// Finer levels come nearer to the ideal, and cost more taps.
  struct Fineness {
    let texelsAPixel: Double

    /// At sqrt 3 = 1.73 a single tap is as soft as the ideal; 4 taps up to 2.8 texels, 9 above.
    static let luma = Fineness(texelsAPixel: 1.75)
    /// One tap up to 1.73 texels, 4 above. A little softer than the ideal, as 4:2:0 chroma is in
    /// any case; a third of the time.
    static let chroma = Fineness(texelsAPixel: 1.25)
  }

  /// Taps further apart than this many texels would leave texels out between them.
  private static let widestSpacing = 1.3
  /// The most taps along one axis.
  private static let longestRow = 16

  /// Chooses for a footprint among the levels that there are.
  init(_ footprint: Footprint, levels: ClosedRange<Int>, fineness: Fineness) {
    let (right, down) = (footprint.right.length, footprint.down.length)
    let long = max(right, down)
    let short = footprint.area / max(long, .leastNormalMagnitude)
    level = levels.lowerBound
    while level < levels.upperBound, short >= fineness.texelsAPixel * Double(1 << (level + 1)) {
      level += 1
    }
    while true {
      let scale = 1 / Double(1 << level)
      (columns, spacingX) = Self.taps(texels: right * scale, level: level)
      (rows, spacingY) = Self.taps(texels: down * scale, level: level)
      let fits =
        columns <= Self.longestRow && rows <= Self.longestRow
        && columns * rows <= Int(CK_MAX_TAPS)
      if fits || level == levels.upperBound { break }
      level += 1
    }
    // Only a footprint beyond the whole picture gets here with more taps than there may be.
    (columns, rows) = (min(columns, 8), min(rows, 8))
  }

  /// How many taps along an axis on which a pixel spans so many texels, and how far apart.
  private static func taps(texels: Double, level: Int) -> (count: Int, spacing: Double) {
    // In pixels squared.
    var variance = 1 / 12.0 - (1 - 1 / Double(1 << (2 * level))) / (4 * texels * texels)
    // Magnified artwork is sampled once. From there the ideal sets in over half an octave, or
    // a face that comes nearer would snap from soft to sharp.
    if level == 0 { variance *= min(1, (texels * texels - 1) / 1.25) }
    guard variance > 0 else { return (1, 0) }
    // n taps at a distance d have the variance d^2 (n^2 - 1) / 12.
    func spacing(_ count: Double) -> Double { (12 * variance / (count * count - 1)).squareRoot() }
    var count = 2.0
    while count <= Double(longestRow), spacing(count) * texels > widestSpacing { count += 1 }
    return (Int(count), spacing(count))
  }

  /// How many taps a pixel takes.
  var tapCount: Int { columns * rows }

  /// Writes how far from the pixel's middle the taps lie, in the kernels' fixed point.
  func place(_ footprint: Footprint, into taps: UnsafeMutableBufferPointer<ck_tap>) {
    let unit = Double(1 << CK_SUBTEXEL_BITS) / Double(1 << level)
    let farthest = SIMD2<Double>(repeating: Double(CK_FARTHEST))
    for row in 0..<rows {
      let y = (Double(row) - Double(rows - 1) / 2) * spacingY * unit
      for column in 0..<columns {
        let x = (Double(column) - Double(columns - 1) / 2) * spacingX * unit
        var offset = footprint.right * x + footprint.down * y
        offset.clamp(lowerBound: -farthest, upperBound: farthest)
        unsafe taps[row * columns + column] = ck_tap(
          u: Int32(offset.x.rounded()), v: Int32(offset.y.rounded()))
      }
    }
  }
}

extension SIMD2<Double> {
  /// The Euclidean length.
  var length: Double { (self * self).sum().squareRoot() }
}

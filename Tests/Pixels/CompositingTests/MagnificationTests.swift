import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// Magnified or at its own size, artwork is sampled bilinearly: no channel is more than a level
/// from a float64 evaluation of the formula.
@Suite struct MagnificationTests {
  static let formats: [PixelFormat] = [
    .premultipliedRGBA8,
    .yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false)),
    .yuv(.yuv420p, YUVEncoding(matrix: .bt601, fullRange: true, chromaSiting: .centre)),
    .yuv(.yuv420p, YUVEncoding(matrix: .bt2020, fullRange: false, chromaSiting: .topLeft)),
  ]

  /// The formats above and one of every other kind, with all matrices, ranges and sitings.
  static let allFormats: [PixelFormat] =
    formats + [
      .premultipliedBGRA8, .opaqueRGB8, .opaqueBGR8,
      .yuv(.yuv422p, YUVEncoding(matrix: .bt601, fullRange: false)),
      .yuv(.yuv444p, YUVEncoding(matrix: .bt709, fullRange: true)),
      .yuv(.nv12, YUVEncoding(matrix: .bt709, fullRange: false)),
      .yuv(.yuv420p10, YUVEncoding(matrix: .bt2020, fullRange: false, chromaSiting: .topLeft)),
      .yuv(.yuv422p10, YUVEncoding(matrix: .bt709, fullRange: true, chromaSiting: .centre)),
      .yuv(.yuv444p10, YUVEncoding(matrix: .bt2020, fullRange: true)),
      .yuv(.p010, YUVEncoding(matrix: .bt709, fullRange: false)),
    ]

  @Test(arguments: allFormats)
  func `random quads at twice the size and more are within a level`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 1)
    var drawn = 0
    for _ in 0..<60 {
      let picture = Artwork.noise(9, 7, using: &generator)
      var canvas = TestPicture(random: format, 61, 43, using: &generator)
      // Twice the size for chroma's sake, whose pixels are twice as large.
      guard
        let map = Homography.random(of: picture, in: 61, 43, size: 60...120, using: &generator),
        canvas.isMagnified(picture, map)
      else { continue }
      let expected = canvas.composited(picture, at: map, opacity: 0.9)
      try canvas.draw(Texture(picture, for: format), at: map, opacity: 0.9)
      let differences = canvas.largestDifference(to: expected)
      // Half a level is the rounding to 8 bits, which no engine can avoid.
      #expect(differences.allSatisfy { $0 <= 0.5 + format.slack }, "\(differences)")
      drawn += 1
    }
    #expect(drawn > 10)
  }

  @Test(arguments: allFormats)
  func `opaque artwork at its own size arrives unchanged`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 2)
    let picture = Artwork.make(32, 24) { x, y in
      RGBA8(UInt8(8 * x), UInt8(10 * y), UInt8(255 - 8 * x))
    }
    var canvas = TestPicture(random: format, 48, 40, using: &generator)
    let map = Homography<ArtworkSpace, OutputSpace>(1, 0, 8, 0, 1, 8, 0, 0, 1)
    let expected = canvas.composited(picture, at: map)
    try canvas.draw(Texture(picture, for: format), at: map)
    #expect(canvas.largestDifference(to: expected)[0] <= 0.5 + format.slack / 3)
  }
}

extension TestPicture {
  /// Whether each pixel of every plane spans less than a texel; at a horizon none does.
  ///
  /// - Parameter border: to how much the sides are rounded up: what a pixel spans is told by the
  ///   middle of its tile, which may lie beyond the picture.
  func isMagnified(
    _ picture: StraightRGBA8, _ map: Homography<ArtworkSpace, OutputSpace>,
    roundedUpTo border: (width: Int, height: Int) = (1, 1)
  ) -> Bool {
    let side = format.planeCount == 1 ? 1.0 : 2.0
    guard let back = map.inverse else { return false }
    let right = Double((width + border.width - 1) / border.width * border.width)
    let bottom = Double((height + border.height - 1) / border.height * border.height)
    for y in stride(from: 0, through: bottom, by: 1) {
      for x in stride(from: 0, through: right, by: 1) {
        guard let p = back(Point2(x, y)), let right = back(Point2(x + side, y)),
          let down = back(Point2(x, y + side)), p.distance(to: right) < 0.95,
          p.distance(to: down) < 0.95
        else { return false }
      }
    }
    return true
  }
}

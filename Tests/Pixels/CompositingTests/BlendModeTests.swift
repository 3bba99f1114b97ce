import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// The blend modes against the formulas of W3C Compositing and Blending Level 1, in float64.
@Suite struct BlendModeTests {
  static func blended(_ mode: Compositor.BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .normal: s
    case .multiply: b * s
    case .screen: b + s - b * s
    case .overlay: b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s)
    case .add: min(1, b + s)
    }
  }

  /// Every pair of a texel and a background pixel lies on one pixel of a picture drawn at its size.
  static func artwork(using generator: inout SplitMix64) -> StraightRGBA8 {
    Artwork.noise(48, 40, using: &generator)
  }

  static let atItsSize = Homography<ArtworkSpace, OutputSpace>(1, 0, 0, 0, 1, 0, 0, 0, 1)

  @Test(arguments: Compositor.BlendMode.allCases, [1, 0.6])
  func `on RGBA, transparent background included`(
    mode: Compositor.BlendMode, opacity: Double
  ) throws {
    var generator = SplitMix64(state: 50)
    let picture = Self.artwork(using: &generator)
    let ground = PremultipliedRGBA8(Artwork.noise(48, 40, using: &generator))
    let format = PixelFormat.premultipliedRGBA8
    var canvas = TestPicture(format, 48, 40) { _, x, y in ground.bytes[y * 48 * 4 + x] }
    try canvas.draw(
      Texture(picture, for: format), at: Self.atItsSize, opacity: opacity, blend: mode)
    for i in 0..<(48 * 40) {
      let source = picture.bytes[(4 * i)..<(4 * i + 4)].map { Double($0) / 255 }
      let under = ground.bytes[(4 * i)..<(4 * i + 4)].map { Double($0) / 255 }
      let (alphaS, alphaB) = (source[3] * opacity, under[3])
      for c in 0..<3 {
        let backdrop = alphaB == 0 ? 0 : under[c] / alphaB
        let mixed = (1 - alphaB) * source[c] + alphaB * Self.blended(mode, backdrop, source[c])
        let level = 255 * (alphaS * mixed + (1 - alphaS) * under[c])
        #expect(abs(Double(canvas.planes[0][4 * i + c]) - level) <= 1, "\(i) \(c)")
      }
      let alpha = 255 * (alphaS + alphaB - alphaS * alphaB)
      #expect(abs(Double(canvas.planes[0][4 * i + 3]) - alpha) <= 0.55)
    }
  }

  @Test(arguments: Compositor.BlendMode.allCases, ColourTests.encodings)
  func `on Y'CbCr, flat colours`(mode: Compositor.BlendMode, encoding: YUVEncoding) throws {
    var generator = SplitMix64(state: 51)
    let format = PixelFormat.yuv(.yuv420p, encoding)
    for _ in 0..<40 {
      func colour() -> [Double] {
        (0..<3).map { _ in Double.random(in: 0...1, using: &generator) }
      }
      let alpha = UInt8.random(in: 0...255, using: &generator)
      let (source, under) = (colour(), colour())
      let bytes = source.map { UInt8(($0 * 255).rounded()) }
      let picture = Artwork.solid(8, 8, RGBA8(bytes[0], bytes[1], bytes[2], alpha))
      let levels = Reference.levels(under[0], under[1], under[2], format)
      let stored = levels.map { UInt16(min($0.rounded(), 255)) }
      var canvas = TestPicture(format, 9, 7, of: stored)
      try canvas.draw(
        Texture(picture, for: format), at: .similarity(of: picture, to: 4, 4, scale: 5),
        blend: mode)
      let a = Double(alpha) / 255
      let mixed = (0..<3).map { Self.blended(mode, under[$0], Double(bytes[$0]) / 255) }
      for plane in 0..<3 {
        let level = Reference.levels(mixed[0], mixed[1], mixed[2], format)[plane]
        let expected = a * level + (1 - a) * Double(stored[plane])
        let got = Double(canvas.planes[plane][0])
        // The background is known to half a level of luma and chroma; decoding to RGB and encoding
        // again adds them up, at most twice with overlay's slope of 2.
        #expect(
          abs(got - expected) <= (mode == .normal ? 0.55 : 3), "\(plane): \(got), \(expected)")
        #expect(canvas.planes[plane].allSatisfy { $0 == canvas.planes[plane][0] })
      }
    }
  }
}

import Compositing
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Chroma of shrunk artwork, as `MinificationTests` has luma: near the mean of a sample's square.
///
/// Of 4:2:0 a sample covers two pixels each way.
@Suite struct ChromaMinificationTests {
  static let layouts = [YUVLayout.yuv420p, .yuv444p]

  private static func format(_ layout: YUVLayout) -> PixelFormat {
    .yuv(layout, YUVEncoding(matrix: .bt709, fullRange: true, chromaSiting: .centre))
  }

  /// As `MinificationTests.artwork`, its rings and spokes in red, blue and green.
  static let artwork = Artwork.make(120, 120) { x, y in
    let (u, v) = (Double(x) - 59.5, Double(y) - 59.5)
    let distance = hypot(u, v)
    let alpha = UInt8(min(max((56 - distance) * 255, 0), 255))
    let spokes = sin(atan2(v, u) * 12) > 0
    if Int(distance) % 11 < 2 { return RGBA8(220, 20, 40, alpha) }
    return spokes ? RGBA8(20, 60, 230, alpha) : RGBA8(60, 200, 30, alpha)
  }

  /// How artwork is shrunk, and what the engine reaches, rounded down: a fall below is a loss of
  /// quality.
  struct Shrinking {
    let shrink, stretch, degrees: Double
    let atLeast420, atLeast444: Double
  }

  // Of 4:2:0, samples come from a coarser level than luma's up to 1.75 texels a pixel: that takes a
  // third off the time of a frame. By luma's plan it would be 45 dB where it is 30.
  static let shrinkings = [
    Shrinking(shrink: 1.1, stretch: 1, degrees: 5, atLeast420: 29, atLeast444: 32),
    Shrinking(shrink: 1.25, stretch: 1, degrees: 0, atLeast420: 30, atLeast444: 41),
    Shrinking(shrink: 1.4, stretch: 1, degrees: 5, atLeast420: 30, atLeast444: 43),
    Shrinking(shrink: 1.5, stretch: 1, degrees: 30, atLeast420: 30, atLeast444: 46),
    Shrinking(shrink: 2, stretch: 1, degrees: 10, atLeast420: 35.5, atLeast444: 41.5),
    Shrinking(shrink: 2.7, stretch: 1, degrees: 45, atLeast420: 37, atLeast444: 46.5),
    Shrinking(shrink: 3.6, stretch: 1, degrees: 20, atLeast420: 39.5, atLeast444: 50.5),
    Shrinking(shrink: 5, stretch: 1, degrees: 70, atLeast420: 43, atLeast444: 51.5),
    Shrinking(shrink: 8, stretch: 1, degrees: 15, atLeast420: 38.5, atLeast444: 41),
    Shrinking(shrink: 16, stretch: 1, degrees: 33, atLeast420: 38.5, atLeast444: 39),
    Shrinking(shrink: 1.5, stretch: 3, degrees: 0, atLeast420: 37, atLeast444: 48.5),
    Shrinking(shrink: 2, stretch: 5, degrees: 25, atLeast420: 43.5, atLeast444: 54.5),
    Shrinking(shrink: 1.2, stretch: 8, degrees: 60, atLeast420: 39.5, atLeast444: 55.5),
  ]

  @Test(arguments: shrinkings, layouts)
  func `shrunk artwork's chroma is near the mean of 64 samples`(
    sizes: Shrinking, layout: YUVLayout
  ) throws {
    let (picture, format) = (Self.artwork, Self.format(layout))
    var canvas = TestPicture(format, 110, 110, of: [90, 128, 128])
    let map = Homography.similarity(
      of: picture, to: 55.3, 54.6, scale: 1 / sizes.shrink, degrees: sizes.degrees,
      stretch: 1 / sizes.stretch)
    let reference = canvas.composited(picture, at: map, samples: 8, planes: 1..<3)
    try canvas.draw(Texture(picture, for: format), at: map)
    var (squares, count) = (0.0, 0.0)
    for (plane, levels) in zip(canvas.planes.dropFirst(), reference) {
      for (byte, level) in zip(plane, levels) where abs(level - 128) >= 0.01 {
        squares += pow(Double(byte) - level, 2)
        count += 1
      }
    }
    let psnr = 10 * log10(255 * 255 * count / squares)
    #expect(psnr > (layout == .yuv420p ? sizes.atLeast420 : sizes.atLeast444))
  }

  @Test(arguments: layouts)
  func `mean chroma hardly varies while artwork turns and shrinks`(layout: YUVLayout) throws {
    // Noise of single pixels, blue and black: Cb of half of them is far from grey.
    var generator = SplitMix64(state: 31)
    let picture = Artwork.make(128, 128) { _, _ in
      RGBA8(0, 0, Bool.random(using: &generator) ? 255 : 0)
    }
    let format = Self.format(layout)
    let texture = Texture(picture, for: format)
    let blues = picture.bytes.enumerated().count { $0.offset % 4 == 2 && $0.element > 0 }
    let mean = 127.5 * Double(blues) / (128 * 128)
    var worst = 0.0
    for step in 0..<60 {
      let scale = 0.9 * pow(0.96, Double(step))
      var canvas = TestPicture(format, 170, 170, of: [0, 128, 128])
      try canvas.draw(
        texture,
        at: .similarity(
          of: picture, to: 85 + 0.37 * Double(step), 85 - 0.21 * Double(step), scale: scale,
          degrees: 7 * Double(step)))
      let sum = canvas.planes[1].reduce(0) { $0 + Int($1) - 128 }
      let share = 170 * 170 / Double(canvas.planes[1].count)
      let area = 128 * 128 * scale * scale / share
      worst = max(worst, abs(Double(sum) / area / mean - 1))
    }
    #expect(worst < 0.005)
  }
}

import Compositing
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Shrunk artwork is the mean of what a pixel covers: sharp, without aliasing, without flicker.
@Suite struct MinificationTests {
  static let grey = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: true))

  /// Artwork with edges of all directions, thin lines and transparent parts.
  static let artwork = Artwork.make(120, 120) { x, y in
    let (u, v) = (Double(x) - 59.5, Double(y) - 59.5)
    let distance = hypot(u, v)
    let alpha = UInt8(min(max((56 - distance) * 255, 0), 255))
    let spokes = sin(atan2(v, u) * 12) > 0
    let rings = Int(distance) % 11 < 2
    let level: UInt8 = rings ? 20 : spokes ? 230 : 120
    return RGBA8(level, UInt8(x), UInt8(255 - y), alpha)
  }

  /// The peak signal-to-noise ratio over the pixels that the reference touches, in decibels.
  static func psnr(_ canvas: TestPicture, _ reference: [[Double]], ground: Double) -> Double {
    let squares = zip(canvas.planes[0], reference[0]).compactMap { byte, level in
      abs(level - ground) < 0.01 ? nil : pow(Double(byte) - level, 2)
    }
    return 10 * log10(255 * 255 * Double(squares.count) / squares.reduce(0, +))
  }

  // What the engine reaches against the truth by 8 x 8 samples, rounded down: a fall below is a loss
  // of quality. Below 1.5 a pixel takes one sample, from 1.25 on of the filtered level.
  @Test(arguments: [
    (1.1, 1.0, 5.0, 43.5), (1.25, 1, 0, 51), (1.3, 1, 20, 52), (1.4, 1, 5, 52.5), (1.49, 1, 12, 52),
    (1.5, 1, 30, 55),
    (2, 1, 10, 51.5), (2.7, 1, 45, 55.5), (3.6, 1, 20, 57), (5, 1, 70, 58), (8, 1, 15, 51),
    (16, 1, 33, 49), (1.5, 3, 0, 56.5), (2, 5, 25, 58), (1.2, 8, 60, 58.5),
  ])
  func `shrunk artwork is near the mean of 64 samples`(
    shrink: Double, stretch: Double, degrees: Double, atLeast: Double
  ) throws {
    let picture = Self.artwork
    var canvas = TestPicture(Self.grey, 98, 98, of: [90, 128, 128])
    let map = Homography.similarity(
      of: picture, to: 49.3, 48.6, scale: 1 / shrink, degrees: degrees, stretch: 1 / stretch)
    let reference = canvas.composited(picture, at: map, samples: 8, planes: 0..<1)
    try canvas.draw(Texture(picture, for: Self.grey), at: map)
    let psnr = Self.psnr(canvas, reference, ground: 90)
    #expect(psnr > atLeast)
  }

  @Test func `artwork in strong perspective is near the mean of 64 samples`() throws {
    let picture = Self.artwork
    var canvas = TestPicture(Self.grey, 98, 98, of: [90, 128, 128])
    let quad = Quad<OutputSpace>(
      Point2(40, 10), Point2(58, 12), Point2(95, 92), Point2(4, 84))
    let map = try #require(
      Homography<ArtworkSpace, OutputSpace>(rectangle: 120, 120, to: quad))
    let reference = canvas.composited(picture, at: map, samples: 8, planes: 0..<1)
    try canvas.draw(Texture(picture, for: Self.grey), at: map)
    #expect(Self.psnr(canvas, reference, ground: 90) > 45)
  }

  @Test func `mean brightness hardly varies while artwork turns and shrinks`() throws {
    // Noise of single pixels: the hardest to keep steady.
    var generator = SplitMix64(state: 30)
    let picture = Artwork.make(128, 128) { _, _ in
      let level: UInt8 = Bool.random(using: &generator) ? 255 : 0
      return RGBA8(level, level, level)
    }
    let texture = Texture(picture, for: Self.grey)
    let bytes = picture.bytes.enumerated().filter { $0.offset % 4 == 0 }.map { Double($0.element) }
    let mean = bytes.reduce(0, +) / Double(bytes.count)
    var worst = 0.0
    for step in 0..<60 {
      let scale = 0.9 * pow(0.96, Double(step))
      var canvas = TestPicture(Self.grey, 170, 170, of: [0, 128, 128])
      try canvas.draw(
        texture,
        at: .similarity(
          of: picture, to: 85 + 0.37 * Double(step), 85 - 0.21 * Double(step), scale: scale,
          degrees: 7 * Double(step)))
      let sum = canvas.planes[0].reduce(0) { $0 + Int($1) }
      let area = 128 * 128 * scale * scale
      worst = max(worst, abs(Double(sum) / area / mean - 1))
    }
    #expect(worst < 0.005)
  }
}

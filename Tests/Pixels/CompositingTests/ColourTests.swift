import Compositing
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Blending in Y'CbCr is blending in R'G'B' and converting.
@Suite struct ColourTests {
  static let encodings = [
    YUVEncoding(matrix: .bt601, fullRange: true, chromaSiting: .centre),
    YUVEncoding(matrix: .bt709, fullRange: false),
    YUVEncoding(matrix: .bt2020, fullRange: false, chromaSiting: .topLeft),
  ]

  @Test(arguments: encodings)
  func `luma is that of the same picture drawn in RGB`(encoding: YUVEncoding) throws {
    var generator = SplitMix64(state: 40)
    let picture = Artwork.noise(33, 27, using: &generator)
    let format = PixelFormat.yuv(.yuv420p, encoding)
    for scale in [0.4, 1, 2.3] {
      let ground = RGBA8(60, 120, 210)
      let levels = Reference.levels(of: ground, format)
      var yuv = TestPicture(format, 90, 80, of: levels.map { UInt16($0.rounded()) })
      var rgb = TestPicture(
        .premultipliedRGBA8, 90, 80, of: [60, 120, 210, 255])
      let map = Homography.similarity(of: picture, to: 44, 41, scale: scale, degrees: 25)
      try yuv.draw(Texture(picture, for: format), at: map, opacity: 0.8)
      try rgb.draw(Texture(picture, for: .premultipliedRGBA8), at: map, opacity: 0.8)
      var largest = 0.0
      for i in 0..<(90 * 80) {
        let c = rgb.planes[0][(4 * i)..<(4 * i + 3)].map { Double($0) / 255 }
        let luma = Reference.levels(c[0], c[1], c[2], format)[0]
        largest = max(largest, abs(luma - Double(yuv.planes[0][i])))
      }
      // Half a level for luma, half for its background, half for the channels of RGB.
      #expect(largest <= 1.5, "\(largest)")
    }
  }

  /// On random background, in float64 R'G'B': Y'CbCr is decoded, blended there, and encoded again.
  @Test(arguments: encodings)
  func `all planes are those of blending in RGB and converting`(encoding: YUVEncoding) throws {
    var generator = SplitMix64(state: 41)
    let format = PixelFormat.yuv(.yuv444p, encoding)
    for _ in 0..<12 {
      let picture = Artwork.noise(19, 15, using: &generator)
      var canvas = TestPicture(random: format, 64, 48, using: &generator)
      guard
        let map = Homography.random(of: picture, in: 64, 48, size: 60...90, using: &generator),
        canvas.isMagnified(picture, map)
      else { continue }
      var rgb = Reference.colours(of: canvas)
      let layer = Reference(picture, .premultipliedRGBA8, plane: 0)
      let back = try #require(map.inverse)
      let sign = map.weight(at: Point2(9.5, 7.5)) > 0 ? 1.0 : -1
      for i in rgb.indices {
        let s = layer.sample(back, Double(i % 64) + 0.5, Double(i / 64) + 0.5, sign: sign)
        rgb[i] = (0..<3).map { 0.7 * s[$0] / 255 + (1 - 0.7 * s[4]) * rgb[i][$0] }
      }
      let levels = rgb.map { Reference.levels($0[0], $0[1], $0[2], format) }
      try canvas.draw(Texture(picture, for: format), at: map, opacity: 0.7)
      let differences = canvas.largestDifference(to: (0..<3).map { c in levels.map { $0[c] } })
      // One rounding, that of the result.
      #expect(differences.allSatisfy { $0 <= 0.5 + format.slack }, "\(differences)")
    }
  }

  @Test(arguments: encodings)
  func `a solid layer has the colour of its formula`(encoding: YUVEncoding) throws {
    let format = PixelFormat.yuv(.yuv420p, encoding)
    for colour in [
      RGBA8(255, 0, 0), RGBA8(0, 255, 0), RGBA8(0, 0, 255), RGBA8(255, 255, 255),
      RGBA8(0, 0, 0), RGBA8(255, 255, 0), RGBA8(13, 200, 99),
    ] {
      let picture = Artwork.solid(10, 10, colour)
      var canvas = TestPicture(format, 31, 31, of: [77, 88, 99])
      try canvas.draw(
        Texture(picture, for: format), at: .similarity(of: picture, to: 15.5, 15.5, scale: 4))
      let levels = Reference.levels(of: colour, format)
      for plane in 0..<3 {
        let level = levels[plane]
        #expect(
          canvas.planes[plane].allSatisfy { abs(Double($0) - min(level, 255)) <= 0.51 },
          "\(colour) \(plane): \(canvas.planes[plane][0]), expected \(level)")
      }
    }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `chroma lies where its siting says`(format: PixelFormat) throws {
    guard case .yuv(.yuv420p, let encoding) = format else { return }
    // A red square on grey: the centroid of Cr, sample by sample where the siting puts it, is the
    // square's own middle.
    let picture = Artwork.solid(30, 30, RGBA8(255, 0, 0))
    for step in 0..<5 {
      let (x, y) = (50 + 0.3 * Double(step), 40 - 0.3 * Double(step))
      var canvas = TestPicture(format, 100, 84, of: [100, 128, 128])
      try canvas.draw(
        Texture(picture, for: format),
        at: .similarity(of: picture, to: x, y, scale: 1.1, degrees: 17))
      var (sx, sy, sum) = (0.0, 0.0, 0.0)
      for j in 0..<42 {
        for i in 0..<50 {
          let weight = Double(canvas.planes[2][j * 50 + i]) - 128
          let place = canvas.place(2, i, j)
          (sx, sy, sum) = (sx + weight * place.x, sy + weight * place.y, sum + weight)
        }
      }
      #expect(abs(sx / sum - x) < 0.03 && abs(sy / sum - y) < 0.03, "\(encoding.chromaSiting)")
    }
  }

  /// What 4:2:0 costs where saturated colours meet: a layer of red and blue stripes, drawn with a
  /// sample for each block, beside the same drawn in RGB, converted and averaged over each block.
  ///
  /// Measured: 33.0, 39.6 and 45.6 dB, where stripes are 10, 20 and 32 pixels wide. What is left is
  /// the filter's shape: a block's mean is a box of two pixels, the layer's sample a bilinear one.
  @Test(arguments: [(1.3, 32.5), (2.5, 39), (4, 45)])
  func `chroma at edges is near the mean of its block`(scale: Double, atLeast: Double) throws {
    let encoding = YUVEncoding(matrix: .bt709, fullRange: true, chromaSiting: .centre)
    let format = PixelFormat.yuv(.yuv420p, encoding)
    let picture = Artwork.make(40, 40) { x, _ in
      x / 8 % 2 == 0 ? RGBA8(255, 0, 0) : RGBA8(0, 0, 255)
    }
    let map = Homography.similarity(of: picture, to: 100, 100, scale: scale, degrees: 20)
    var yuv = TestPicture(format, 200, 200, of: [128, 128, 128])
    var rgb = TestPicture(.premultipliedRGBA8, 200, 200, of: [128, 128, 128, 255])
    try yuv.draw(Texture(picture, for: format), at: map)
    try rgb.draw(Texture(picture, for: .premultipliedRGBA8), at: map)
    let full = (0..<(200 * 200)).map { i in
      let c = rgb.planes[0][(4 * i)..<(4 * i + 3)].map { Double($0) / 255 }
      return Reference.levels(c[0], c[1], c[2], format)
    }
    for plane in 1...2 {
      var (squares, count) = (0.0, 0.0)
      for y in 0..<100 {
        for x in 0..<100 {
          let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
            full[(2 * y + $0.1) * 200 + 2 * x + $0.0][plane]
          }
          let mean = block.reduce(0, +) / 4
          guard block.contains(where: { abs($0 - 128) > 0.6 }) else { continue }
          squares += pow(Double(yuv.planes[plane][100 * y + x]) - mean, 2)
          count += 1
        }
      }
      let psnr = 10 * log10(255 * 255 * count / squares)
      #expect(psnr > atLeast)
    }
  }
}

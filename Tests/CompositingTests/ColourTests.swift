import Compositing
import Foundation
import Geometry
import Imaging
import Testing

/// Blending in Y'CbCr is blending in R'G'B' and converting.
@Suite struct ColourTests {
  static let encodings = [
    YUVEncoding(matrix: .bt601, fullRange: true, chromaSiting: .centre),
    YUVEncoding(matrix: .bt709, fullRange: false),
    YUVEncoding(matrix: .bt2020, fullRange: false, chromaSiting: .topLeft),
  ]

  @Test(arguments: encodings)
  func `Luma is that of the same picture drawn in RGB`(encoding: YUVEncoding) throws {
    var generator = SplitMix64(state: 40)
    let picture = Artwork.noise(33, 27, using: &generator)
    let format = PixelFormat.yuv(.yuv420p, encoding)
    for scale in [0.4, 1, 2.3] {
      let ground = RGBA8(60, 120, 210)
      let levels = Reference.levels(of: ground, format)
      var yuv = Canvas(format, 90, 80, of: levels.map { UInt16($0.rounded()) })
      var rgb = Canvas(
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
      // Half a level for luma, half for its ground, half for the channels of RGB.
      #expect(largest <= 1.5, "\(largest)")
    }
  }

  @Test(arguments: encodings)
  func `A solid layer has the colour of its formula`(encoding: YUVEncoding) throws {
    let format = PixelFormat.yuv(.yuv420p, encoding)
    for colour in [
      RGBA8(255, 0, 0), RGBA8(0, 255, 0), RGBA8(0, 0, 255), RGBA8(255, 255, 255),
      RGBA8(0, 0, 0), RGBA8(255, 255, 0), RGBA8(13, 200, 99),
    ] {
      let picture = Artwork.solid(10, 10, colour)
      var canvas = Canvas(format, 31, 31, of: [77, 88, 99])
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
  func `Chroma lies where its siting says`(format: PixelFormat) throws {
    guard case .yuv(.yuv420p, let encoding) = format else { return }
    // A red square on grey: the centroid of Cr, sample by sample where the siting puts it, is the
    // square's own middle.
    let picture = Artwork.solid(30, 30, RGBA8(255, 0, 0))
    for step in 0..<5 {
      let (x, y) = (50 + 0.3 * Double(step), 40 - 0.3 * Double(step))
      var canvas = Canvas(format, 100, 84, of: [100, 128, 128])
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
}

import Compositing
import Foundation
import Geometry
import Imaging
import Testing

/// Small shapes of one colour, held against the layers that they stand for.
@Suite struct SpriteBatchTests {
  /// A disc with a soft rim.
  private static var disc: SpriteShape {
    SpriteShape { u, v in min(max((0.9 - (u * u + v * v).squareRoot()) / 0.3, 0), 1) }
  }

  private static func picture(_ sprites: [(Quad<OutputSpace>, Double)]) -> PremultipliedRGBA8 {
    var picture = PremultipliedRGBA8(
      StraightRGBA8(
        size: PixelSize<OutputSpace>(clamping: 64, 48), filledWith: RGBA8(40, 90, 140)))
    var batch = SpriteBatch()
    for (corners, opacity) in sprites {
      batch.append(disc, corners: corners, colour: SIMD3(1, 0.5, 0), opacity: opacity)
    }
    unsafe picture.withMutablePicture { unsafe batch.draw(onto: $0) }
    return picture
  }

  private static func square(
    _ x: Double, _ y: Double, _ side: Double, turned degrees: Double = 0
  ) -> Quad<OutputSpace> {
    let (c, s) = (
      cos(degrees * .pi / 180) * side / 2, sin(degrees * .pi / 180) * side / 2
    )
    func corner(_ u: Double, _ v: Double) -> Point2<OutputSpace> {
      Point2(x + u * c - v * s, y + u * s + v * c)
    }
    return Quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
  }

  /// Sides in pixels, and by how many levels a pixel may be off, the worst and in the mean: one sample a pixel
  /// softens a rim by half a pixel, of which the smallest have most.
  @Test(arguments: [(6.0, 32.0, 16.0), (10, 26, 6), (16, 26, 4), (23.3, 26, 4), (40, 26, 4)])
  func `a sprite covers what its shape does`(side: Double, most: Double, mean: Double) throws {
    for turn in [0.0, 30, 45] {
      let drawn = StraightRGBA8(
        Self.picture([(Self.square(31.3, 24.6, side, turned: turn), 1)]))
      var (worst, sum) = (0.0, 0.0)
      for y in 0..<48 {
        for x in 0..<64 {
          // The mean of the coverage over the pixel, by 64 samples.
          var cover = 0.0
          for sample in 0..<64 {
            let u = (Double(x) + (Double(sample % 8) + 0.5) / 8 - 31.3) / (side / 2)
            let v = (Double(y) + (Double(sample / 8) + 0.5) / 8 - 24.6) / (side / 2)
            cover += min(max((0.9 - (u * u + v * v).squareRoot()) / 0.3, 0), 1) / 64
          }
          let ideal = 40 + (255 - 40) * cover
          let off = abs(Double(drawn[x, y].red) - ideal)
          worst = max(worst, off)
          sum += off
        }
      }
      #expect(worst < most, "side \(side), turned \(turn)")
      #expect(sum / (side * side) < mean, "side \(side), turned \(turn)")
    }
  }

  @Test func `what is beyond the picture is cut off, and nothing else changes`() {
    let ground = StraightRGBA8(Self.picture([]))
    for (x, y) in [(-3.0, 20.0), (66, 20), (30, -4), (30, 51), (0, 0), (1e7, 5), (-1e300, 0)] {
      let drawn = StraightRGBA8(Self.picture([(Self.square(x, y, 16), 1)]))
      for row in 0..<48 {
        for column in 0..<64 {
          let isNear = abs(Double(column) - x) < 10 && abs(Double(row) - y) < 10
          if !isNear { #expect(drawn[column, row] == ground[column, row]) }
        }
      }
    }
    let flat = Quad<OutputSpace>(Point2(5, 5), Point2(9, 5), Point2(9, 5), Point2(5, 5))
    #expect(StraightRGBA8(Self.picture([(flat, 1)])) == ground)
    #expect(StraightRGBA8(Self.picture([(Self.square(30, 20, 16), 0)])) == ground)
  }

  @Test func `a sprite that moves by whole pixels keeps its bytes`() {
    let one = StraightRGBA8(Self.picture([(Self.square(20.25, 20.5, 13, turned: 20), 0.7)]))
    let other = StraightRGBA8(Self.picture([(Self.square(27.25, 18.5, 13, turned: 20), 0.7)]))
    for y in 8..<32 {
      for x in 8..<32 { #expect(one[x, y] == other[x + 7, y - 2]) }
    }
  }

  @Test func `chroma of a clip's picture follows luma`() throws {
    let format = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: false))
    #expect(SpriteBatch.draws(on: format))
    #expect(
      !SpriteBatch.draws(
        on: .yuv(.yuv420p10, YUVEncoding(matrix: .bt709, fullRange: false))))
    var planes = [
      [UInt8](repeating: 16, count: 64 * 48), [UInt8](repeating: 128, count: 32 * 24),
      [UInt8](repeating: 128, count: 32 * 24),
    ]
    var batch = SpriteBatch()
    batch.append(
      Self.disc, corners: Self.square(32, 24, 30), colour: SIMD3(1, 0, 0), opacity: 1)
    var (luma, blue, red) = (planes[0], planes[1], planes[2])
    luma.withUnsafeMutableBufferPointer { y in
      blue.withUnsafeMutableBufferPointer { cb in
        red.withUnsafeMutableBufferPointer { cr in
          batch.draw(
            onto: MutablePicture(
              format: format, size: PixelSize(clamping: 64, 48),
              planes: MutablePlanes(
                MutablePlane(base: y.baseAddress!, stride: 64, width: 64, height: 48),
                MutablePlane(base: cb.baseAddress!, stride: 32, width: 32, height: 24),
                MutablePlane(base: cr.baseAddress!, stride: 32, width: 32, height: 24))))
        }
      }
    }
    planes = [luma, blue, red]
    // Red by ITU-R BT.709 in limited range.
    #expect(planes[0][24 * 64 + 32] == 63)
    #expect(planes[1][12 * 32 + 16] == 102 && planes[2][12 * 32 + 16] == 240)
    #expect(planes[0][0] == 16 && planes[1][0] == 128)
  }
}

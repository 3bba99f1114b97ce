import Comparison
import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct AntialiasingTests {
  /// A half plane whose edge lies `offset` pixels further along its normal: each pixel has the share
  /// of white that it covers, by 16 x 16 samples.
  private func edge(angle: Double, offset: Double, side: Int = 60) -> StraightRGBA8 {
    let (nx, ny) = (cos(angle), sin(angle))
    let middle = Double(side) / 2
    return picture(side, side) { x, y in
      var covered = 0
      for v in 0..<16 {
        for u in 0..<16 {
          let px = Double(x) + (Double(u) + 0.5) / 16 - middle
          let py = Double(y) + (Double(v) + 0.5) / 16 - middle
          covered += px * nx + py * ny > offset ? 1 : 0
        }
      }
      let level = UInt8((covered * 225 + 128) / 256 + 20)
      return RGBA8(level, level, level)
    }
  }

  private func measure(
    _ a: StraightRGBA8, _ b: StraightRGBA8, ignoring: Bool = true
  ) throws -> PictureMeasures {
    let options = ComparisonOptions(pixelThreshold: 2, ignoresAntialiasing: ignoring)
    return try #require(PictureComparer(options).measure(a, b))
  }

  @Test(arguments: [0.2, 0.5, 1.1, 1.9, 2.7, 4.0])
  func `an edge that moves by a fraction of a pixel is antialiasing`(_ angle: Double) throws {
    let (a, b) = (edge(angle: angle, offset: 0), edge(angle: angle, offset: 0.3))
    let plain = try measure(a, b, ignoring: false)
    #expect(plain.changedPixels > 50)
    #expect(plain.antialiasedPixels == 0)
    let found = try measure(a, b)
    #expect(found.antialiasedPixels + found.changedPixels == plain.changedPixels)
    #expect(Double(found.changedPixels) <= 0.1 * Double(plain.changedPixels))
    // It is left out of the count alone.
    #expect(found.largestChannelDifference == plain.largestChannelDifference)
    #expect(found.meanColourDifference == plain.meanColourDifference)
    #expect(found.structuralSimilarity == plain.structuralSimilarity)
  }

  @Test func `a block that moves by whole pixels is no antialiasing`() throws {
    let ground = picture(80, 80) { _, _ in RGBA8(20, 20, 20) }
    let block = picture(30, 30) { _, _ in RGBA8(240, 200, 40) }
    var (a, b) = (ground, ground)
    a.paste(block, x: 20, y: 20)
    b.paste(block, x: 24, y: 23)
    let (found, plain) = (try measure(a, b), try measure(a, b, ignoring: false))
    #expect(found.changedPixels == plain.changedPixels)
    #expect(found.antialiasedPixels == 0)
    #expect(found.densestWindow == plain.densestWindow)
  }

  @Test func `an edge that moves by three pixels still shows`() throws {
    let (a, b) = (edge(angle: 0.5, offset: -1.5), edge(angle: 0.5, offset: 1.5))
    let (found, plain) = (try measure(a, b), try measure(a, b, ignoring: false))
    #expect(found.changedPixels * 3 > plain.changedPixels)
    #expect(found.antialiasedPixels > 0)
  }

  @Test func `a thin line that vanishes is no antialiasing`() throws {
    let a = picture(40, 40) { _, _ in RGBA8(250, 250, 250) }
    var b = a
    for x in 5..<35 { b[x, 20] = RGBA8(30, 30, 30) }
    #expect(try measure(a, b).changedPixels == 30)
  }

  @Test func `a pixel that is like three of its neighbours is no edge's`() throws {
    // A grey column between black and white, with a grey pixel at its side: four pixels change.
    func column(_ level: UInt8) -> StraightRGBA8 {
      picture(11, 13) { x, y in
        let isPatch = (x == 5 && (5...7).contains(y)) || (x == 4 && y == 6)
        let grey: UInt8 = isPatch ? level : x < 5 ? 0 : x == 5 ? 100 : 255
        return RGBA8(grey, grey, grey)
      }
    }
    let options = ComparisonOptions(ignoresAntialiasing: true)
    for (y, isEdge) in [(6, false), (5, true)] {
      let only = mask(11, 13) { $0 == 5 && $1 == y }
      let found = try #require(
        PictureComparer(options).measure(column(100), column(150), in: only))
      #expect(found.antialiasedPixels == (isEdge ? 1 : 0))
      #expect(found.changedPixels == (isEdge ? 0 : 1))
    }
  }

  @Test func `noise is no antialiasing`() throws {
    var random = SplitMix64(state: 4)
    let a = randomPicture(60, 60, opaque: true, &random)
    let b = randomPicture(60, 60, opaque: true, &random)
    let found = try measure(a, b)
    #expect(Double(found.antialiasedPixels) < 0.01 * Double(found.changedPixels))
  }

  @Test func `an edge on a transparent background is known whatever the background`() throws {
    for level: UInt8 in [0, 255] {
      func cutOut(_ edge: StraightRGBA8) -> StraightRGBA8 {
        picture(edge.width, edge.height) { x, y in
          let alpha = edge[x, y].red
          return RGBA8(level, level, level, alpha <= 20 ? 0 : alpha >= 245 ? 255 : alpha)
        }
      }
      let (a, b) = (cutOut(edge(angle: 1.1, offset: 0)), cutOut(edge(angle: 1.1, offset: 0.3)))
      let (found, plain) = (try measure(a, b), try measure(a, b, ignoring: false))
      #expect(plain.changedPixels > 50)
      #expect(found.antialiasedPixels > plain.changedPixels * 9 / 10)
    }
  }

  @Test func `pictures of a few pixels have no edges`() throws {
    for (width, height) in [(1, 1), (1, 5), (2, 2), (3, 1)] {
      let a = picture(width, height) { x, y in RGBA8(UInt8(40 * x), UInt8(50 * y), 0) }
      let b = picture(width, height) { x, y in RGBA8(UInt8(40 * x + 9), UInt8(50 * y), 0) }
      #expect(try measure(a, b).changedPixels == width * height)
    }
  }
}

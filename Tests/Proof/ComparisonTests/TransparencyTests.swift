import Comparison
import Imaging
import TestSupport
import Testing

@Suite struct TransparencyTests {
  private func measure(_ one: RGBA8, _ other: RGBA8) throws -> PictureMeasures {
    let a = picture(30, 30) { _, _ in one }
    let b = picture(30, 30) { _, _ in other }
    return try #require(PictureComparer().measure(a, b))
  }

  @Test func `invisible colour does not count`() throws {
    let measures = try measure(RGBA8(255, 0, 9, 0), RGBA8(3, 200, 90, 0))
    #expect(measures == PictureMeasures(width: 30, height: 30, comparedPixels: 900))
  }

  @Test func `black on nothing differs from nothing as white does`() throws {
    for colour in [RGBA8(0, 0, 0), RGBA8(255, 255, 255)] {
      let measures = try measure(colour, RGBA8(0, 0, 0, 0))
      #expect(measures.largestChannelDifference == 255)
      // Black and white are 100 apart.
      #expect(abs(measures.meanColourDifference - 100) < 1e-3)
      #expect(measures.structuralSimilarity < 0.01)
    }
  }

  @Test func `the least that shows in the bytes is a level`() throws {
    #expect(try measure(RGBA8(0, 0, 0, 1), RGBA8(1, 0, 0, 1)).largestChannelDifference == 1)
    #expect(try measure(RGBA8(0, 0, 0, 1), RGBA8(255, 0, 0, 1)).largestChannelDifference == 1)
    #expect(try measure(RGBA8(7, 0, 0, 0), RGBA8(0, 0, 0, 1)).largestChannelDifference == 1)
    #expect(try measure(RGBA8(0, 0, 0, 128), RGBA8(255, 0, 0, 128)).largestChannelDifference == 128)
  }

  @Test func `half transparent pictures differ as what is seen on the worse background`() throws {
    let (one, other) = (RGBA8(200, 40, 0, 130), RGBA8(10, 240, 90, 200))
    let measures = try measure(one, other)
    func seen(_ colour: RGBA8, _ ground: Int) -> CIELABColour {
      func level(_ c: UInt8) -> UInt8 {
        let alpha = Int(colour.alpha)
        return UInt8((Int(c) * alpha + ground * (255 - alpha) + 127) / 255)
      }
      return CIELABColour(
        red: level(colour.red), green: level(colour.green), blue: level(colour.blue))
    }
    let expected = [0, 255].map { seen(one, $0).difference(to: seen(other, $0)) }.max() ?? 0
    #expect(abs(measures.meanColourDifference - expected) < 0.001)
  }

  @Test func `opaque pictures measure the same with a transparent pixel elsewhere`() throws {
    // On both backgrounds everything but that pixel is the same, so the figures are those of one.
    let (a, b) = noisyPair(width: 60, height: 50, seed: 8, noise: 40)
    var (c, d) = (a, b)
    c[59, 49] = RGBA8(0, 0, 0, 0)
    d[59, 49] = RGBA8(0, 0, 0, 0)
    let inside = mask(60, 50) { x, y in x < 20 && y < 20 }
    let opaque = try #require(PictureComparer().measure(a, b, in: inside))
    let transparent = try #require(PictureComparer().measure(c, d, in: inside))
    #expect(opaque.meanColourDifference == transparent.meanColourDifference)
    #expect(opaque.largestChannelDifference == transparent.largestChannelDifference)
    #expect(opaque.densestWindow == transparent.densestWindow)
  }
}

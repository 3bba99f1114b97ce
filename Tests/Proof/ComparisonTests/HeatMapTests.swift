import Comparison
import Imaging
import Testing

@Suite struct HeatMapTests {
  private func luma(_ colour: RGBA8) -> Double {
    0.2126 * Double(colour.red) + 0.7152 * Double(colour.green) + 0.0722 * Double(colour.blue)
  }

  private func isGrey(_ colour: RGBA8) -> Bool {
    colour.red == colour.green && colour.green == colour.blue
  }

  /// Colours are shown apart by their lightness alone, as eyes and printers need it.
  @Test func `the more a pixel differs the darker it is, and what does not is a faint grey`() throws
  {
    let a = picture(256, 2) { _, _ in RGBA8(0, 0, 0) }
    let b = picture(256, 2) { x, y in y == 0 ? RGBA8(0, UInt8(x), 0) : RGBA8(0, 0, 0) }
    let map = try #require(PictureComparer().heatMap(a, b))
    #expect(map.isOpaque)
    #expect((0..<256).allSatisfy { isGrey(map[$0, 1]) && luma(map[$0, 1]) >= 190 })
    #expect(isGrey(map[0, 0]))
    let lumas = (1..<256).map { luma(map[$0, 0]) }
    #expect(zip(lumas, lumas.dropFirst()).allSatisfy { $0 >= $1 - 1 })
    #expect(lumas[0] - lumas[254] > 150)
    #expect((1..<256).allSatisfy { !isGrey(map[$0, 0]) })
  }

  @Test func `the faint grey shows the first picture`() throws {
    let a = picture(3, 1) { x, _ in [RGBA8(0, 0, 0), RGBA8(9, 9, 9, 0), RGBA8(120, 120, 120)][x] }
    let map = try #require(PictureComparer().heatMap(a, a))
    #expect(luma(map[0, 0]) < luma(map[2, 0]))
    #expect(luma(map[2, 0]) < luma(map[1, 0]))
  }

  @Test func `only the mask and what is over the threshold has colour`() throws {
    let a = picture(10, 10) { _, _ in RGBA8(0, 0, 0) }
    let b = picture(10, 10) { x, _ in RGBA8(x < 5 ? 4 : 100, 0, 0) }
    let top = mask(10, 10) { _, y in y < 5 }
    let comparer = PictureComparer(ComparisonOptions(pixelThreshold: 4))
    let map = try #require(comparer.heatMap(a, b, in: top))
    for y in 0..<10 {
      for x in 0..<10 { #expect(isGrey(map[x, y]) == !(x >= 5 && y < 5)) }
    }
  }

  @Test func `antialiasing has a colour of its own`() throws {
    // A column half covered, between black and white.
    func edge(_ level: UInt8) -> StraightRGBA8 {
      picture(12, 12) { x, _ in
        let grey: UInt8 = x < 6 ? 0 : x == 6 ? level : 255
        return RGBA8(grey, grey, grey)
      }
    }
    let options = ComparisonOptions(ignoresAntialiasing: true)
    let map = try #require(PictureComparer(options).heatMap(edge(100), edge(150)))
    let measures = try #require(PictureComparer(options).measure(edge(100), edge(150)))
    #expect(measures.antialiasedPixels == 12)
    #expect(map[6, 6].blue > map[6, 6].red)
    #expect(isGrey(map[5, 6]))
  }
}

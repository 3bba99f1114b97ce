import Comparison
import Imaging
import TestSupport
import Testing

@Suite struct DensestWindowTests {
  private func window(
    _ a: StraightRGBA8, _ b: StraightRGBA8, side: Int, in mask: PixelMask? = nil
  ) throws -> PictureMeasures.Window? {
    try #require(PictureComparer(ComparisonOptions(windowSide: side)).measure(a, b, in: mask))
      .densestWindow
  }

  /// Counts every window pixel by pixel.
  private func byCounting(
    _ width: Int, _ height: Int, side: Int, changed: (Int, Int) -> Bool, counts: (Int, Int) -> Bool
  ) -> PictureMeasures.Window? {
    let (wide, tall) = (min(side, width), min(side, height))
    var all: [(x: Int, y: Int, changed: Int, counted: Int)] = []
    for y in 0...(height - tall) {
      for x in 0...(width - wide) {
        var (found, counted) = (0, 0)
        for v in y..<(y + tall) {
          for u in x..<(x + wide) where counts(u, v) {
            counted += 1
            found += changed(u, v) ? 1 : 0
          }
        }
        all.append((x, y, found, counted))
      }
    }
    let half = (all.map(\.counted).max() ?? 0).quotientAndRemainder(dividingBy: 2)
    let least = half.quotient + half.remainder
    let shares = all.map { Double($0.changed) / Double(max($0.counted, least)) }
    guard let most = shares.max(), most > 0, let index = shares.firstIndex(of: most) else {
      return nil
    }
    return PictureMeasures.Window(
      x: all[index].x, y: all[index].y, width: wide, height: tall, share: most)
  }

  @Test func `the densest window is the one that counting every window finds`() throws {
    var random = SplitMix64(state: 5)
    for (width, height, side) in [
      (1, 1, 32), (1, 40, 8), (37, 1, 8), (29, 23, 1), (29, 23, 5), (31, 33, 32), (40, 12, 17),
    ] {
      for density in [1, 3, 60] {
        let a = picture(width, height) { _, _ in RGBA8(10, 20, 30) }
        var (b, counting) = (a, PixelMask(width: width, height: height, filled: false))
        for y in 0..<height {
          for x in 0..<width {
            if random.next() % 100 < density { b[x, y] = RGBA8(11, 20, 30) }
            if random.next() % 100 < 30 { counting[x, y] = true }
          }
        }
        let changed = { (x: Int, y: Int) in b[x, y] != a[x, y] }
        #expect(
          try window(a, b, side: side)
            == byCounting(
              width, height, side: side, changed: changed, counts: { _, _ in true }))
        #expect(
          try window(a, b, side: side, in: counting)
            == byCounting(
              width, height, side: side, changed: changed, counts: { counting[$0, $1] }))
      }
    }
  }

  @Test func `a block that moves takes the window with it`() throws {
    let a = picture(200, 150) { _, _ in RGBA8(0, 0, 0) }
    for (x, y) in [(0, 0), (5, 90), (168, 118), (61, 47)] {
      var b = a
      b.paste(picture(32, 32) { _, _ in RGBA8(9, 9, 9) }, x: x, y: y)
      let found = try #require(try window(a, b, side: 32))
      #expect(found == PictureMeasures.Window(x: x, y: y, width: 32, height: 32, share: 1))
    }
  }

  @Test func `of equal windows it is the topmost and then the leftmost`() throws {
    let a = picture(100, 100) { _, _ in RGBA8(0, 0, 0) }
    var b = a
    for (x, y) in [(90, 40), (70, 60), (30, 60)] { b[x, y] = RGBA8(255, 0, 0) }
    let found = try #require(try window(a, b, side: 10))
    #expect((found.x, found.y) == (81, 31))
    #expect(found.share == 0.01)
  }

  @Test func `a pixel alone on the mask's rim is not a whole window`() throws {
    let a = picture(100, 100) { _, _ in RGBA8(0, 0, 0) }
    var b = a
    b[20, 20] = RGBA8(255, 0, 0)
    let square = mask(100, 100) { x, y in (20..<60).contains(x) && (20..<60).contains(y) }
    let found = try #require(try window(a, b, side: 16, in: square))
    #expect(found.share == 1.0 / 128)
  }

  @Test func `a window side of no sense is taken to the nearest`() throws {
    let a = picture(7, 5) { _, _ in RGBA8(0, 0, 0) }
    var b = a
    b[3, 2] = RGBA8(1, 0, 0)
    #expect(
      try window(a, b, side: -4)
        == PictureMeasures.Window(x: 3, y: 2, width: 1, height: 1, share: 1))
    #expect(try window(a, b, side: .max)?.width == 7)
  }
}

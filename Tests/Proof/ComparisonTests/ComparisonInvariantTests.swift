import Comparison
import Imaging
import TestSupport
import Testing

/// What holds of any two pictures.
@Suite struct ComparisonInvariantTests {
  /// Widths around those of vectors, with and without scales.
  static let sizes = [
    (1, 1), (1, 7), (8, 1), (3, 5), (9, 15), (15, 16), (17, 31), (23, 24), (33, 8), (64, 65),
    (181, 177),
  ]

  @Test(arguments: sizes)
  func `a picture is identical to itself, and both ways are the same`(
    _ width: Int, _ height: Int
  ) throws {
    var random = SplitMix64(state: UInt64(width * 1000 + height))
    for opaque in [true, false] {
      let a = randomPicture(width, height, opaque: opaque, &random)
      let b = randomPicture(width, height, opaque: opaque, &random)
      let some = mask(width, height) { x, y in (x + 2 * y) % 3 != 1 }
      var options = ComparisonOptions(pixelThreshold: 100, windowSide: 7)
      for ignoring in [false, true] {
        options.ignoresAntialiasing = ignoring
        let comparer = PictureComparer(options)
        let same = PictureMeasures(width: width, height: height, comparedPixels: width * height)
        #expect(comparer.measure(a, a) == same)
        // The same bytes in other memory.
        #expect(comparer.measure(a, picture(width, height) { a[$0, $1] }) == same)
        #expect(comparer.measure(a, b, in: some) == comparer.measure(b, a, in: some))
        #expect(comparer.measure(a, b) == comparer.measure(b, a))
        let all = PixelMask(width: width, height: height, filled: true)
        #expect(comparer.measure(a, b, in: all) == comparer.measure(a, b))
      }
    }
  }

  @Test(arguments: sizes)
  func `every instruction set gives the same measures`(_ width: Int, _ height: Int) throws {
    var random = SplitMix64(state: UInt64(width + 1000 * height))
    for opaque in [true, false] {
      let a = randomPicture(width, height, opaque: opaque, &random)
      let b = randomPicture(width, height, opaque: opaque, &random)
      for mask in [nil, mask(width, height) { x, y in (x / 3 + y) % 2 == 0 }] {
        let all = try PictureComparer.instructionSets.map { set in
          try #require(PictureComparer(instructionSet: set)).measure(a, b, in: mask)
        }
        #expect(Set(all).count == 1)
        #expect(all.count == PictureComparer.instructionSets.count)
      }
    }
  }

  /// Pixel by pixel, in exact fractions of a level.
  @Test(arguments: sizes)
  func `channels, counts and shares are those of counting pixel by pixel`(
    _ width: Int, _ height: Int
  ) throws {
    var random = SplitMix64(state: UInt64(width * 77 + height))
    for opaque in [true, false] {
      let a = randomPicture(width, height, opaque: opaque, &random)
      var b = a
      for y in 0..<height {
        for x in 0..<width where random.next() % 3 == 0 {
          let old = a[x, y]
          b[x, y] = RGBA8(
            UInt8(clamping: Int(old.red) + Int(random.next() % 9) - 4),
            UInt8(clamping: Int(old.green) + Int(random.next() % 99) - 49), old.blue,
            opaque ? 255 : UInt8(clamping: Int(old.alpha) + Int(random.next() % 5) - 2))
        }
      }
      let some = mask(width, height) { x, y in (3 * x + y) % 4 != 0 }
      for mask in [nil, some] {
        var (compared, differing, changed, largest) = (0, 0, 0, 0)
        for y in 0..<height {
          for x in 0..<width where mask?[x, y] ?? true {
            let level = Self.visibleDifference(a[x, y], b[x, y])
            compared += 1
            differing += level > 0 ? 1 : 0
            changed += level > 10 ? 1 : 0
            largest = max(largest, level)
          }
        }
        let measures = try #require(
          PictureComparer(ComparisonOptions(pixelThreshold: 10)).measure(a, b, in: mask))
        #expect(measures.comparedPixels == compared)
        #expect(measures.differingPixels == differing)
        #expect(measures.changedPixels == changed)
        #expect(measures.largestChannelDifference == largest)
        #expect(measures.isIdentical == (largest == 0))
      }
    }
  }

  /// The largest difference on black, on white and of alpha, rounded up.
  private static func visibleDifference(_ a: RGBA8, _ b: RGBA8) -> Int {
    func seen(_ colour: RGBA8, on ground: Double) -> [Double] {
      let alpha = Double(colour.alpha) / 255
      return [colour.red, colour.green, colour.blue].map { level in
        Double(level) * alpha + ground * (1 - alpha)
      }
    }
    var largest = abs(Double(a.alpha) - Double(b.alpha))
    for ground in [0.0, 255] {
      for (p, q) in zip(seen(a, on: ground), seen(b, on: ground)) {
        largest = max(largest, abs(p - q))
      }
    }
    return Int((largest - 1e-9).rounded(.up))
  }

  @Test func `pictures and masks of other sizes are not measured`() {
    let a = picture(4, 3) { _, _ in RGBA8(1, 2, 3) }
    let b = picture(3, 4) { _, _ in RGBA8(1, 2, 3) }
    let comparer = PictureComparer()
    #expect(comparer.measure(a, b) == nil)
    #expect(comparer.measure(a, a, in: PixelMask(width: 3, height: 4, filled: true)) == nil)
    #expect(comparer.measure(a, a, in: PixelMask(width: 0, height: 0, filled: true)) == nil)
    #expect(comparer.heatMap(a, b) == nil)
    #expect(comparer.heatMap(a, a, in: PixelMask(width: 3, height: 4, filled: true)) == nil)
  }

  @Test func `an empty mask finds nothing`() throws {
    let a = picture(20, 20) { _, _ in RGBA8(0, 0, 0) }
    let b = picture(20, 20) { _, _ in RGBA8(255, 255, 255) }
    let none = PixelMask(width: 20, height: 20, filled: false)
    let measures = try #require(PictureComparer().measure(a, b, in: none))
    #expect(measures == PictureMeasures(width: 20, height: 20, comparedPixels: 0))
    #expect(measures.changedShare == 0)
    #expect(ComparisonThresholds.exact.passes(measures))
  }

  @Test func `inside and outside of a mask add up to the whole`() throws {
    let (a, b) = noisyPair(width: 67, height: 45, seed: 9, noise: 40)
    let disc = mask(67, 45) { x, y in (x - 30) * (x - 30) + (y - 20) * (y - 20) < 200 }
    let comparer = PictureComparer(ComparisonOptions(pixelThreshold: 5))
    let whole = try #require(comparer.measure(a, b))
    let inside = try #require(comparer.measure(a, b, in: disc))
    let outside = try #require(comparer.measure(a, b, in: disc.inverted))
    #expect(inside.comparedPixels + outside.comparedPixels == whole.comparedPixels)
    #expect(inside.differingPixels + outside.differingPixels == whole.differingPixels)
    #expect(inside.changedPixels + outside.changedPixels == whole.changedPixels)
    #expect(
      max(inside.largestChannelDifference, outside.largestChannelDifference)
        == whole.largestChannelDifference)
    let sum =
      inside.meanColourDifference * Double(inside.comparedPixels)
      + outside.meanColourDifference * Double(outside.comparedPixels)
    #expect(abs(sum - whole.meanColourDifference * Double(whole.comparedPixels)) < 1e-3)
  }
}

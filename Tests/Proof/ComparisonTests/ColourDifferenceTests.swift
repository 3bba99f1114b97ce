import Comparison
import Imaging
import TestSupport
import Testing

@Suite struct ColourDifferenceTests {
  /// Table I of Sharma, Wu and Dalal (2005): L, a, b twice, and the difference to four places.
  static let published: [[Double]] = [
    [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
    [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
    [50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412],
    [50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000],
    [50, -1.1848, -84.8006, 50, 0, -82.7485, 1.0000],
    [50, -0.9009, -85.5211, 50, 0, -82.7485, 1.0000],
    [50, 0, 0, 50, -1, 2, 2.3669],
    [50, -1, 2, 50, 0, 0, 2.3669],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0009, 7.1792],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0010, 7.1792],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0011, 7.2195],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0012, 7.2195],
    [50, -0.0010, 2.4900, 50, 0.0009, -2.4900, 4.8045],
    [50, -0.0010, 2.4900, 50, 0.0010, -2.4900, 4.8045],
    [50, -0.0010, 2.4900, 50, 0.0011, -2.4900, 4.7461],
    [50, 2.5, 0, 50, 0, -2.5, 4.3065],
    [50, 2.5, 0, 73, 25, -18, 27.1492],
    [50, 2.5, 0, 61, -5, 29, 22.8977],
    [50, 2.5, 0, 56, -27, -3, 31.9030],
    [50, 2.5, 0, 58, 24, 15, 19.4535],
    [50, 2.5, 0, 50, 3.1736, 0.5854, 1.0000],
    [50, 2.5, 0, 50, 3.2972, 0, 1.0000],
    [50, 2.5, 0, 50, 1.8634, 0.5757, 1.0000],
    [50, 2.5, 0, 50, 3.2592, 0.3350, 1.0000],
    [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
    [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630],
    [61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731],
    [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
    [22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373],
    [36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
    [90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441],
    [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
    [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
    [2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082],
  ]

  @Test(arguments: published)
  func `the formula gives the published differences both ways`(_ row: [Double]) {
    let one = CIELABColour(lightness: row[0], a: row[1], b: row[2])
    let other = CIELABColour(lightness: row[3], a: row[4], b: row[5])
    #expect(abs(one.difference(to: other) - row[6]) < 0.000_06)
    #expect(abs(other.difference(to: one) - row[6]) < 0.000_06)
  }

  @Test func `all 34 published pairs are tested`() {
    #expect(Self.published.count == 34)
  }

  /// Bruce Lindbloom's calculator: sRGB, D65, no adaptation.
  @Test(arguments: [
    (RGBA8(255, 255, 255), [100, 0, 0]), (RGBA8(0, 0, 0), [0, 0, 0]),
    (RGBA8(255, 0, 0), [53.24, 80.09, 67.20]), (RGBA8(0, 255, 0), [87.73, -86.18, 83.18]),
    (RGBA8(0, 0, 255), [32.30, 79.19, -107.86]), (RGBA8(128, 128, 128), [53.59, 0, 0]),
  ])
  func `colours of sRGB lie where they are published to`(_ colour: RGBA8, _ expected: [Double]) {
    let found = CIELABColour(red: colour.red, green: colour.green, blue: colour.blue)
    #expect(abs(found.lightness - expected[0]) < 0.02)
    #expect(abs(found.a - expected[1]) < 0.05)
    #expect(abs(found.b - expected[2]) < 0.05)
  }

  @Test(arguments: PictureComparer.instructionSets)
  func `the fast formula is within 0.001 of that in float64`(_ set: String) throws {
    let comparer = try #require(PictureComparer(instructionSet: set))
    var random = SplitMix64(state: 7)
    // Any two colours; near ones, as encoders make them; a grey and a near colour.
    for kind in 0..<3 {
      let a = picture(500, 200) { _, _ in
        let bits = random.next()
        let red = UInt8(truncatingIfNeeded: bits)
        if kind == 2 { return RGBA8(red, red, red) }
        return RGBA8(
          red, UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits >> 16))
      }
      let b = picture(500, 200) { x, y in
        let bits = random.next()
        if kind == 0 {
          return RGBA8(
            UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
            UInt8(truncatingIfNeeded: bits >> 16))
        }
        let old = a[x, y]
        func near(_ level: UInt8, _ shift: UInt64) -> UInt8 {
          UInt8(clamping: Int(level) + Int(bits >> shift & 7) - 3)
        }
        return RGBA8(near(old.red, 0), near(old.green, 8), near(old.blue, 16))
      }
      let found = comparer.colourDifferences(a, b)
      var worst = 0.0
      for y in 0..<200 {
        for x in 0..<500 {
          let (p, q) = (a[x, y], b[x, y])
          let exact = CIELABColour(red: p.red, green: p.green, blue: p.blue)
            .difference(to: CIELABColour(red: q.red, green: q.green, blue: q.blue))
          worst = max(worst, abs(Double(found[y * 500 + x]) - exact))
        }
      }
      #expect(worst < 0.001, "kind \(kind)")
    }
  }

  @Test func `mean and percentile are those of the differences in order`() throws {
    var random = SplitMix64(state: 3)
    for (width, height) in [(1, 1), (27, 37), (100, 10), (31, 33), (71, 200)] {
      let (a, b) = noisyPair(
        width: width, height: height, seed: random.next(), noise: 30)
      let measures = try #require(PictureComparer().measure(a, b))
      let differences = PictureComparer().colourDifferences(a, b).map(Double.init).sorted()
      let mean = differences.reduce(0, +) / Double(differences.count)
      #expect(abs(measures.meanColourDifference - mean) < 1e-6 * max(1, mean))
      // At least 99.9 % do not exceed it, and of what is less that cannot be said.
      let high = measures.highColourDifference
      let count = Double(differences.count)
      #expect(Double(differences.count { $0 <= high }) >= 0.999 * count)
      #expect(Double(differences.count { $0 < high }) < 0.999 * count)
    }
  }

  @Test func `where fewer than one pixel in a thousand differs the percentile is 0`() throws {
    let a = picture(100, 100) { _, _ in RGBA8(90, 90, 90) }
    for (changed, isZero) in [(10, true), (11, false)] {
      var b = a
      for x in 0..<changed { b[x, 50] = RGBA8(200, 30, 30) }
      let measures = try #require(PictureComparer().measure(a, b))
      #expect((measures.highColourDifference == 0) == isZero)
      #expect(measures.meanColourDifference > 0)
    }
  }
}

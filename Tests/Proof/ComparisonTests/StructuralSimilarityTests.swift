import Comparison
import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct StructuralSimilarityTests {
  private func similarity(
    _ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask? = nil
  ) throws -> Double {
    try #require(PictureComparer().measure(a, b, in: mask)).structuralSimilarity
  }

  /// Figures of scikit-image 0.26 by `Benchmarks/Peers/similarity_figures.py`: width, height, seed and
  /// noise of a pair, and its similarity at one, two, three and five scales.
  @Test(arguments: [
    (17, 13, 1, 40, 0.956_688_277_2), (40, 31, 2, 40, 0.979_643_149_8),
    (61, 90, 3, 90, 0.949_680_431_3), (233, 187, 4, 60, 0.983_775_221_7),
    (200, 176, 5, 255, 0.836_126_458_0),
  ])
  func `the similarity is that of scikit-image`(
    _ width: Int, _ height: Int, _ seed: Int, _ noise: Int, _ expected: Double
  ) throws {
    let (a, b) = noisyPair(width: width, height: height, seed: UInt64(seed), noise: noise)
    #expect(abs(try similarity(a, b) - expected) < 2e-6)
  }

  @Test(arguments: [
    (1, 1), (1, 9), (9, 1), (2, 3), (10, 40), (11, 11), (12, 11), (20, 21), (21, 21), (41, 43),
    (85, 87), (170, 171), (175, 177),
  ])
  func `small and odd pictures have the similarity of the paper's formulas in float64`(
    _ width: Int, _ height: Int
  ) throws {
    let (a, b) = noisyPair(width: width, height: height, seed: 11, noise: 70)
    // Single precision; where there are few windows its errors do not cancel.
    let tolerance = min(width, height) < 11 ? 2e-5 : 2e-6
    #expect(abs(try similarity(a, b) - NaiveSimilarity.measure(a, b, in: nil)) < tolerance)
  }

  @Test func `masks of any shape give what the formulas in float64 give`() throws {
    let (a, b) = noisyPair(width: 203, height: 179, seed: 12, noise: 90)
    let masks = [
      mask(203, 179) { x, y in (x - 90) * (x - 90) + (y - 80) * (y - 80) < 900 },
      mask(203, 179) { x, y in (x * 7 + y * 13) % 5 == 0 },
      // Wholly nearer to the rim than half a window.
      mask(203, 179) { x, _ in x < 3 },
      mask(203, 179) { x, y in x == 202 && y == 178 },
      mask(203, 179) { x, y in !(40..<150).contains(x) || !(30..<120).contains(y) },
    ]
    for mask in masks {
      let found = try similarity(a, b, in: mask)
      #expect(abs(found - NaiveSimilarity.measure(a, b, in: mask)) < 2e-6)
      #expect(found < 1)
    }
  }

  @Test func `what differs outside the mask counts for nothing, however near`() throws {
    let a = picture(90, 80) { x, y in RGBA8(UInt8(x * 2), UInt8(y * 3), 60) }
    var b = a
    b.paste(picture(30, 30) { _, _ in RGBA8(255, 0, 0) }, x: 30, y: 20)
    let inside = mask(90, 80) { x, y in (30..<60).contains(x) && (20..<50).contains(y) }
    #expect(try similarity(a, b, in: inside.inverted) == 1)
    #expect(try similarity(a, b, in: inside) < 0.9)
  }

  /// A uniform step leaves structure alone; luminance is known in closed form.
  @Test func `a step in brightness costs what the luminance term says`() throws {
    let a = picture(16, 16) { _, _ in RGBA8(100, 100, 100) }
    let b = picture(16, 16) { _, _ in RGBA8(140, 140, 140) }
    let c1 = 6.5025  // (0.01 * 255)^2
    let expected = (28_000 + c1) / (29_600 + c1)
    #expect(abs(try similarity(a, b) - expected) < 1e-6)
  }

  @Test func `inverted stripes have no similarity at all`() throws {
    let a = picture(64, 64) { x, _ in x % 2 == 0 ? RGBA8(0, 0, 0) : RGBA8(255, 255, 255) }
    let b = picture(64, 64) { x, _ in x % 2 == 1 ? RGBA8(0, 0, 0) : RGBA8(255, 255, 255) }
    #expect(try similarity(a, b) == 0)
  }

  @Test func `more noise is less similar`() throws {
    let values = try [4, 20, 60, 120, 255].map { noise in
      let (a, b) = noisyPair(width: 180, height: 177, seed: 20, noise: noise)
      return try similarity(a, b)
    }
    #expect(values == values.sorted(by: >))
    #expect(Set(values).count == values.count)
  }
}

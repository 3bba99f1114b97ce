import Geometry
import TestSupport
import Testing

/// Moves made by the formula are found again.
@Suite struct SlidingSimilarityTests {
  private static let shift = SIMD2(3.0, -2)
  private static let spin = SIMD2(0.5, 1.5)
  private static let slide = SIMD2(-4.0, 2)

  /// shift + spin place + slide depth, the product written out.
  private static func move(_ place: SIMD2<Double>, _ depth: Double) -> SIMD2<Double> {
    SIMD2(
      shift.x + spin.x * place.x - spin.y * place.y + slide.x * depth,
      shift.y + spin.x * place.y + spin.y * place.x + slide.y * depth)
  }

  private func samples(isFlat: Bool = false) -> [SlidingSimilarity.Sample] {
    var random = SplitMix64(state: 9)
    return (0..<12).map { _ in
      let place = SIMD2(
        Double.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
      let depth = isFlat ? 0.25 : Double.random(in: -0.3...0.5, using: &random)
      return SlidingSimilarity.Sample(
        place: place, depth: depth, move: Self.move(place, isFlat ? 0 : depth),
        weight: .random(in: 0.5...2, using: &random))
    }
  }

  @Test func `shift, spin and slide are found`() throws {
    let fit = try #require(SlidingSimilarity(samples()))
    for (found, truth) in [
      (fit.shift, Self.shift), (fit.spin, Self.spin), (fit.slide, Self.slide),
    ] {
      #expect(abs(found.x - truth.x) < 1e-6 && abs(found.y - truth.y) < 1e-6)
    }
  }

  @Test func `what is flat does not slide`() throws {
    let fit = try #require(SlidingSimilarity(samples(isFlat: true)))
    #expect(abs(fit.slide.x) + abs(fit.slide.y) < 1e-9)
    #expect(abs(fit.shift.x - Self.shift.x) < 1e-9)
    #expect(abs(fit.spin.y - Self.spin.y) < 1e-9)
  }

  @Test func `what does not count changes nothing, and nothing gives nothing`() throws {
    var samples = samples()
    let before = try #require(SlidingSimilarity(samples))
    samples.append(
      SlidingSimilarity.Sample(place: .zero, depth: 0, move: SIMD2(1e3, 1e3), weight: 0))
    let after = try #require(SlidingSimilarity(samples))
    #expect(abs(before.shift.x - after.shift.x) < 1e-12)
    #expect(SlidingSimilarity([]) == nil)
    #expect(SlidingSimilarity([samples[12]]) == nil)
    samples[12].weight = .infinity
    #expect(SlidingSimilarity(samples) == nil)
  }
}

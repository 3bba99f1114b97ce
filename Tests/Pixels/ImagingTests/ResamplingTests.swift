import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct ResamplingTests {
  private func size(_ width: Int, _ height: Int) -> PixelSize<OutputSpace> {
    PixelSize(clamping: width, height)
  }

  /// A wave along x, in grey.
  private func wave(width: Int, cycles: Double) throws -> StraightRGBA8 {
    try SyntheticAvatar.drawn(width, 8) { x, _ in
      let value = UInt8((128 + 100 * cos(2 * .pi * cycles * x / Double(width))).rounded())
      return RGBA8(value, value, value)
    }
  }

  @Test(arguments: [ResamplingKernel.lanczos3, .cubicBSpline])
  func `resampling keeps an even colour, larger and smaller`(kernel: ResamplingKernel) {
    let even = StraightRGBA8(size: size(37, 23), filledWith: RGBA8(200, 3, 77))
    for (w, h) in [(1, 1), (5, 90), (200, 3), (36, 24), (74, 46)] {
      let other = even.resampled(to: size(w, h), kernel)
      #expect(other == StraightRGBA8(size: size(w, h), filledWith: RGBA8(200, 3, 77)))
    }
  }

  /// A wave that the smaller picture can hold stays; one that it cannot would alias, and goes.
  @Test func `resampling keeps the waves that fit and drops those that would alias`() throws {
    let slow = try wave(width: 240, cycles: 12).resampled(to: size(80, 8))
    let expected = try wave(width: 80, cycles: 12)
    for x in 8..<72 { #expect(abs(Int(slow[x, 4].red) - Int(expected[x, 4].red)) <= 12, "\(x)") }
    let fast = try wave(width: 240, cycles: 70).resampled(to: size(80, 8))
    for x in 8..<72 { #expect(abs(Int(fast[x, 4].red) - 128) <= 6, "\(x)") }
  }

  @Test func `resampling of a mirrored picture is the mirrored result`() throws {
    var random = SplitMix64(state: 3)
    let picture = try SyntheticAvatar.drawn(31, 17) { _, _ in
      RGBA8(
        .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
        .random(in: 0...255, using: &random), .random(in: 0...255, using: &random))
    }
    for (w, h) in [(13, 7), (64, 40)] {
      let one = picture.resampled(to: size(w, h)).flippedHorizontally()
      let other = picture.flippedHorizontally().resampled(to: size(w, h))
      for (a, b) in zip(one.bytes, other.bytes) { #expect(abs(Int(a) - Int(b)) <= 1) }
    }
  }

  @Test func `resampling lets no colour out of what is transparent`() throws {
    let picture = try SyntheticAvatar.drawn(40, 40) { x, _ in
      x < 20 ? RGBA8(0, 200, 0, 255) : RGBA8(255, 0, 0, 0)
    }
    let small = picture.resampled(to: size(11, 11))
    for y in 0..<11 {
      for x in 0..<11 where small[x, y].alpha > 0 { #expect(small[x, y].red == 0) }
    }
  }
}

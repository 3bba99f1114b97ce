import Foundation
import Reels
import Sound
import TestSupport
import Testing

/// The beats that segments end on.
@Suite struct BeatsTests {
  /// Clicks of noise at a tempo, over a soft tone.
  private static func music(_ perMinute: Double, firstMs: Double, seconds: Double = 20)
    -> StereoSound
  {
    var random = SplitMix64(state: 7)
    var samples = [Float](repeating: 0, count: Int(seconds * 48000) * 2)
    for index in 0..<(samples.count / 2) {
      let ms = Double(index) / 48
      let since = (ms - firstMs).truncatingRemainder(dividingBy: 60000 / perMinute)
      var value = 0.02 * sin(Double(index) * 0.05)
      if ms >= firstMs, since < 40 {
        value += 0.5 * exp(-since / 8) * .random(in: -1...1, using: &random)
      }
      (samples[2 * index], samples[2 * index + 1]) = (Float(value), Float(value))
    }
    return StereoSound(samples)
  }

  @Test(arguments: [(90.0, 130.0), (120.0, 0.0), (128.0, 310.0), (150.0, 55.0)])
  func `beats are found to a hundredth of a second over twenty`(tempo: Double, firstMs: Double)
    throws
  {
    let beats = try #require(Beats(Self.music(tempo, firstMs: firstMs)))
    #expect(abs(beats.periodMs - 60000 / tempo) < 0.6)
    // Each click up to the last is next to a beat.
    for beat in stride(from: firstMs, to: 19_000, by: 60000 / tempo) {
      let off = beats.last(atOrBeforeMs: beat + 30)
      #expect(abs(off - beat) < 14, "the beat at \(beat) ms is found at \(off)")
    }
  }

  @Test func `a steady tone and silence have no beat`() {
    #expect(Beats(StereoSound([Float](repeating: 0, count: 48000 * 20))) == nil)
    let tone = (0..<(48000 * 20)).flatMap { index in
      let value = Float(sin(Double(index) * 0.06))
      return [value, value]
    }
    #expect(Beats(StereoSound(tone)) == nil)
    #expect(Beats(Self.music(120, firstMs: 0, seconds: 2)) == nil)
  }
}

import Foundation
import Frames
import Sound
import Testing

/// A clip's sound as `VoiceChoice` has it heard.
@Suite struct VoiceTests {
  /// A sound of tones, in stereo.
  private final class Tone: OwnSound {
    private let hertz: Double
    private let count: Int64

    init(_ hertz: Double, samples: Int64) { (self.hertz, count) = (hertz, samples) }

    func add(to samples: inout [Float], from start: Int64) throws(VideoError) -> Int64? {
      for index in 0..<(samples.count / 2) where start + Int64(index) < count {
        let value = Float(0.5 * sin(2 * .pi * hertz * Double(start + Int64(index)) / 48000))
        samples[2 * index] += value
        samples[2 * index + 1] += value / 2
      }
      return start + Int64(samples.count / 2) >= count ? count : nil
    }

    let damage: String? = nil
  }

  /// All of a sound, in pieces of a length, and where it ended.
  private static func all(_ sound: any OwnSound, piece: Int) throws -> (
    samples: [Float], end: Int64
  ) {
    var all: [Float] = []
    while true {
      var samples = [Float](repeating: 0, count: 2 * piece)
      let end = try sound.add(to: &samples, from: Int64(all.count / 2))
      all += samples
      if let end { return (Array(all.prefix(2 * Int(end))), end) }
    }
  }

  @Test func `muted there is none, and kept it is the same`() throws {
    #expect(VoiceChoice.mute.heard(Tone(440, samples: 100)) == nil)
    let (plain, end) = try Self.all(Tone(440, samples: 30_000), piece: 4096)
    let kept = try #require(VoiceChoice.keep.heard(Tone(440, samples: 30_000)))
    #expect(try Self.all(kept, piece: 4096).samples == plain && end == 30_000)
  }

  @Test(arguments: [1, 479, 4800, 48_001, 100_003])
  func `shifted it has as many samples, whatever the pieces`(_ count: Int) throws {
    var found: [[Float]] = []
    for piece in [311, 4096, 10_000] {
      let shifted = try #require(VoiceChoice.shift.heard(Tone(440, samples: Int64(count))))
      let (samples, end) = try Self.all(shifted, piece: piece)
      #expect(end == Int64(count) && samples.count == 2 * count)
      found.append(samples)
    }
    #expect(found[0] == found[1] && found[1] == found[2])
  }

  @Test(arguments: [150.0, 440, 1000])
  func `shifted a tone is a major third lower`(_ hertz: Double) throws {
    let shifted = try #require(VoiceChoice.shift.heard(Tone(hertz, samples: 96_000)))
    let (samples, _) = try Self.all(shifted, piece: 4096)
    // Crossings of 0 upwards, away from both ends.
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }[9600..<86_400]
    let crossings = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
    let found = Double(crossings) / (76_800 / 48_000)
    #expect(abs(found - 0.8 * hertz) < 0.02 * hertz)
    // As loud as it was.
    let power = left.reduce(0) { $0 + Double($1 * $1) } / Double(left.count)
    #expect((0.10...0.14).contains(power))
  }
}

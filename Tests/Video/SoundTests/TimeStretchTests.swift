import ClipReading
import Foundation
import Frames
import Sound
import Testing

/// Sound at another speed, by what must hold of it.
@Suite struct TimeStretchTests {
  private func stretched(
    _ samples: [Float], _ factor: Double, channels: Int = 1, piece: Int = 4096
  ) throws -> [Float] {
    var stretch = TimeStretch(
      try #require(PlaybackSpeed(factor)), channels: channels, rate: 48_000)
    var made: [Float] = []
    for from in stride(from: 0, to: samples.count, by: piece * channels) {
      made += stretch.take(samples[from..<min(from + piece * channels, samples.count)])
    }
    return made + stretch.finish()
  }

  private static let speeds = [0.25, 0.5, 0.8, 1.25, 1.5, 2, 3.333, 8]

  @Test(arguments: speeds)
  func `there are as many samples as the speed says, whatever the pieces`(speed: Double) throws {
    let noise = HeardSound.noise(30_011, seed: 7).samples
    let made = try stretched(noise, speed, channels: 2)
    #expect(made.count / 2 == Int((30_011 / speed).rounded()))
    #expect(try stretched(noise, speed, channels: 2, piece: 997) == made)
    for count in [0, 1, 100] {
      let few = try stretched(Array(noise.prefix(count)), speed)
      #expect(few.count == Int((Double(count) / speed).rounded()))
    }
  }

  @Test func `at the clip's own speed nothing changes`() throws {
    let noise = HeardSound.noise(20_000, seed: 8).samples
    #expect(try stretched(noise, 1, channels: 2) == noise)
  }

  @Test(arguments: speeds)
  func `a tone keeps its pitch and its level`(speed: Double) throws {
    let tone = (0..<96_000).map { Float(0.5 * sin(Double($0) * 2 * .pi * 440 / 48_000)) }
    let made = try stretched(tone, speed)
    let middle = made.dropFirst(2000).dropLast(2000)
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    let pitch = Double(crossings) * 48_000 / Double(middle.count)
    #expect(abs(pitch - 440) < 440 * 0.01 + 48_000 / Double(middle.count), "\(pitch)")
    let power = middle.reduce(0) { $0 + Double($1 * $1) } / Double(middle.count)
    #expect(abs(power.squareRoot() - 0.5 * 0.5.squareRoot()) < 0.02)
  }

  @Test(arguments: [0.25, 0.5, 1.5, 2])
  func `what is heard at a time is heard at that time over the speed`(speed: Double) throws {
    // Bursts of noise in silence, the last one after a minute.
    var samples = [Float](repeating: 0, count: 61 * 48_000)
    let bursts = [1, 20, 60]
    let noise = HeardSound.noise(4800, seed: 9, level: 0.5).samples
    for second in bursts {
      samples.replaceSubrange(second * 48_000..<second * 48_000 + 4800, with: noise.prefix(4800))
    }
    let made = try stretched(samples, speed)
    for second in bursts {
      let place = Int(Double(second * 48_000) / speed)
      let near = place - 4800..<place + 4800
      let begin = try #require(near.first { abs(made[$0]) > 0.1 })
      #expect(abs(Double(begin - place)) < 0.033 * 48_000, "\(second) s: \(begin - place) samples")
    }
  }

  @Test func `music keeps its own speed, and ends with the clip`() throws {
    let music = HeardSound.noise(31_000, seed: 4, level: 0.1)
    let mix = SoundMix(sounds: [], events: [], music: music, end: 400_000)
    let sound = try MixedSound.levelled(
      mix, origin: 16_000, keepsOwnEnd: false, speed: try #require(PlaybackSpeed(2))
    ) { nil }
    var heard: [Float] = []
    while let samples = try sound.next() { heard += samples }
    #expect(heard.count == 2 * 192_000)
    let gain = heard[1000] / music.samples[1000]
    // Without the fade of two seconds at the end.
    let worst = (0..<2 * 96_000).map { abs(heard[$0] - gain * music.samples[$0 % 62_000]) }.max()
    #expect((worst ?? 1) < 1e-6)
    #expect(abs(heard[heard.count - 1]) < 1e-4)
  }
}

import ClipReading
import ClipWriting
import Foundation
import Frames
import Sound
import TestSupport
import Testing

/// What is heard, against the contract's own arithmetic in double precision.
@Suite struct SoundMixTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// The contract in plain words: each sample of a mix, whatever comes before or after it.
  static func reference(_ mix: SoundMix, own: [Float], place: Int, channel: Int) -> Double {
    let at = Double(place)
    func fall(_ from: Double, _ length: Double) -> Double {
      min(1, max(0, 1 - (at - from) / length))
    }
    func heard(_ event: SoundMix.Event) -> Double {
      let sound = mix.sounds[event.sound].samples
      let offset = 2 * (place - Int(event.start)) + channel
      guard place >= Int(event.start), offset < sound.count else { return 0 }
      let fade = event.fade.map { fall(Double($0), 9600) } ?? 1
      return Double(sound[offset]) * Double(event.factor) * fade
    }
    var rest = 2 * place + channel < own.count ? Double(own[2 * place + channel]) : 0
    if let music = mix.music, at < Double(mix.end) {
      rest +=
        Double(music.samples[2 * (place % music.count) + channel])
        * min(1, (Double(mix.end) - at) / 96_000)
    }
    rest += mix.events.filter { !$0.isVoice }.map(heard).reduce(0, +)
    var depth = 0.0
    for voice in mix.events where voice.isVoice {
      let begin = Double(voice.start)
      let end = begin + Double(mix.sounds[voice.sound].count)
      let reached = min(1, max(0, min(at, end) - begin) / 9600)
      depth = max(depth, reached - max(0, at - end) / 9600)
    }
    return rest * (1 - (1 - pow(10, -9 / 20.0)) * depth)
      + mix.events.filter(\.isVoice).map(heard).reduce(0, +)
  }

  /// Writes the clip with the mix, and gives the path.
  @discardableResult
  func write(
    _ mix: SoundMix, over clip: String, to name: String, part: ClipPart = .whole,
    codec: EncoderSettings.Codec = .h264
  ) throws -> String {
    var settings = EncoderSettings()
    settings.codec = codec
    let reader = try ClipReader(path: clip, part: part)
    let writer = try ClipWriter(
      path: work.path(name), settings: settings, following: reader, sound: .mixed(mix), size: nil,
      rate: nil, hasSquarePixels: false)
    while let frame = try reader.nextFrame() { try writer.write(frame) }
    try writer.finish()
    #expect(writer.lostSound.isEmpty, "\(writer.lostSound)")
    return work.path(name)
  }

  /// Sounds that overlap, one that is cut, one of its own gain, and a voice.
  static let mix = SoundMix(
    sounds: [
      HeardSound.noise(24_000, seed: 1), HeardSound.noise(70_001, seed: 2),
      HeardSound.noise(30_000, seed: 3, level: 0.3),
    ],
    events: [
      .init(sound: 0, start: 4_801), .init(sound: 0, start: 12_345, factor: 0.5),
      .init(sound: 1, start: 20_000, fade: 60_000), .init(sound: 2, start: 48_000, isVoice: true),
      .init(sound: 1, start: 130_000, fade: 190_000),
    ], music: HeardSound.noise(31_000, seed: 4, level: 0.1), end: 192_000)

  @Test(arguments: ["mkv", "mov"])
  func everySampleIsThatOfTheReferenceUpToOneGain(container: String) throws {
    let clip = try HeardSound.clip(
      "own.mkv", seconds: 4, sound: "anoisesrc=r=48000:a=0.1:seed=5,aformat=cl=stereo", in: work)
    let own = try HeardSound.stereo(clip, in: work)
    let codec: EncoderSettings.Codec = container == "mkv" ? .ffv1 : .prores4444
    let heard = try HeardSound.stereo(
      try write(Self.mix, over: clip, to: "mixed.\(container)", codec: codec), in: work)
    try #require(heard.count == 2 * 192_000)
    let expected = (0..<heard.count).map {
      Self.reference(Self.mix, own: own, place: $0 / 2, channel: $0 % 2)
    }
    let product = zip(heard, expected).map { Double($0) * $1 }.reduce(0, +)
    let gain = product / expected.map { $0 * $0 }.reduce(0, +)
    let worst = zip(heard, expected).map { abs(Double($0) - $1 * gain) }.max() ?? 1
    #expect(worst < 0x1p-22, "\(worst) at a gain of \(gain)")
  }

  @Test func aVoiceDucksAllElseBy9DecibelsWithRampsOf200Milliseconds() {
    let silence = StereoSound([Float](repeating: 0, count: 2 * 48_000))
    let mix = SoundMix(
      sounds: [silence], events: [.init(sound: 0, start: 10_000, isVoice: true)], end: 100_000)
    var samples = [Float](repeating: 1, count: 2 * 100_000)
    mix.add(to: &samples, at: 0, origin: 0)
    func decibels(_ place: Int) -> Double { 20 * log10(Double(samples[2 * place])) }
    #expect(samples[2 * 10_000] == 1 && samples[2 * 10_001] < 1)
    #expect(abs(Double(samples[2 * 14_800]) - (1 + pow(10, -0.45)) / 2) < 1e-6)
    #expect(abs(decibels(19_600) + 9) < 1e-5 && abs(decibels(58_000) + 9) < 1e-5)
    #expect(abs(Double(samples[2 * 62_800]) - (1 + pow(10, -0.45)) / 2) < 1e-6)
    #expect(samples[2 * 67_600] == 1)
  }

  @Test func piecesAreTheWhole() {
    var whole = [Float](repeating: 0, count: 2 * 192_000)
    Self.mix.add(to: &whole, at: 0, origin: 0)
    var joined: [Float] = []
    for length in [1, 4_095, 10_001, 77_000, 100_903] {
      var piece = [Float](repeating: 0, count: 2 * length)
      Self.mix.add(to: &piece, at: Int64(joined.count / 2), origin: 0)
      joined += piece
    }
    #expect(joined == whole)
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm"])
  func aMixHasTheLoudnessAndThePeakThatFFmpegMeasures(container: String) throws {
    let clip = try HeardSound.clip(
      "tone.mkv", seconds: 6, sound: "sine=f=300:r=44100:d=6", codec: ["-c:a", "flac"], in: work)
    let mix = SoundMix(
      sounds: [HeardSound.tone(48_000)], events: [.init(sound: 0, start: 100_000)], end: 6 * 48_000)
    let made = try write(
      mix, over: clip, to: "loud.\(container)", codec: container == "webm" ? .vp9 : .h264)
    let found = try HeardSound.measured(made, in: work)
    #expect(abs(found.loudness + 16) < 0.3, "\(found)")
    #expect(found.peak < -1, "\(found)")
    let format = try Program.ffprobe.succeed([
      "-v", "error", "-select_streams", "a", "-show_entries",
      "stream=codec_name,sample_rate,channels", "-of", "csv=p=0", made,
    ])
    #expect(
      String(decoding: format, as: UTF8.self).split(separator: "\n")
        == [["mkv", "webm"].contains(container) ? "opus,48000,2" : "aac,48000,2"])
  }

  @Test func aTruePeakLimitsTheGain() throws {
    let clip = try HeardSound.clip("quiet.mkv", seconds: 4, sound: nil, in: work)
    // A short burst: loud enough at full scale, and over the peak at the loudness that is asked for.
    let mix = SoundMix(
      sounds: [HeardSound.noise(480, seed: 7, level: 0.5)],
      events: [.init(sound: 0, start: 48_000)],
      end: 4 * 48_000)
    let found = try HeardSound.measured(
      try write(mix, over: clip, to: "peak.mkv", codec: .ffv1), in: work)
    #expect(found.loudness < -16.5 && (-1.75 ... -1.45).contains(found.peak), "\(found)")
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm"])
  func aSoundIsHeardAtItsSampleInAClipWithoutSound(container: String) throws {
    let clip = try HeardSound.clip("silent.mp4", seconds: 2, sound: nil, in: work)
    let burst = HeardSound.noise(9_600, seed: 11)
    let mix = SoundMix(
      sounds: [burst], events: [.init(sound: 0, start: 30_011)], end: 96_000)
    let heard = try HeardSound.stereo(
      try write(
        mix, over: clip, to: "placed.\(container)", codec: container == "webm" ? .vp9 : .h264),
      in: work)
    func likeness(_ late: Int) -> Double {
      (0..<burst.samples.count).reduce(0) { sum, index in
        let place = 2 * (30_011 + late) + index
        return heard.indices.contains(place)
          ? sum + Double(burst.samples[index] * heard[place]) : sum
      }
    }
    let late = (-200...200).max { likeness($0) < likeness($1) }
    #expect(late == 0, "\(container)")
    #expect(abs(heard.count / 2 - 96_000) < 2_048, "\(heard.count / 2)")
  }

  @Test func aPartOfAClipBeginsWithItsFirstFrame() throws {
    let clip = try HeardSound.clip(
      "long.mov", seconds: 4, sound: "anoisesrc=r=48000:a=0.1:seed=6,aformat=cl=stereo", in: work)
    let own = try HeardSound.stereo(clip, in: work)
    var mix = Self.mix
    mix = SoundMix(sounds: mix.sounds, events: mix.events, end: 144_000)
    let heard = try HeardSound.stereo(
      try write(
        mix, over: clip, to: "part.mkv", part: .seconds(start: 1, end: 3), codec: .ffv1), in: work)
    try #require(heard.count == 2 * 96_000)
    let expected = (0..<heard.count).map {
      Self.reference(mix, own: own, place: 48_000 + $0 / 2, channel: $0 % 2)
    }
    let gain =
      zip(heard, expected).map { Double($0) * $1 }.reduce(0, +)
      / expected.map { $0 * $0 }.reduce(0, +)
    #expect((zip(heard, expected).map { abs(Double($0) - $1 * gain) }.max() ?? 1) < 0x1p-22)
  }

  @Test func furtherTracksOfSoundAreCopied() throws {
    let clip = try HeardSound.clip(
      "two.mkv", seconds: 2, sound: "sine=f=300:r=48000",
      codec: ["-c:a", "aac", "-map", "0:v", "-map", "1:a", "-map", "1:a"], in: work)
    let mix = SoundMix(
      sounds: [HeardSound.noise(4800, seed: 1)], events: [.init(sound: 0, start: 0)], end: 96_000)
    let made = try write(mix, over: clip, to: "both.mp4")
    func packets(_ path: String, _ track: Int) throws -> Data {
      try Program.ffmpeg.succeed([
        "-v", "error", "-i", path, "-map", "0:a:\(track)", "-c", "copy", "-f", "data", "-",
      ])
    }
    #expect(try packets(made, 1) == packets(clip, 1))
    #expect(try packets(made, 0) != packets(clip, 0))
  }
}

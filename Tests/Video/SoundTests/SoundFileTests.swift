import Foundation
import Sound
import TestSupport
import Testing

/// Files of sound, and what is no such file.
@Suite struct SoundFileTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  private func make(_ name: String, _ filter: String, _ options: [String] = []) throws -> String {
    try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", filter] + options + [work.path(name)])
    return work.path(name)
  }

  @Test(arguments: ["wav", "flac", "ogg", "opus", "mp3", "m4a", "aiff"])
  func aFileIsReadByItsNameAndFromMemory(kind: String) throws {
    let path = try make("tone.\(kind)", "sine=f=440:r=48000:d=0.5")
    let sound = try SoundFile.read(path: path, seconds: 20)
    #expect(abs(sound.count - 24_000) < 2_400, "\(sound.count)")
    #expect((0.1...0.2).contains(sound.peak), "\(sound.peak)")
    #expect(try SoundFile.read(try work.bytes("tone.\(kind)"), named: "x", seconds: 20) == sound)
  }

  @Test func oneChannelIsHeardOnBothSidesAsLoudAsItIs() throws {
    let path = try make("mono.wav", "sine=f=440:r=48000:d=0.1", ["-c:a", "pcm_f32le"])
    let sound = try SoundFile.read(path: path, seconds: 1)
    let raw = try Program.ffmpeg.succeed(["-v", "error", "-i", path, "-f", "f32le", "-"])
    let own = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(sound.samples == own.flatMap { [$0, $0] })
  }

  @Test func eightChannelsAt192KilohertzAreMixedDownAndResampled() throws {
    let path = try make(
      "wide.wav", "sine=f=1000:r=192000:d=0.5,aformat=cl=7.1", ["-c:a", "pcm_s24le"])
    let sound = try SoundFile.read(path: path, seconds: 1)
    #expect(abs(sound.count - 24_000) <= 2)
    let crossings = (1..<sound.count).filter {
      (sound.samples[2 * $0] < 0) != (sound.samples[2 * $0 - 2] < 0)
    }
    #expect(abs(crossings.count - 1000) <= 4)
  }

  @Test func aSoundAtTheLimitIsTakenAndALongerOneIsRefused() throws {
    let path = try make("second.wav", "sine=f=440:r=48000:d=1")
    #expect(try SoundFile.read(path: path, seconds: 1).count == 48_000)
    #expect(throws: SoundError.tooLong(path: path, limit: 47_999.0 / 48_000)) {
      try SoundFile.read(path: path, seconds: 47_999.0 / 48_000)
    }
  }

  @Test func whatIsNoSoundIsToldAsSuch() throws {
    let text = try work.write("no sound at all, just some words\n", to: "words.wav")
    let silent = try SyntheticClip().make("silent.mp4", in: work)
    let playlist = try work.write("#EXTM3U\n#EXTINF:1,\n/etc/passwd\n", to: "list.mp3")
    for (path, words) in [
      (text, "not a readable sound"), (silent, "there is no sound in it"),
      (playlist, "not a readable sound"), (work.path("none.wav"), "no such file"),
      (work.path(""), "not a readable sound"),
      (try work.write("", to: "empty.wav"), "not a readable sound"),
    ] {
      let error = #expect(throws: SoundError.self) {
        try SoundFile.read(path: path, seconds: 60)
      }
      let line = error.map { "\($0)" } ?? ""
      #expect(line.contains(words) && line.hasPrefix(path), "\(line)")
    }
  }
}

import AvatarFiles
import Avatars
import ClipWriting
import Foundation
import Problems
import Recordings
import Rendering
import TestSupport
import Testing

/// What is heard of avatars in rendered clips: each sound at the sample of the tracking's sample that begins it.
@Suite struct AvatarSoundTests {
  private let folder: ScratchFolder
  /// Two seconds.
  private let clip: String
  private static let frames = 50

  init() throws {
    folder = try ScratchFolder()
    clip = try SyntheticClip(width: 96, height: 64, frames: Self.frames).make("in.mkv", in: folder)
    // The mouth opens at 400 and at 1,200 ms, each time for 200 ms; the first face is seen from 80 ms on.
    let lines = (2..<Self.frames).map { index -> String in
      let jaw = [10, 11, 12, 13, 14, 30, 31, 32, 33, 34].contains(index) ? 0.7 : 0.1
      return #"{"timestampMs": \#(40 * index), "faces": [{"matrix": "#
        + #"[1,0,0,0, 0,1,0,0, 0,0,1,-60, 0,0,0,1], "blendshapes": {"jawOpen": \#(jaw)}}]}"#
    }
    try folder.write(
      ([#"{"format": "avatar-tracking/1", "width": 96, "height": 64}"#] + lines)
        .joined(separator: "\n") + "\n", to: "in.jsonl")
  }

  /// An avatar with sounds, each a file of noise of so many samples.
  private func avatar(_ name: String, _ sounds: String) throws -> String {
    let path = try SyntheticAvatar().adding("\"scale\": 2", SyntheticAvatar.solid(20, 20))
      .write(name, in: folder)
    let text = String(decoding: try folder.bytes("\(name)/avatar.json"), as: UTF8.self)
    try folder.write(
      text.replacing("\"layers\"", with: "\"sounds\": [\(sounds)], \"layers\""),
      to: "\(name)/avatar.json")
    return path
  }

  private static let open =
    #"{"signal": "jawOpen", "above": 0.5, "below": 0.3}"#

  private func settings(_ avatars: [String]) throws -> RenderSettings {
    var settings = RenderSettings(
      recording: try RecordingLocation(video: clip, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: avatars, library: Stage.shipped),
      output: OutputSettings(path: folder.path("\(UUID().uuidString).mkv")))
    settings.output.codec = .ffv1
    return settings
  }

  private func check(
    _ settings: RenderSettings, _ begins: [(sample: Int, sound: [Float], factor: Double)]
  ) throws {
    let notes = try RenderJob(settings).run().notes
    #expect(notes.contains("sound: with the avatar's sounds"), "\(notes)")
    let raw = try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-i", settings.output.path, "-map", "0:a:0", "-f", "f32le", "-"],
      in: folder)
    let found = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    var expected = [Double](repeating: 0, count: 2 * 96_000)
    for (sample, sound, factor) in begins {
      for index in sound.indices where 2 * sample + index < expected.count {
        expected[2 * sample + index] += Double(sound[index]) * factor
      }
    }
    try #require(found.count == expected.count)
    let gain =
      zip(found, expected).map { Double($0) * $1 }.reduce(0, +)
      / expected.map { $0 * $0 }.reduce(0, +)
    let worst = zip(found, expected).map { abs(Double($0) - $1 * gain) }.max() ?? 1
    #expect(gain > 0.1 && worst < 0x1p-20, "\(gain) \(worst)")
  }

  @Test func `a sound begins when its avatar is seen, and each time its conditions begin to hold`()
    throws
  {
    let path = try avatar(
      "loud",
      #"{"file": "on.wav", "gain": -6}, {"file": "open.wav", "on": \#(Self.open)}"#)
    let (on, open) = (FloatWave.noise(5_000, 1), FloatWave.noise(30_000, 2))
    try folder.write(FloatWave.file(on), to: "loud/on.wav")
    try folder.write(FloatWave.file(open), to: "loud/open.wav")
    // 80, 400 and 1,200 ms.
    try check(
      settings([path]), [(3_840, on, pow(10, -0.3)), (19_200, open, 1), (57_600, open, 1)])
  }

  @Test func `an avatar that is put on later sounds from then on, and the other one no more`()
    throws
  {
    let first = try avatar("first", #"{"file": "open.wav", "on": [\#(Self.open)]}"#)
    let second = try avatar("second", #"{"file": "on.wav"}"#)
    let (on, open) = (FloatWave.noise(5_000, 3), FloatWave.noise(6_000, 4))
    try folder.write(FloatWave.file(open), to: "first/open.wav")
    try folder.write(FloatWave.file(on), to: "second/on.wav")
    var settings = try settings([first])
    // The first sample after it is at 1,040 ms.
    settings.cues = try folder.write(
      "{\"timestampMs\": 1010, \"avatar\": \"\(second)\"}\n", to: "cues.jsonl")
    try check(settings, [(19_200, open, 1), (49_920, on, 1)])
  }

  @Test func `where no sound of an avatar begins there is no track`() throws {
    let path = try avatar(
      "mute", #"{"file": "s.wav", "on": {"signal": "jawOpen", "above": 0.71}}"#)
    try folder.write(FloatWave.file(FloatWave.noise(100, 5)), to: "mute/s.wav")
    let settings = try settings([path])
    _ = try RenderJob(settings).run()
    let tracks = try Program.ffprobe.succeed(
      [
        "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", settings.output.path,
      ],
      in: folder)
    #expect(String(decoding: tracks, as: UTF8.self) == "video\n")
  }

  @Test func `a sound that is none, too long or too loud is told with its file`() throws {
    let path = try avatar("faulty", #"{"file": "s.wav"}"#)
    func fault() throws -> (any ProblemReporting)? {
      let fault = #expect(throws: (any Error).self) { try RenderJob(settings([path])).run() }
      return fault as? any ProblemReporting
    }
    try folder.write("RIFF....WAVEfmt ", to: "faulty/s.wav")
    let broken = try #require(try fault())
    #expect("\(broken)".contains("s.wav: not a readable sound"), "\(broken)")
    #expect(broken.problemCode == .badAvatar)
    for (samples, count) in [(20 * 48_000, 0), (20 * 48_000 + 1, 1)] {
      try folder.write(
        FloatWave.file([Float](repeating: 0.1, count: 2 * samples)), to: "faulty/s.wav")
      #expect(try AvatarVoices.lint(path: path).count == count)
    }
    let long = try #require(try fault())
    #expect("\(long)".contains("20") && long.problemCode == .avatarTooLarge, "\(long)")
    try folder.write(
      FloatWave.file([Float](repeating: 1.1, count: 96)), to: "faulty/s.wav")
    let loud = try AvatarVoices.lint(path: path)
    #expect(loud.map(\.severity) == [.warning] && "\(loud)".contains("1.1 times full scale"))
  }
}

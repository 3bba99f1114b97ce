import AvatarFiles
import Avatars
import ClipReading
import ClipWriting
import Foundation
import Problems
import Recordings
import Rendering
import SceneFiles
import Scenes
import TestSupport
import Testing

/// What is heard of scenes in rendered clips: each sound at its sample, by another program's decoder.
@Suite struct SceneSoundTests {
  private let folder: ScratchFolder
  /// Two seconds; the card is there from 200 to 1,200 ms.
  private let clip: String
  private static let (frames, seen) = (50, 5...30)

  init() throws {
    folder = try ScratchFolder()
    clip = try SyntheticClip(width: 96, height: 64, frames: Self.frames).make("in.mkv", in: folder)
    try SyntheticScene().write("Scenes/greeting", in: folder)
    let lines = SyntheticScene().tracking(width: 96, height: 64, frames: Self.frames)
      .split(separator: "\n")
    let kept = lines.enumerated().map { index, line in
      index == 0 || Self.seen.contains(index - 1)
        ? String(line) : "{\"timestampMs\": \(40 * (index - 1)), \"faces\": [], \"images\": []}"
    }
    try folder.write(kept.joined(separator: "\n") + "\n", to: "in.jsonl")
    try folder.write("{\"timestampMs\": 533.3, \"cue\": \"tap\"}\n", to: "cues.jsonl")
  }

  private func write(_ samples: [Float], to name: String) throws {
    try folder.write(FloatWave.file(samples), to: name)
  }

  private static func noise(_ count: Int, _ seed: UInt64) -> [Float] {
    FloatWave.noise(count, seed)
  }

  private func name(_ sounds: String, item: String = "") throws {
    let text = String(decoding: try folder.bytes("Scenes/greeting/scene.json"), as: UTF8.self)
    try folder.write(
      text.replacing("\"items\": [", with: "\"sounds\": [\(sounds)], \"items\": [\(item)"),
      to: "Scenes/greeting/scene.json")
  }

  private func settings(_ output: String) throws -> RenderSettings {
    var settings = RenderSettings(
      recording: try RecordingLocation(video: clip, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings(path: folder.path(output)))
    settings.scenes = SceneSelection(SceneLibrary(folder: folder.path("Scenes")))
    settings.cues = folder.path("cues.jsonl")
    settings.output.codec = .ffv1
    return settings
  }

  private func heard(_ path: String) throws -> [Float] {
    let raw = try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-f", "f32le", "-"], in: folder)
    return raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test func `sounds begin at their runs' samples and fade when the card's scene ends`() throws {
    let (first, second) = (Self.noise(70_000, 1), Self.noise(4_000, 2))
    try write(first, to: "Scenes/greeting/first.wav")
    try write(second, to: "Scenes/greeting/second.wav")
    try name(
      """
      {"file": "first.wav"}, {"file": "second.wav", "on": {"cue": "tap"}, "gain": -6},
      {"file": "second.wav", "on": {"after": "flag"}}
      """,
      item: """
        {"name": "flag", "type": "art", "image": "square.png", "width": 9, "delay": 100, "duration": 250},
        """)
    _ = try RenderJob(settings("out.mkv")).run()
    let found = try heard(folder.path("out.mkv"))
    // 200, 533.3 and 200 + 100 + 250 ms.
    let begins = [(9_600, first, 1.0), (25_598, second, pow(10, -0.3)), (26_400, second, 1)]
    let expected = (0..<2 * 96_000).map { index -> Double in
      begins.map { begin, sound, factor in
        let offset = index - 2 * begin
        guard sound.indices.contains(offset) else { return 0 }
        let fall = min(1, max(0, 1 - Double(index / 2 - 57_600) / 9_600))
        return Double(sound[offset]) * factor * fall
      }.reduce(0, +)
    }
    try #require(found.count == expected.count)
    let gain =
      zip(found, expected).map { Double($0) * $1 }.reduce(0, +)
      / expected.map { $0 * $0 }.reduce(0, +)
    let worst = zip(found, expected).map { abs(Double($0) - $1 * gain) }.max() ?? 1
    #expect(worst < 0x1p-21, "\(worst)")
  }

  @Test func `where nothing is heard the clip's own sound is copied, and none where that is asked`()
    throws
  {
    try write(Self.noise(100, 1), to: "Scenes/greeting/first.wav")
    try name("{\"file\": \"first.wav\", \"on\": {\"cue\": \"swipe\"}}")
    var own = SyntheticClip(width: 96, height: 64, frames: Self.frames)
    own.hasSound = true
    let sounding = try own.make("sounding.mp4", in: folder)
    func render(_ name: String, _ change: (inout RenderSettings) -> Void = { _ in }) throws -> Data
    {
      var settings = try settings(name)
      settings.recording = try RecordingLocation(video: sounding, tracking: folder.path("in.jsonl"))
      settings.output.codec = .h264
      change(&settings)
      _ = try RenderJob(settings).run()
      return try packets(folder.path(name))
    }
    func packets(_ path: String) throws -> Data {
      try Program.ffprobe.succeed(
        [
          "-v", "error", "-select_streams", "a", "-show_entries", "packet=pts,size,data_hash",
          "-show_data_hash", "md5", "-of", "csv", path,
        ], in: folder)
    }
    #expect(try render("copied.mp4") == packets(sounding))
    #expect(try render("silent.mp4") { $0.sound.isKept = false } == Data())
    try write(Self.noise(9_000, 3), to: "music.wav")
    let mixed = try render("mixed.mp4") { $0.sound.music = folder.path("music.wav") }
    #expect(try mixed != packets(sounding) && !mixed.isEmpty)
  }

  @Test func `a greeting is heard when its text appears, which stays as long as it is spoken`()
    throws
  {
    try write(Self.noise(24_000, 4), to: "voice.wav")
    try name(
      "",
      item: """
        {"name": "words", "type": "text", "field": "greeting", "text": "hello", "size": 9, "box": [40, 12],
         "delay": 120, "duration": 100},
        """)
    var settings = try settings("spoken.mkv")
    settings.sound.greeting = folder.path("voice.wav")
    settings.output.placements = folder.path("spoken.jsonl")
    _ = try RenderJob(settings).run()
    let found = try heard(folder.path("spoken.mkv"))
    // 200 + 120 ms, for half a second.
    let begin = found.firstIndex { $0 != 0 } ?? 0
    let end = found.lastIndex { $0 != 0 } ?? 0
    #expect((begin / 2, end / 2) == (15_360, 39_359))
    let lines = String(decoding: try folder.bytes("spoken.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    let shown = lines.indices.filter { lines[$0].contains("\"words\"") }
    // From 320 up to 820 ms.
    #expect(shown == Array(8...20), "\(shown)")
  }

  /// The notes of a render in which a voice of so many samples is spoken with a text of these members.
  private func notesOfGreeting(
    _ text: String, samples: Int, _ change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> [String] {
    try SyntheticScene().write("Scenes/greeting", in: folder)
    try write(Self.noise(samples, 4), to: "voice.wav")
    try name(
      "",
      item: """
        {"name": "words", "type": "text", "field": "greeting", "text": "hello", "size": 9, "box": [40, 12]\(text)},
        """)
    var settings = try settings("\(UUID().uuidString).mkv")
    settings.sound.greeting = folder.path("voice.wav")
    change(&settings)
    return try RenderJob(settings).run().notes
  }

  @Test func `a greeting that is not heard is told, with the reason`() throws {
    func notes(
      _ text: String, _ change: (inout RenderSettings) -> Void = { _ in }
    ) throws -> [String] { try notesOfGreeting(text, samples: 24_000, change) }
    let told = "the greeting voice.wav is not heard: "
    #expect(try notes("") == ["sound: with a spoken greeting"])
    // The card is there from 200 to 1,200 ms, and its scene is gone then.
    #expect(
      try notes(", \"delay\": 1000")
        == [told + "its text appears at 1.2 s, its card has left at 1.2 s"])
    #expect(
      try notes(", \"delay\": 400") { $0.part = .seconds(start: nil, end: 0.5) }
        == [told + "its text appears at 0.6 s, the clip ends at 0.5 s"])
    #expect(
      try notes(", \"on\": {\"cue\": \"swipe\"}")
        == [told + "nothing happens in the clip that its text begins with"])
    #expect(
      try notes("") { $0.part = .seconds(start: 1, end: nil) }
        == ["sound: with a spoken greeting", told + "it is spoken before the clip begins, at 1 s"])
    #expect(try notes("") { $0.sound.isKept = false } == [])
    try SyntheticScene().write("Scenes/greeting", in: folder)
    var without = try settings("without.mkv")
    without.sound.greeting = folder.path("voice.wav")
    #expect(
      try RenderJob(without).run().notes == [
        told + "no scene of the recording's cards has a text of the field \"greeting\""
      ])
  }

  @Test func `a greeting that is cut off by more than 100 ms is told with what is heard`() throws {
    func notes(
      _ samples: Int, _ change: (inout RenderSettings) -> Void = { _ in }
    ) throws -> [String] {
      try Array(notesOfGreeting("", samples: samples, change).dropFirst())
    }
    // From 200 ms, as long as the card is there: a second.
    #expect(try notes(48_000 + 4800) == [])
    #expect(
      try notes(48_000 + 4801) == [
        "the greeting voice.wav is cut off: 1 of 1.1 s are heard, then its card has left"
      ])
    #expect(
      try notes(48_000) { $0.part = .seconds(start: nil, end: 0.6) } == [
        "the greeting voice.wav is cut off: 0.4 of 1 s are heard, then the clip ends"
      ])
    #expect(
      try notes(48_000) { $0.part = .seconds(start: 0.8, end: nil) } == [
        "the greeting voice.wav is cut off: 0.4 of 1 s are heard, the clip begins within it"
      ])
  }

  @Test func `a sound that is none, or too long, is refused with its file`() throws {
    try name("{\"file\": \"first.wav\"}")
    func fault() throws -> (any ProblemReporting)? {
      let fault = #expect(throws: (any Error).self) { try RenderJob(settings("x.mkv")).run() }
      return fault as? any ProblemReporting
    }
    try folder.write("RIFF....WAVEfmt ", to: "Scenes/greeting/first.wav")
    let broken = try #require(try fault())
    #expect("\(broken)".contains("first.wav: not a readable sound"), "\(broken)")
    #expect(broken.problemCode == .badScene)
    try write(
      [Float](repeating: 0.1, count: 2 * (20 * 48_000 + 1)), to: "Scenes/greeting/first.wav")
    let long = try #require(try fault())
    #expect("\(long)".contains("20") && long.problemCode == .sceneTooLarge, "\(long)")
    #expect(try SceneVoices.lint(path: folder.path("Scenes/greeting")).count == 1)
    try write([Float](repeating: 1.1, count: 96), to: "Scenes/greeting/first.wav")
    let loud = try SceneVoices.lint(path: folder.path("Scenes/greeting"))
    #expect(loud.map(\.severity) == [.warning] && "\(loud)".contains("1.1 times full scale"))
  }

  @Test func `lint and inspection list the greeting of a package`() throws {
    try write(Self.noise(60_000, 5), to: "Scenes/greeting/voice.wav")
    try name(
      "",
      item: """
        {"name": "words", "type": "text", "field": "greeting", "text": "hello", "size": 9, "box": [40, 12]},
        """)
    let path = "Scenes/greeting/scene.json"
    let text = String(decoding: try folder.bytes(path), as: UTF8.self)
    try folder.write(
      text.replacing("\"sounds\"", with: "\"greeting\": \"voice.wav\", \"sounds\""), to: path)
    func lint() throws -> [String] {
      try SceneVoices.lint(path: folder.path("Scenes/greeting")).map { "\($0)" }
    }
    #expect(try lint() == ["voice.wav: note: the spoken greeting, 1.3 s"])
    let scenes = SceneSelection(SceneLibrary(folder: folder.path("Scenes")))
    let sounds = try scenes.sounds(showing: ["card"])
    #expect(
      sounds.map { "\($0.file), \($0.on)" } == ["voice.wav, the text of the field greeting"])
    try folder.write(
      String(decoding: folder.bytes(path), as: UTF8.self)
        .replacing("\"field\": \"greeting\"", with: "\"field\": \"other\""), to: path)
    #expect(
      try lint() == [
        "voice.wav: warning: the spoken greeting, 1.3 s; no text has the field \"greeting\", with which it is spoken"
      ])
  }
}

import AvatarFiles
import ClipWriting
import Foundation
import Hud
import Recipe
import Recordings
import Rendering
import Session
import TestSupport
import Testing
import Timelines
import TrackingFiles

/// What is heard of a session in rendered clips: each sound at the sample of its event in the log, by another program's
/// decoder.
@Suite struct SessionSoundTests {
  private let folder: ScratchFolder
  /// Seven seconds, as the game.
  private let clip: String
  private static let (frames, rate) = (175, 48_000)

  init() throws {
    folder = try ScratchFolder()
    clip = try SyntheticClip(width: 96, height: 64, frames: Self.frames).make("in.mkv", in: folder)
    var game = SyntheticGame()
    game.brushesMs = 2800..<6500
    game.lengthMs = 7000
    try folder.write(game.text, to: "in.jsonl")
  }

  private func settings(_ session: SessionSettings?, plays: Bool = true) throws -> RenderSettings {
    var settings = RenderSettings(
      recording: try RecordingLocation(video: clip, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings(path: folder.path("\(UUID().uuidString).mkv")))
    settings.session = session.map { SessionPlan(settings: $0) }
    settings.sound.playsSession = plays
    settings.output.codec = .ffv1
    return settings
  }

  private func decoded(_ path: String) throws -> [Double] {
    let raw = try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-ar", "48000", "-ac", "2", "-f",
        "f32le", "-",
      ], in: folder)
    return raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }.map(Double.init)
  }

  /// A sound as FFmpeg's tool decodes its file.
  private func file(_ sound: SessionSound) throws -> [Double] {
    try folder.write(sound.file, to: "\(sound.rawValue).opus")
    return try decoded(folder.path("\(sound.rawValue).opus"))
  }

  /// The sounds that the events of a session ask for, at their times before a log rounds them.
  private func asked(_ settings: SessionSettings) throws -> [(SessionSound, Double)] {
    let tracker = try TrackingReader(
      path: folder.path("in.jsonl"), options: TrackingFileOptions())
    var session = BrushingSession(settings, header: tracker.header)
    var events: [SessionEvent] = []
    while let sample = try tracker.next() { events += try session.add(sample).events }
    events += try session.finish()
    return events.compactMap { event in
      if event.line.contains("\"gatePassed\"") { return (.gate, event.timestampMs) }
      if event.line.contains("\"hint\"") { return (.hint, event.timestampMs) }
      switch event.kind {
      case .quadrant(_, let index) where index > 1: return (.quadrant, event.timestampMs)
      case .outcome(.completed, _): return (.completed, event.timestampMs)
      default: return nil
      }
    }
  }

  /// Compares what is heard with the sum of the sounds at their samples, times one gain.
  private func check(_ path: String, _ sounds: [(SessionSound, Double)]) throws {
    let found = try decoded(path)
    var expected = [Double](repeating: 0, count: found.count)
    var files: [SessionSound: [Double]] = [:]
    for (sound, timeMs) in sounds {
      let samples = try files[sound] ?? file(sound)
      files[sound] = samples
      let start = 2 * Int((48 * timeMs).rounded())
      for index in samples.indices where start + index < expected.count {
        expected[start + index] += samples[index]
      }
    }
    let gain =
      zip(found, expected).map { $0 * $1 }.reduce(0, +) / expected.map { $0 * $0 }.reduce(0, +)
    let worst = zip(found, expected).map { abs($0 - $1 * gain) }.max() ?? 1
    #expect(found.count == 2 * Self.frames * Self.rate / 25)
    #expect(gain > 0.1 && worst < 0x1p-18, "\(gain) \(worst)")
  }

  @Test func `gates, hints and completion are heard at the samples of the log's times`() throws {
    var session = SessionSettings()
    // Hints while the hand is not there yet.
    session.times.hintMs = 700
    let asked = try asked(session)
    #expect(
      Set(asked.map(\.0)) == [.gate, .hint, .completed] && asked.count { $0.0 == .gate } == 2)
    let settings = try settings(session)
    let summary = try RenderJob(settings).run()
    try check(settings.output.path, asked)
    #expect(summary.notes == ["sound: with the session's sounds"])
  }

  @Test func `quadrants and the last seconds of each are heard`() throws {
    var session = SessionSettings()
    session.mode = .full
    session.full.quadrants = ["upperRight", "upperLeft"]
    session.full.quadrantMs = 1400
    let asked = try asked(session)
    #expect(asked.map(\.0) == [.gate, .gate, .quadrant, .completed])
    // Of a quadrant of 1.4 s one second is left after 400 ms; it is brushed without a pause, so that its end
    // tells when: 1 s before the next begins, and before completion.
    let counts = asked.suffix(2).map { (SessionSound.count, $0.1 - 1000) }
    let settings = try settings(session)
    _ = try RenderJob(settings).run()
    let heard = try heardTimes(session)
    #expect(heard.map(\.sound) == [.gate, .gate, .count, .quadrant, .count, .completed])
    for (found, expected) in zip(heard.filter { $0.sound == .count }, counts) {
      #expect(abs(found.startMs - expected.1) <= 1e-6, "\(found) \(expected)")
    }
    try check(settings.output.path, heard.map { ($0.sound, $0.startMs) })
  }

  private func heardTimes(_ session: SessionSettings) throws -> [SessionSounds.Heard] {
    let recording = try OpenRecording(settings(session), for: .opaqueClip)
    return try recording.timelines.sessionSounds(endMs: 7000, most: 100)
      .sorted { $0.startMs < $1.startMs }
  }

  @Test func `a second that is a whole quadrant is not counted, one within it is`() throws {
    var session = SessionSettings()
    session.mode = .full
    session.full.quadrants = ["upperRight"]
    for (lengthMs, counted) in [(1000.0, 0), (1001, 1), (2000, 1), (2001, 2)] {
      session.full.quadrantMs = lengthMs
      let heard = try heardTimes(session)
      #expect(heard.count { $0.sound == .count } == counted, "\(lengthMs) \(heard)")
    }
  }

  @Test
  func `the session is not heard unless that is asked, and the game's own where none is given`()
    throws
  {
    let silent = try settings(SessionSettings(), plays: false)
    #expect(try RenderJob(silent).run().notes == [])
    let tracks = try Program.ffprobe.succeed(
      ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", silent.output.path],
      in: folder)
    #expect(String(decoding: tracks, as: UTF8.self) == "video\n")
    let own = try settings(nil)
    _ = try RenderJob(own).run()
    try check(own.output.path, asked(SessionSettings()))
  }

  @Test func `what begins with the clip's end is not heard, and too much is refused`() throws {
    let recording = try OpenRecording(settings(SessionSettings()), for: .opaqueClip)
    let all = try recording.timelines.sessionSounds(endMs: 7000, most: 100)
    let last = try #require(all.map(\.startMs).max())
    #expect(try recording.timelines.sessionSounds(endMs: last, most: 100).count == all.count - 1)
    #expect(try recording.timelines.sessionSounds(endMs: last.nextUp, most: 100).count == all.count)
    var session = SessionSettings()
    session.times.hintMs = 0.1
    let error = #expect(throws: (any Error).self) { try RenderJob(settings(session)).run() }
    let line = "sounds that are heard in the clip: more found, at most 10000 allowed"
    #expect("\(try #require(error))" == line)
  }
}

import ClipReading
import ClipWriting
import Frames
import Hud
import Passes
import Recipe
public import Recordings
import Timelines

/// Tells what a session and greetings on cards say in a clip, as captions (WebVTT, W3C 2019).
public struct CaptionsJob: Sendable {
  /// Captions of a clip.
  public struct Captions: Sendable {
    /// The file's text.
    public let text: String
    /// Whether nothing is said.
    public let isEmpty: Bool
  }

  /// A text, and when it is shown, in milliseconds.
  struct Cue: Hashable, Sendable {
    var startMs, endMs: Double
    var text: String
  }

  private let settings: RenderSettings

  /// A greeting of so many letters a second can be read (subtitles for adults, as broadcasters have them).
  private static let lettersASecond = 15.0
  /// The shortest time of one, in milliseconds.
  private static let shortestMs = 2000.0
  /// The most greetings that are told.
  private static let mostGreetings = 10_000

  /// Makes the job of a clip with these settings.
  public init(_ settings: RenderSettings) { self.settings = settings }

  /// Makes the captions, on the clock of the clip that `RenderJob` makes.
  ///
  /// - Throws: as `RenderJob.run`, for what can be known before the first frame.
  public func make() throws -> Captions {
    let isClip = if case .clip = settings.output.kind { true } else { false }
    let recording = try OpenRecording(
      settings, for: isClip ? settings.clipPurpose : .pictures, checksPictures: false)
    let clip = recording.clip
    let table = try clip.frameTable()
    let words = try SpokenWords(settings.passes.hud)
    var cues = try Self.session(
      recording.timelines.sessionMoments(atMs: table.timesMs).map(words.said), table.timesMs,
      endMs: table.endMs)
    let speed = try settings.output.playbackSpeed(of: clip).value
    cues += try Self.greetings(recording, endMs: table.endMs, speed: speed)
    // A whole clip keeps its times, a part and what has no clock begin with the first frame.
    let firstMs = table.timesMs.first ?? 0
    let originMs =
      isClip
      ? min(
        clip.outputOrigin(at: nil).map { clip.info.milliseconds(atPts: $0) } ?? firstMs, firstMs)
      : firstMs
    let shown = cues.compactMap { cue -> Cue? in
      let (start, end) = (
        (max(cue.startMs, firstMs) - originMs) / speed,
        (min(cue.endMs, table.endMs) - originMs) / speed
      )
      // Times are written in milliseconds, and a cue of none is dropped by players.
      return end.rounded() > start.rounded() ? Cue(startMs: start, endMs: end, text: cue.text) : nil
    }
    return Captions(text: WebVTT.text(shown, language: words.language), isEmpty: shown.isEmpty)
  }

  /// What a session says: lines and hints, each as long as frames show it.
  static func session(
    _ said: [(line: String, hint: String)], _ timesMs: [Double], endMs: Double
  ) -> [Cue] {
    var cues: [Cue] = []
    for part in [\(line: String, hint: String).line, \(line: String, hint: String).hint] {
      var open: Cue?
      for (words, timeMs) in zip(said, timesMs) where words[keyPath: part] != open?.text ?? "" {
        if var ended = open {
          ended.endMs = timeMs
          cues.append(ended)
        }
        let text = words[keyPath: part]
        open = text.isEmpty ? nil : Cue(startMs: timeMs, endMs: endMs, text: text)
      }
      if let open { cues.append(open) }
    }
    return cues
  }

  /// The greetings that appear on cards.
  private static func greetings(
    _ recording: OpenRecording, endMs: Double, speed: Double
  ) throws -> [Cue] {
    let seen = try recording.timelines.sceneSounds(endMs: endMs, most: mostGreetings)
    return (seen?.heard ?? []).compactMap { heard in
      guard case .greeting(let scene) = heard.source,
        let text = recording.scenes.words(ofField: SceneSounds.greetingField, scene: scene)
      else { return nil }
      // It is read in the output's time, and spoken in the clip's.
      let readMs = speed * max(Double(text.count) / lettersASecond * 1000, shortestMs)
      let spokenMs = recording.greetingMs(ofScene: scene)
      return Cue(
        startMs: heard.startMs,
        endMs: min(heard.startMs + max(readMs, spokenMs), heard.endMs ?? .infinity), text: text)
    }
  }
}

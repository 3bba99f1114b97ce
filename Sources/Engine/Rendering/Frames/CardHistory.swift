import Recipe
import Recordings
import Tracking

/// A picture's sample as the last one of a clip in which its cards lie still from 0 ms on.
struct CardHistory {
  /// What was done to the cards.
  let cues: [SceneCue]
  /// The cards at earlier times, and the sample.
  let samples: [TrackingSample]

  /// From one sample to the next, in milliseconds: less than a scene stays when its card is lost.
  private static let intervalMs = 200.0

  /// Reads the cues.
  ///
  /// - Parameters:
  ///   - cues: the bytes of a file of cues, which are for cards alone.
  ///   - offsetMs: what is added to the times of samples and cues.
  init(
    of sample: TrackingSample?, cues: [UInt8], offsetMs: Double, limits: FrameLimits
  ) throws {
    var file = try CueFile(cues, path: "cues")
    guard file.isOfCards else {
      throw RenderingError.badCues(
        path: "cues",
        "a line about an avatar found; expected cues for cards, such as"
          + " {\"timestampMs\": 1200, \"cue\": \"tap\"}")
    }
    file.move(byMs: offsetMs)
    self.cues = file.cards
    guard let sample else {
      samples = []
      return
    }
    let timeMs = sample.timestampMs
    guard (0...limits.sceneMs).contains(timeMs) else {
      throw RenderingError.unfitOutput(
        reason: "tracking: a picture with cues has a time of 0 to \(Int(limits.sceneMs)) ms; found"
          + " \(timeMs)")
    }
    let earlier = stride(from: 0, to: timeMs, by: Self.intervalMs).map { time in
      TrackingSample(timestampMs: time, images: sample.images)
    }
    samples = earlier + [sample]
  }
}

import ClipReading
import Frames
import Passes
import Placement
import Recipe
import Recordings
import Shot
import Timelines
import TrackingFiles

/// The light on the cards and faces of a recording's pictures: reads the clip a second time.
struct ClipLight {
  private let timeline: LightTimeline

  /// Makes it; nil where nothing is drawn in the clip's light, and where other frames are not known: live, and of
  /// stills.
  ///
  /// - Parameter watch: the caller's, which may end the look.
  init?(_ recording: OpenRecording, _ options: PassOptions, _ watch: RenderWatch) throws {
    let setup = PassSetup(options, avatars: recording.textures, scenes: recording.scenes)
    guard recording.settings.replay == .ideal, !recording.clip.isOfStills,
      ShotFinder.Wishes.areLit(setup), recording.settings.recording.tracking != nil
    else { return nil }
    try self.init(recording, ShotFinder.Wishes(setup), watch)
  }

  /// Makes it for what is wished.
  init(
    _ recording: OpenRecording, _ wishes: ShotFinder.Wishes, _ watch: RenderWatch
  ) throws {
    let (settings, info) = (recording.settings, recording.clip.info)
    let mapping = OutputMapping(scene: info.sceneSize, output: info.uprightSize)
    let location = settings.recording
    var reading = ReadingOptions()
    reading.threads = 1
    reading.limits = recording.limits
    reading.index = KeptIndex()
    timeline = LightTimeline(
      wishes, times: try settings.tracking.clipTimes?.all() ?? [],
      states: { [timelines = recording.timelines] in try timelines.timeline(in: mapping) },
      step: { try watch.cancellation.check() },
      open: { [reading] startMs in
        let clip = try location.openUncovered(.seconds(start: startMs / 1000, end: nil), reading)
        return { try clip.nextFrame() }
      })
  }

  /// The light on the cards and faces of a state; times must not go down.
  func light(on state: FrameState) throws -> RecordedLight {
    try timeline.light(atMs: state.timeMs, on: state)
  }

  /// The light on all cards and faces at a time of the clip, in milliseconds; times must not go down.
  func light(atMs timeMs: Double) throws -> RecordedLight { try timeline.light(atMs: timeMs) }

  /// The skin's share of light of each face of which a frame told it.
  var skinShares: [Int: Float] { timeline.skinShares }

  /// What a person should know of it, a line each.
  var notes: [String] {
    let count = timeline.facesOfUnknownShare
    guard count > 0 else { return [] }
    return [
      "the light on \(count == 1 ? "a face" : "\(count) faces") is told without the eyes' whites: they are too small,"
        + " or closed, in the frames that were looked at, and the skin counts as fair"
    ]
  }
}

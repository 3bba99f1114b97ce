import Geometry
import Matting
import Occlusion
import Passes
import Placement
import Timelines
import Video

/// What hands cover of a recording's pictures: reads the clip a second time, only around the frames in which
/// a hand is tracked.
struct HandMattes {
  private let timeline: HandMatteTimeline
  private let toScene: AffineMap<OutputSpace, SceneSpace>

  /// Makes it; nil where hands are not asked for, and where other frames are not known: live, and of stills.
  init?(_ session: OpenRecording, _ options: PassOptions) throws {
    let (settings, info) = (session.settings, session.clip.info)
    guard options.occluders.contains(.hands), settings.live == nil, !session.clip.isOfStills else {
      return nil
    }
    let size = info.uprightSize
    let mapping = OutputMapping(scene: info.sceneSize, output: size)
    let scale = mapping.toComposite
    toScene = AffineMap(1 / scale.a, 0, 0, 0, 1 / scale.d, 0)
    let recording = settings.recording
    var reading = ClipReader.Options()
    reading.threads = 1
    reading.limits = session.limits
    // It may be opened again and again, where hands come and go.
    reading.index = KeptIndex()
    let side = CellPicture.side(of: size)
    timeline = HandMatteTimeline(
      states: try session.timelines.timeline(in: mapping), tracks: session.timelines.handTracks
    ) { [reading] startMs in
      let clip = try recording.open(.seconds(start: startMs / 1000, end: nil), reading)
      return {
        guard var frame = try clip.nextFrame() else { return nil }
        let cells = try unsafe frame.withMutablePicture { unsafe CellPicture($0, side: side) }
        return ClipCells(index: frame.index, timeMs: frame.timestampMs, cells: cells)
      }
    }
  }

  /// What hands cover at a frame's time.
  func covered(atMs timeMs: Double) throws -> CoveredPicture? {
    try timeline.covers(atMs: timeMs).map { CoveredPicture($0, toScene: toScene) }
  }
}

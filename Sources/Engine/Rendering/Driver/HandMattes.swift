import ClipReading
import Digests
import Frames
import Geometry
import Matting
import Occlusion
import Passes
import Placement
import Recipe
import Recordings
import SceneFiles
import Timelines

/// What hands cover of a recording's pictures: reads the clip a second time, only around the frames in which
/// a hand is tracked and which no earlier render has looked at.
struct HandMattes {
  /// What other frames say; nil where there are none.
  private let timeline: HandMatteTimeline?
  /// What a segmenter says; nil where none is asked.
  private let faces: FaceMattes?
  private let store: MatteStore?
  private let toScene: AffineMap<OutputSpace, SceneSpace>

  /// Makes it; nil where hands are not asked for, and where other frames are not known: live, and of stills.
  ///
  /// - Parameter watch: the caller's, which is told while hands are looked at, and may end that.
  init?(_ recording: OpenRecording, _ options: PassOptions, _ watch: RenderWatch) throws {
    let (settings, info) = (recording.settings, recording.clip.info)
    let isOfStills = recording.clip.isOfStills
    guard options.occluders.contains(.hands), settings.replay == .ideal,
      !isOfStills || settings.segmenter != nil
    else { return nil }
    let size = info.uprightSize
    let mapping = OutputMapping(scene: info.sceneSize, output: size)
    let scale = mapping.toComposite
    toScene = AffineMap(1 / scale.a, 0, 0, 0, 1 / scale.d, 0)
    faces = try settings.segmenter.map {
      FaceMattes($0, try recording.timelines.timeline(in: mapping), size: size)
    }
    guard !isOfStills else {
      (timeline, store) = (nil, nil)
      return
    }
    let location = settings.recording
    var reading = ReadingOptions()
    reading.threads = 1
    reading.limits = recording.limits
    // It may be opened again and again, where hands come and go.
    reading.index = KeptIndex()
    let side = CellPicture.side(of: size)
    store = Self.store(recording)
    timeline = HandMatteTimeline(
      states: try recording.timelines.timeline(in: mapping), tracks: recording.timelines.handTracks,
      step: watch.looksAtHands
    ) { [reading] startMs in
      let clip = try location.openUncovered(.seconds(start: startMs / 1000, end: nil), reading)
      return {
        guard var frame = try clip.nextFrame() else { return nil }
        let cells = try unsafe frame.withMutablePicture { unsafe CellPicture($0, side: side) }
        return ClipCells(index: frame.index, timeMs: frame.timestampMs, cells: cells)
      }
    }
  }

  /// What was kept of the same clip with the same tracking, avatars and settings; nil where nothing is kept.
  private static func store(_ recording: OpenRecording) -> MatteStore? {
    let (settings, location) = (recording.settings, recording.settings.recording)
    guard let cache = settings.mattes, let tracking = location.tracking,
      let hashes = try? ([location.media, tracking] + cache.files).map(FileHashes.shared.hex)
    else { return nil }
    return MatteStore(
      cache,
      [RendererVersion.number, HandMatteTimeline.version] + hashes + location.reading.words
        + recording.textures.artwork.flatMap { [$0.name, $0.sha256] }
        + recording.scenes.packages.map(\.sha256)
        + [settings.segmenter?.identity ?? "no segmenter"])
  }

  /// What is before the faces of a frame, and what hands cover.
  func covered(of frame: borrowing VideoFrame) throws -> CoveredPicture? {
    let timeMs = frame.timestampMs
    if let kept = store?.fields(atMs: timeMs) { return CoveredPicture(kept, toScene: toScene) }
    var known = try timeline?.covers(atMs: timeMs)
    let areHandsKnown = timeline == nil || known != nil
    if let faces { known = try faces.covered(of: frame, hands: known) }
    guard let fields = known else { return nil }
    // What is not known depends on how long the frame is held.
    if areHandsKnown { store?.add(fields, atMs: timeMs) }
    return CoveredPicture(fields, toScene: toScene)
  }

  /// Keeps what was looked at.
  ///
  /// - Returns: what a person should know of it, a line each.
  func finish() -> [String] {
    let frames = timeline?.framesOfAbsentHands ?? 0
    let absent =
      frames == 0
      ? []
      : [
        "in \(frames) \(frames == 1 ? "frame" : "frames") the tracker saw a hand where other frames show the same"
          + " picture without one; nothing is cut there"
      ]
    return absent + (store?.finish() ?? [])
  }
}

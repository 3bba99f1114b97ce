import Avatars
package import Placement
package import Tracking

/// The state of a recording over time: its faces, and where their avatars go.
///
/// Times are asked for in order. Which ones were asked for before makes no difference to a state,
/// because smoothing, identities and triggers follow the samples of the tracking file.
package struct RecordingTimeline {
  private var faces: FaceTimeline
  /// The parts of a clip whose pictures lie elsewhere, which are still to come, the next one last.
  private var later: [Part] = []
  private var placer: Placer
  private var moments: MomentTimeline?
  private var hands: SceneHandTimeline?
  private let showsSession: Bool

  /// A part of a clip whose pictures lie elsewhere in the frames than those before: nothing is smoothed
  /// or joined across its start.
  struct Part {
    /// The time of its first frame, in milliseconds.
    var startMs: Double
    /// Its own faces.
    var faces: FaceTimeline
    /// Where its pictures lie.
    var scene: SceneMapping
  }

  /// Makes a timeline of faces alone.
  package init(faces: FaceTimeline, placer: Placer) {
    self.init(faces: faces, placer: placer, moments: nil)
  }

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - moments: what avatars follow beside the faces, and the session; nil where nothing asks.
  ///   - hands: the hands; nil where nothing is drawn of them.
  ///   - showsSession: whether the session is drawn.
  package init(
    faces: FaceTimeline, placer: Placer, moments: MomentTimeline?, hands: SceneHandTimeline? = nil,
    showsSession: Bool = false
  ) {
    (self.faces, self.placer, self.moments, self.hands) = (faces, placer, moments, hands)
    self.showsSession = showsSession
  }

  /// Goes on with other parts, by time.
  mutating func add(_ parts: [Part]) { later = parts.reversed() }

  /// The state at a time of the clip, in milliseconds.
  package mutating func state(atMs timeMs: Double) throws -> FrameState {
    while let next = later.last, next.startMs <= timeMs + FaceTimeline.exactMs {
      // What outlasts a moment follows all samples before.
      _ = try Self.faces(atMs: next.startMs - 1, &faces, &placer, &moments)
      (faces, placer.scene) = (next.faces, next.scene)
      later.removeLast()
    }
    let seen = try Self.faces(atMs: timeMs, &faces, &placer, &moments)
    let moment = try moments?.moment(atMs: timeMs) ?? RecordedMoment()
    let hands = try hands?.hands(atMs: timeMs, in: placer.scene) ?? []
    return FrameState(
      timeMs: timeMs, faces: seen, hands: hands, sampleMs: self.hands?.sampleMs, moment: moment,
      placements: placer.place(seen, moment: moment),
      session: showsSession ? try moments?.session(atMs: timeMs) : nil, scene: placer.scene,
      output: placer.output)
  }

  private static func faces(
    atMs timeMs: Double, _ faces: inout FaceTimeline, _ placer: inout Placer,
    _ moments: inout MomentTimeline?
  ) throws -> [TimedFace] {
    try faces.faces(atMs: timeMs) { sample in
      let moment = try moments?.moment(atMs: sample.timeMs) ?? RecordedMoment()
      placer.observe(sample, moment: moment)
    }
  }
}

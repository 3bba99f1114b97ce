import Geometry
import Placement

extension RecordingTimeline {
  /// How layers move while a shutter is open: timelines of their own tell where they lie when it opens and when it
  /// closes, so that the frames' own timeline sees no time before its turn.
  package struct Exposure {
    private let durationMs: Double
    private var timelines: [RecordingTimeline]

    /// Takes how long the shutter is open, in milliseconds, and the timelines of its opening and its closing.
    init(durationMs: Double, timelines: [RecordingTimeline]) {
      (self.durationMs, self.timelines) = (durationMs, timelines)
    }

    /// Has faces brought to where the clip's pictures show them.
    mutating func steady(by steadying: any FaceSteadying) {
      for index in timelines.indices { timelines[index].steady(by: steadying) }
    }

    /// A layer on a subject.
    private struct LayerIdentity: Hashable {
      let subject: Subject
      let avatar, layer: Int

      init(_ placement: LayerPlacement) {
        (subject, avatar) = (placement.subject, placement.avatarIndex)
        layer = placement.layerIndex
      }
    }

    /// Writes into the placements of a time how they move about it.
    ///
    /// - Parameters:
    ///   - scene: where the clip's picture lies at the time; there is no motion into a part where it lies elsewhere.
    ///   - output: the way to the time's frame, which the motion of a crop does not blur; nil for the one of all.
    mutating func follow(
      _ placements: inout [LayerPlacement], atMs timeMs: Double, in scene: SceneMapping,
      _ output: OutputMapping?
    ) throws {
      var ends: [[LayerIdentity: Quad<OutputSpace>]] = []
      for index in timelines.indices {
        let state = try timelines[index].state(
          atMs: timeMs + (index == 0 ? -0.5 : 0.5) * durationMs, in: output)
        guard state.scene.toScene == scene.toScene else { continue }
        ends.append(
          Dictionary(
            state.placements.map { (LayerIdentity($0), $0.corners) },
            uniquingKeysWith: { first, _ in first }))
      }
      guard ends.count == timelines.count else { return }
      for index in placements.indices {
        let layer = LayerIdentity(placements[index])
        guard let from = ends[0][layer], let to = ends[1][layer] else { continue }
        placements[index].motion = LayerPlacement.Motion(from: from, to: to)
      }
    }
  }
}

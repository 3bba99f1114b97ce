internal import AvatarFiles
internal import Avatars
internal import Geometry
internal import Placement
internal import Recipe
internal import Recordings
internal import Timelines
internal import Tracking

/// Where the overlay is in each frame: as a sidecar says, or as this program places it.
struct AlignOverlay {
  private enum Source {
    case sidecar(AlignSidecar)
    case placer(Placer)
  }

  private var source: Source
  private let output: PixelSize<OutputSpace>
  private let toScene: AlignPlacements
  /// What is measured, for the report.
  let name: String

  init(
    _ settings: AlignSettings, scene: PixelSize<SceneSpace>, upright: PixelSize<OutputSpace>,
    _ faces: AlignFaces
  ) throws {
    let render = settings.render
    output = scene.retyped(as: OutputSpace.self)
    toScene = AlignPlacements(scene: scene, mirrored: render.passes.mirrored)
    if let path = settings.placements {
      name = path
      source = .sidecar(
        try AlignSidecar(
          path: path,
          shapes: [(scene.width, scene.height), (upright.width, upright.height)]))
      return
    }
    let names = render.avatars.names
    name = names.isEmpty ? "a square on the eyes" : names.joined(separator: ", ")
    source = .placer(
      faces.timelines.placer(
        in: OutputMapping(
          scene: scene, output: output, mirrored: render.passes.mirrored)))
  }

  /// The avatars that are placed; none where a sidecar says where they are.
  static func avatars(_ settings: AlignSettings) throws -> [MeasuredAvatar] {
    guard settings.placements == nil else { return [] }
    let avatars = settings.render.avatars
    return avatars.names.isEmpty
      ? [.square(ofEyeDistances: 2)] : try avatars.load(decoding: .later).map(\.measured)
  }

  /// Takes a smoothed sample into account.
  mutating func observe(_ sample: IdentifiedSample) {
    guard case .placer(var placer) = source else { return }
    placer.observe(sample)
    source = .placer(placer)
  }

  /// The overlay of a frame; nil where a sidecar says nothing of it.
  mutating func frame(
    _ index: Int, atMs time: Double, _ faces: [TimedFace]
  ) throws -> AlignPlacements.Frame? {
    switch source {
    case .sidecar(let sidecar):
      return try sidecar.record(frame: index, atMs: time).map(toScene.frame)
    case .placer(var placer):
      let placements = placer.place(faces)
      source = .placer(placer)
      return toScene.frame(
        PlacementRecord(
          frame: index, timestampMs: time, output: output, placements: placements
        ).asWritten)
    }
  }

  /// Refuses a sidecar of which nothing fits.
  func finish(frames: Int) throws {
    if case .sidecar(let sidecar) = source { try sidecar.finish(frames: frames) }
  }

  /// What a person should know about a sidecar.
  func notes(frames: Int) -> [String] {
    guard case .sidecar(let sidecar) = source else { return [] }
    var notes: [String] = []
    if sidecar.matched < frames {
      notes.append(
        "the placements cover \(sidecar.matched) of the \(frames) frames; the others are left out"
          + " of the overlay's figures")
    }
    if sidecar.unmatched > 0 {
      notes.append("\(sidecar.unmatched) placements belong to no frame of the clip")
    }
    return notes
  }
}

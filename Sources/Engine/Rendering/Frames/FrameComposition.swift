import Avatars
import Geometry
import Imaging
import Passes
import Placement
internal import Recipe
internal import Recordings
internal import SceneFiles
import Shot
import Timelines
import Tracking
import TrackingFiles

/// One sample and the avatars on its faces: the way from the request to placed layers, which is the
/// one that clips and snapshots take.
struct FrameComposition {
  private let state: FrameState
  private var passes: PassList
  private let faceCount: Int
  private let alternativeText: String
  private let notes: [String]
  private let artwork: [PlacementRecord.Artwork]
  private let scenes: SceneTextures
  /// How the picture is brought to the result's size.
  let framing: OutputFraming
  /// Whether what the picture shows hides or lights what is drawn.
  let looksAtPicture: Bool

  /// Reads the sample and places the layers.
  init(
    _ request: FrameRequest, _ picture: FramePicture, _ avatars: RequestAvatars,
    _ cache: SceneCache, limits: FrameLimits
  ) throws {
    let scene = picture.size.retyped(as: SceneSpace.self)
    var reading = request.trackingOptions
    reading.fallbackSize = reading.fallbackSize ?? scene.retyped(as: TrackerSpace.self)
    // The picture's time in a clip is unknown; it is its own first frame.
    reading.clipTimes = ClipTimes([0])
    let fit = try request.tracking.map {
      TrackingFit(
        try TrackingSkim(bytes: $0, options: reading), reading,
        against: TrackingFit.Clip(scene: scene, frames: nil))
    }
    try fit?.check()
    let source = try TrackingSource(
      bytes: request.tracking, options: reading,
      clipSize: scene.retyped(as: TrackerSpace.self))
    let sample = try Self.onlySample(of: source)
    faceCount = sample?.faces.count ?? 0
    guard faceCount <= limits.faces else {
      throw RenderingError.overLimit(.faces, found: faceCount, limit: limits.faces)
    }
    let mapping = SceneMapping(header: source.header, scene: scene)
    var cut = SteadyCut(picture.framing, through: mapping)
    if picture.framing.isCut { cut.add(sample?.faces ?? []) }
    framing = picture.framing.isCut ? cut.best : picture.framing
    let textures = avatars.textures
    artwork = textures.artwork
    let timeMs = (sample?.timestampMs ?? 0) + source.header.timeOffsetMs
    var clip = TimelineBuilder.Clip(scene: scene)
    clip.firstFrameMs = timeMs
    // Of smoothing and gaps a single picture shows nothing.
    var appearance = Appearance()
    (appearance.placement, appearance.passes) = (request.placement, request.passes)
    var recipe = RenderRecipe(appearance, avatars: textures.avatars)
    recipe.profile = request.fitProfile ?? FitProfile()
    var selection = request.scenes
    if fit?.showsImages == true, let library = request.sceneLibrary {
      selection.library = try library()
    }
    var loaded =
      fit?.showsImages == true
      ? try selection.load(
        showing: fit?.imageNames ?? [], checksPictures: false, from: cache) : .none
    if let manifest = request.scene { try loaded.replace(manifest: manifest) }
    scenes = SceneTextures(loaded.packages, fields: loaded.fields)
    let history = try request.cues.map { cues in
      try CardHistory(
        of: sample, cues: cues, offsetMs: source.header.timeOffsetMs, limits: limits)
    }
    recipe.scenes = loaded.plan(cues: history?.cues ?? [], isStill: history == nil)
    var tracked = TrackedSamples(
      source.header, SharedSamples(history?.samples ?? [sample].compactMap(\.self)))
    tracked.imageIdentities = fit?.imageIdentities ?? []
    tracked.showsImages = fit?.showsImages == true
    tracked.path = "tracking"
    let timelines = try TimelineBuilder(tracked, clip, recipe)
    var timeline = try timelines.timeline(
      in: OutputMapping(framing, mirrored: request.passes.mirrored))
    state = try timeline.state(atMs: timeMs)
    let sceneNotes = SceneNotes.of(
      selection, isPlanned: recipe.scenes != nil, showsImages: fit?.showsImages == true,
      seen: timelines.scenesSeen, cues: history?.cues.count ?? 0)
    let fitNotes = FitProfileFile.notes(
      request.fitProfile, avatars: textures.avatars.map(\.avatar.id), seen: timelines.facesSeen)
    notes =
      [framing.note, picture.framing.isCut ? cut.note : nil].compactMap(\.self)
      + (fit?.notes ?? []) + source.notes + timelines.notes + textures.notes
      + (sceneNotes + fitNotes).map(\.line) + loaded.notes
    guard state.placements.count <= limits.layers else {
      throw RenderingError.overLimit(
        .layers, found: state.placements.count, limit: limits.layers)
    }
    let passes = try request.passes.resolved(on: nil)
    let setup = PassSetup(passes, avatars: textures, scenes: scenes)
    self.passes = try PassList(setup)
    looksAtPicture = ShotFinder(ShotFinder.Wishes(setup)).looks(at: state)
    let worn = Self.worn(state.placements.filter(state.isSeen), textures.avatars)
    let bare = [Avatar?](repeating: nil, count: max(0, faceCount - worn.count))
    alternativeText = AlternativeText.of(
      worn + bare, scenes: state.scenes.map { loaded.packages[$0.scene].scene },
      before: request.passes.backgroundInWords)
  }

  /// Finishes the picture.
  mutating func draw<Target: FrameSurface & ~Copyable>(on surface: inout Target) throws {
    try passes.draw(state, on: &surface)
  }

  /// The result with the picture's bytes.
  func result(_ bytes: [UInt8], _ encoding: PictureEncoding) -> FrameResult {
    FrameResult(
      bytes: bytes, format: encoding.format,
      placements: state.record(frame: 0, of: artwork, scenes: scenes.names),
      faceCount: faceCount, alternativeText: alternativeText, notes: notes + scenes.notes)
  }

  /// The sample of a tracking file that has one, or none.
  private static func onlySample(of source: TrackingSource) throws -> TrackingSample? {
    let sample = try source.next()
    guard try sample == nil || source.next() == nil else {
      throw RenderingError.overLimit(.trackingSamples, found: 2, limit: 1)
    }
    return sample
  }

  /// The avatars that faces wear, from left to right as the viewer sees them.
  private static func worn(
    _ placements: [LayerPlacement], _ avatars: [MeasuredAvatar]
  ) -> [Avatar?] {
    var worn: [Int: (x: Double, avatar: Int)] = [:]
    for placement in placements {
      guard case .face(let face) = placement.subject, worn[face] == nil else { continue }
      let middle = Point2.mean(of: placement.corners.corners)?.x ?? 0
      worn[face] = (middle, placement.avatarIndex)
    }
    return worn.sorted { ($0.value.x, $0.key) < ($1.value.x, $1.key) }.map { entry in
      avatars[entry.value.avatar].avatar
    }
  }
}

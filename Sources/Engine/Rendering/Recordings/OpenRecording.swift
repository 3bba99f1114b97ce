import AvatarFiles
import Avatars
import Geometry
import Imaging
import Passes
import Placement
internal import SceneFiles
import Text
import Threads
import Timelines
import Tracking
import TrackingFiles
import Video

/// A recording that is open for rendering: its clip, its tracking, its avatars.
struct OpenRecording {
  /// What is made of a recording's frames.
  enum Purpose {
    /// Pictures in RGB, with square pixels though the clip's are not, and with its transparency.
    case pictures
    /// A clip that has the shape of the recording's pixels, and cannot hold transparency.
    case opaqueClip
    /// A clip that can.
    case transparentClip
  }

  /// What the clip may ask for.
  let limits: VideoLimits
  /// The clip, or the still picture as a clip of one frame.
  let clip: ClipReader
  /// The tracking file.
  private(set) var tracking: TrackingSource
  /// Whether the tracking file belongs to the clip; nil where there is none.
  private let fit: TrackingFit?
  /// What is drawn on cards; nil where nothing can be.
  private let plan: ScenePlan?
  /// How many cues are for cards.
  private let cardCues: Int
  /// What was given for fields of scenes that are not shown.
  private let fieldNotes: [String]
  /// What users did to avatars.
  private let avatarCues: [AvatarCue]
  /// How avatars sit on faces; nil where nothing says so.
  private let profile: FitProfile?
  /// The avatars, and their layers' textures.
  let textures: LayerTextures
  /// The scenes on printed cards, and their textures.
  let scenes: SceneTextures
  /// What assembles its state over time.
  private(set) var timelines: TimelineBuilder
  /// How the clip's picture is brought into the produced frames.
  let framing: OutputFraming
  /// What a cut leaves of the faces, where it cannot show all of them whole.
  private let cutNote: String?
  private(set) var settings: RenderSettings

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - purpose: what is made of its frames.
  ///   - checksPictures: whether a layer's damaged picture is an error though it is never shown.
  init(
    _ settings: RenderSettings, for purpose: Purpose, checksPictures: Bool = true
  ) throws {
    self.settings = settings
    var options = ClipReader.Options()
    options.threads = Self.decoderThreads(asked: settings.threads)
    options.allowsDamagedStill = settings.allowsDamagedStill
    options.keepsTransparency = purpose != .opaqueClip
    if purpose == .pictures {
      // Pictures are composited in RGB, so what is RGB already stays as it is.
      options.nativeFormats.formUnion(["rgb24", "rgba"])
    }
    try settings.avatars.checkNames()
    try settings.scenes.check()
    // Both take long beside the render of a clip of a few seconds.
    let opening = BackgroundTask(named: "open") { [options] in
      try settings.recording.open(settings.part, options)
    }
    var cues = try settings.cues.map { try CueFile(path: $0) }
    profile = try settings.fitProfile.map { try FitProfileFile.read(path: $0) }
    let worn = try settings.avatars.wearing(cues?.avatars.compactMap(\.avatar) ?? [])
    let avatars = Result {
      checksPictures ? try worn.loadKeepingPixels() : try worn.load(decoding: .later)
    }
    let opened = Result { try opening.finished() }
    textures = LayerTextures(try avatars.get())
    clip = try opened.get()
    let scene = clip.info.sceneSize
    let tracked = settings.tracking.beside(clip)
    self.settings.tracking = tracked
    fit = try settings.recording.tracking.map { [clip] in
      try TrackingFit(of: $0, tracked, against: clip)
    }
    try fit?.check()
    tracking = try Self.source(self.settings, clip.info)
    let loaded =
      fit?.showsImages == true
      ? try settings.scenes.load(
        showing: fit?.imageNames ?? [], checksPictures: checksPictures) : .none
    scenes = SceneTextures(loaded.packages, fields: loaded.fields)
    cues?.move(byMs: tracking.header.timeOffsetMs)
    plan = Self.plan(loaded, cues?.cards ?? [], clip)
    fieldNotes = loaded.notes
    cardCues = cues?.cards.count ?? 0
    avatarCues = (cues?.avatars ?? []).map { cue, name in
      var cue = cue
      cue.avatar = name.flatMap { worn.names.firstIndex(of: $0) }
      return cue
    }
    let whole = OutputFraming(
      OutputFraming.Picture(
        stored: clip.info.uprightSize, scene: scene,
        native: purpose == .pictures
          ? scene.retyped(as: OutputSpace.self) : clip.info.uprightSize),
      as: settings.output.size, fit: settings.output.fit,
      step: purpose == .pictures ? 1 : settings.output.sideStep(of: clip.info.colourTags))
    (framing, cutNote) = try SteadyCut.framing(whole, around: self.settings, clip.info)
    timelines = try Self.timelines(
      tracking, fit, textures, plan, (avatarCues, profile), clip.info, clip.regions, self.settings)
    // A clip may state pixels so wide that a picture of it in square ones fills the memory.
    limits = options.limits
    let size = finishedSize
    guard max(size.width, size.height) <= limits.maximumSide,
      size.width * size.height <= limits.maximumPixels
    else {
      throw RenderingError.frameTooLarge("\(size)", limit: limits.limit(of: "\(size)"))
    }
  }

  /// What is drawn on cards; nil where nothing can be.
  private static func plan(
    _ loaded: LoadedScenes, _ cues: [SceneCue], _ clip: ClipReader
  ) -> ScenePlan? {
    loaded.plan(
      cues: cues, isStill: clip.isOfStills && clip.info.frameCount ?? 1 == 1)
  }

  /// The threads of the decoder, which has a stage of its own already.
  ///
  /// A second one costs memory and, on two cores, time of the render; what is decoded does not depend on
  /// it. So it has half of the cores at most, and one where nothing is asked.
  private static func decoderThreads(asked: Int) -> Int {
    min(max(asked, 1), max(Processors.available / 2, 1))
  }

  /// The recording's state over time, for the produced frames, or for others.
  func states(in framing: OutputFraming? = nil) throws -> RecordingTimeline {
    try timelines.timeline(
      in: OutputMapping(
        framing ?? self.framing, mirrored: settings.output.passes.mirrored))
  }

  /// What assembles the recording's state over time from its tracking.
  private static func timelines(
    _ tracking: TrackingSource, _ fit: TrackingFit?, _ textures: LayerTextures,
    _ plan: ScenePlan?, _ fitting: (cues: [AvatarCue], profile: FitProfile?), _ info: ClipInfo,
    _ regions: PictureRegions?, _ settings: RenderSettings
  ) throws -> TimelineBuilder {
    var clip = TimelineBuilder.Clip(scene: info.sceneSize)
    clip.firstFrameMs = info.milliseconds(atPts: info.startPts)
    if let regions, !regions.areWhole {
      clip.regions = regions.parts.map { part in
        TimelineBuilder.Region(
          startMs: part.startMs,
          place: SceneMapping.Region(
            x: part.x, y: part.y, width: part.width, height: part.height))
      }
    }
    let passes = settings.output.passes
    var follows = TimelineBuilder.Settings()
    (follows.placement, follows.smoothing) = (settings.placement, settings.smoothing)
    (follows.gaps, follows.intervalMs) = (settings.gaps, fit?.intervalMs)
    (follows.live, follows.session) = (settings.live, settings.session)
    follows.namesSession = passes.annotations.contains(.timing)
    follows.showsSession = passes.annotations.contains(.hud)
    // How old an answer is, is asked of the hands: they keep when their samples were taken.
    follows.followsHands = passes.followsSamples || settings.showsIdealToo
    follows.followsImages = passes.annotations.contains(.cards)
    follows.scenes = plan
    (follows.avatarCues, follows.givenAvatars) = (fitting.cues, settings.avatars.names.count)
    follows.profile = fitting.profile ?? FitProfile()
    follows.imageIdentities = fit?.imageIdentities ?? []
    follows.path = settings.recording.tracking
    return try TimelineBuilder(
      tracking.header, clip, avatars: textures.avatars, follows,
      samples: tracking.shared { () throws(TrackingFault) in
        try source(settings, info)
      })
  }

  /// The tracking, from its first sample on.
  private static func source(
    _ settings: RenderSettings, _ info: ClipInfo
  ) throws(TrackingFault) -> TrackingSource {
    try TrackingSource(
      path: settings.recording.tracking, options: settings.tracking,
      clipSize: info.sceneSize.retyped(as: TrackerSpace.self))
  }

  /// The same recording for another look at its tracking: live, or for nil as it is known afterwards.
  func reopened(live: LiveOptions?) throws -> OpenRecording {
    var other = self
    other.settings.live = live
    other.tracking = try Self.source(settings, clip.info)
    other.timelines = try Self.timelines(
      other.tracking, fit, textures, plan, (avatarCues, profile), clip.info, clip.regions,
      other.settings)
    return other
  }

  /// What a person should know about the inputs after they were read.
  var notes: [String] { kindsOfNotes.map(\.line) }

  /// The same, each with what it is about.
  var kindsOfNotes: [RenderNote] {
    func notes(_ kind: RenderNote.Kind, _ lines: [String?]) -> [RenderNote] {
      lines.compactMap { line in line.map { RenderNote(kind, $0) } }
    }
    return notes(.finding, [clip.info.conversionNote, untracked]) + notes(.absence, [handless])
      + notes(.finding, [otherClip, framing.note, cutNote] + clip.notes + trackingDoubts)
      + notes(.absence, [faceless]) + notes(.total, tracking.notes)
      + notes(.finding, timelines.notes + textures.notes) + sceneNotes
      + FitProfileFile.notes(
        profile, avatars: textures.avatars.map(\.avatar.id), seen: timelines.facesSeen)
  }

  /// Those of the notes that doubt whether the tracking belongs to the clip, or whether all is read that is said of it.
  var trackingDoubts: [String] { settings.recording.notes + (fit?.notes ?? []) }

  /// Said where the tracking shows faces, but none in what was made.
  private var faceless: String? {
    guard let fit, tracking.isWithoutFaces else { return nil }
    if fit.showsFaces {
      return "no avatars were drawn: the tracking has no faces in the rendered frames"
    }
    guard fit.showsImages, textures.avatars.contains(where: { !$0.avatar.layers.isEmpty }) else {
      return nil
    }
    return "no avatars were drawn: the tracking has printed cards and no faces"
  }

  /// What is to be said of cards and their scenes.
  private var sceneNotes: [RenderNote] {
    SceneNotes.of(
      settings.scenes, isPlanned: plan != nil, showsImages: fit?.showsImages == true,
      seen: timelines.scenesSeen, cues: cardCues)
      + (fieldNotes + scenes.notes).map { RenderNote(.finding, $0) }
  }

  /// Said to who asks for avatars, and names nothing that would say where the faces are.
  private var untracked: String? {
    guard settings.recording.tracking == nil,
      textures.avatars.contains(where: { !$0.avatar.layers.isEmpty })
    else { return nil }
    return "no avatars were drawn: there is no tracking file"
  }

  /// Said to who asks for hands to be cut out, where the tracking shows none.
  private var handless: String? {
    guard settings.output.passes.occluders.contains(.hands), settings.segmenter == nil,
      tracking.isWithoutHands
    else { return nil }
    return "--occlude hands had no effect: the tracking has no hands in the rendered frames"
  }

  /// Said where the tracking names the hash of another file.
  private var otherClip: String? {
    guard let expected = tracking.header.clipSHA256 else { return nil }
    return ClipHash.mismatch(of: settings.recording.media, expected: expected)
  }

  /// What could not be read of the clip so far, in one line; nil where all of it was.
  var damage: String? {
    let damage = clip.damage
    let what = damage.picture == nil ? "the clip" : "the picture"
    return damage.isClean ? nil : "\(clip.path): \(what) is damaged: \(damage)"
  }

  /// How many frames the part has at a rate, or for nil at its own, as far as the container tells.
  func expectedFrames(at rate: FrameRate?) -> Int? {
    guard let rate, let count = expectedFrames else { return expectedFrames }
    guard let own = clip.info.averageFrameRate else { return nil }
    return Int(exactly: max((Double(count) * rate.value / own.value).rounded(), 1))
  }

  /// How many frames the part has, as far as the container tells.
  var expectedFrames: Int? {
    let info = clip.info
    let rate = info.averageFrameRate.map { Double($0.numerator) / Double($0.denominator) }
    // Containers may state any length; a count that makes no sense is no count.
    func count(_ seconds: Double, _ rate: Double) -> Int? {
      Int(exactly: (max(0, seconds) * rate).rounded())
    }
    let all =
      info.frameCount
      ?? rate.flatMap { rate in info.duration.flatMap { count($0, rate) } }
    switch clip.part {
    case .whole: return all
    case .frames(let range): return all.map { range.clamped(to: 0...max(0, $0 - 1)).count }
    case .seconds(let start, let end):
      let first = info.milliseconds(atPts: info.startPts) / 1000
      let last = info.endMs.map { $0 / 1000 }
      guard let rate, let end = end ?? last else { return nil }
      return count(min(end, last ?? end) - max(start ?? 0, first), rate)
    case .moment: return 1
    }
  }
}

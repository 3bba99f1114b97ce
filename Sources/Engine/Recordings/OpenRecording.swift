import AvatarFiles
import Avatars
package import ClipReading
import Files
package import Filters
package import Frames
package import Geometry
import Isolation
package import Passes
package import Placement
package import Recipe
import SceneFiles
import Scenes
import Sound
import Text
import Threads
package import Timelines
import Tracking
import TrackingFiles

/// A recording that is open for rendering: its clip, its tracking, its avatars.
package struct OpenRecording {
  /// What is made of a recording's frames.
  package enum Purpose {
    /// Pictures in RGB, with square pixels though the clip's are not, and with its transparency.
    case pictures
    /// A clip that has the shape of the recording's pixels, and cannot hold transparency.
    case opaqueClip
    /// A clip that can.
    case transparentClip
  }

  /// What the clip may ask for.
  package let limits: VideoLimits
  /// The clip, or the still picture as a clip of one frame.
  package let clip: ClipReader
  package private(set) var tracking: TrackingSource
  /// Whether the tracking file belongs to the clip; nil where there is none.
  private let fit: TrackingFit?
  /// What its frames look like.
  private(set) var recipe: RenderRecipe
  private let cardCues: Int
  /// What is spoken when the greeting of a scene appears, by the scene's place; nil for nothing.
  let greetings: [StereoSound?]
  /// What was given for fields of scenes that are not shown.
  private let fieldNotes: [String]
  /// How avatars sit on faces; nil where nothing says so.
  private let profile: FitProfile?
  /// The avatars, and their layers' textures.
  package let textures: LayerTextures
  /// The scenes on printed cards, and their textures.
  package let scenes: SceneTextures
  /// What assembles its state over time.
  package private(set) var timelines: TimelineBuilder
  /// How the clip's picture is brought into the produced frames; where a crop moves over it, but for its place.
  package let framing: OutputFraming
  /// The crop that moves over the picture; nil where none does.
  private let crop: MovingCrop?
  /// What a cut leaves of the faces, where it cannot show all of them whole.
  private let cutNote: String?
  package private(set) var settings: RenderSettings
  /// The day on which it was taken; nil where that is unknown.
  package let date: RecordingDate?
  /// Said where the recording's day chose the season of a filter.
  private let seasonNote: String?

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - purpose: what is made of its frames.
  ///   - checksPictures: whether a layer's damaged picture is an error though it is never shown.
  package init(
    _ settings: RenderSettings, for purpose: Purpose, checksPictures: Bool = true
  ) throws {
    self.settings = settings
    var options = ReadingOptions()
    options.threads = Self.decoderThreads(asked: settings.threads)
    options.allowsDamagedStill = settings.allowsDamagedStill
    options.keepsTransparency = purpose != .opaqueClip
    options.becomesStandard = settings.output.isStandard
    if purpose == .pictures {
      // Pictures are composited in RGB, so what is RGB already stays as it is.
      options.nativeFormats.formUnion(["rgb24", "rgba"])
    }
    try settings.recording.checkConsent()
    try settings.avatars.checkNames()
    try settings.scenes.check()
    // Both take long beside the render of a clip of a few seconds.
    let opening = BackgroundTask(named: "open") { [options] in
      try settings.recording.open(settings.part, options)
    }
    var cues = try settings.cues.map { try CueFile(path: $0) }
    profile = try settings.fitProfile.map { try FitProfileFile.read(path: $0) }
    let worn = try settings.avatars.wearing(
      (cues?.avatars.compactMap(\.avatar) ?? []) + settings.swipeAvatars)
    let avatars = Result {
      checksPictures ? try worn.loadKeepingPixels() : try worn.load(decoding: .later)
    }
    let opened = Result { try opening.finished() }
    textures = LayerTextures(try avatars.get())
    recipe = RenderRecipe(settings.appearance, avatars: textures.avatars)
    recipe.givenAvatars = settings.avatars.names.count
    recipe.profile = profile ?? FitProfile()
    recipe.session = settings.session
    clip = try opened.get()
    date = Self.date(of: settings, clip.info)
    self.settings.passes = try settings.passes.resolved(on: date)
    recipe.appearance.passes = self.settings.passes
    seasonNote = Self.seasonNote(settings, date)
    let scene = clip.info.sceneSize
    let tracked = settings.tracking.beside(clip)
    self.settings.tracking = tracked
    fit = try settings.recording.tracking.map { [clip] in
      var fit = try TrackingFit(of: $0, tracked, against: clip)
      fit.judgePictures(of: $0, tracked, against: clip)
      return fit
    }
    try fit?.check()
    tracking = try Self.source(self.settings, clip.info)
    let loaded =
      fit?.showsImages == true
      ? try settings.scenes.load(
        showing: fit?.imageNames ?? [], checksPictures: checksPictures) : .none
    scenes = SceneTextures(loaded.packages, fields: loaded.fields)
    cues?.move(byMs: tracking.header.timeOffsetMs)
    fieldNotes = loaded.notes
    cardCues = cues?.cards.count ?? 0
    let picture = OutputFraming.Picture(
      stored: clip.info.uprightSize, scene: scene,
      native: purpose == .pictures
        ? scene.retyped(as: OutputSpace.self) : clip.info.uprightSize)
    let step = purpose == .pictures ? 1 : settings.sideStep(of: clip.info.colourTags)
    let given = try settings.sound.greeting.map {
      try SoundFile.read(path: $0, seconds: SoundLimits.greetingSeconds)
    }
    greetings = try loaded.packages.map { package in
      try given ?? package.scene.greeting.map { try SceneVoices.read($0, of: package) }
    }
    recipe.scenes = Self.plan(loaded, cues?.cards ?? [], clip)
    recipe.scenes?.scenes = zip(loaded.packages, greetings).map { package, greeting in
      greeting.map { package.measured.holdingGreeting(forMs: $0.milliseconds) }
        ?? package.measured
    }
    recipe.avatarCues = (cues?.avatars ?? []).map { cue, name in
      var cue = cue
      cue.avatar = name.flatMap { worn.names.firstIndex(of: $0) }
      return cue
    }
    if !settings.swipeAvatars.isEmpty {
      recipe.swipedAvatars = settings.swipeAvatars.compactMap { worn.names.firstIndex(of: $0) }
    }
    if let plan = recipe.session, recipe.followsSession || settings.sound.playsSession {
      recipe.session = try Self.seen(plan, tracking.header, self.settings)
    }
    timelines = try Self.timelines(tracking, fit, clip, recipe, self.settings)
    if let shape = settings.output.crop {
      let planned = try CropPlanner(shape, of: picture, in: clip, timelines.ahead())
        .plan(as: settings.output.size, step: step)
      (framing, cutNote, crop) = (planned.framing, planned.note, planned)
    } else {
      let whole = OutputFraming(
        picture, as: settings.output.size, fit: settings.output.fit, step: step)
      (framing, cutNote) = try SteadyCut.framing(
        whole, aroundFacesOf: settings.recording.tracking, self.settings.tracking, clip.info)
      crop = nil
    }
    // A clip may state pixels so wide that a picture of it in square ones fills the memory.
    limits = options.limits
    let size = finishedSize
    guard max(size.width, size.height) <= limits.maximumSide,
      size.width * size.height <= limits.maximumPixels
    else {
      throw RenderingError.frameTooLarge("\(size)", limit: limits.limit(of: "\(size)"))
    }
  }

  /// The plan of a session with what it asks for of the clip's pictures: of all of them, so that a part shows what the
  /// whole does.
  private static func seen(
    _ plan: SessionPlan, _ header: TrackingHeader, _ settings: RenderSettings
  ) throws -> SessionPlan {
    guard let path = settings.recording.tracking,
      try plan.settings(askingForPictures: header) != nil
    else { return plan }
    var options = ReadingOptions()
    options.threads = 1
    options.allowsDamagedStill = settings.allowsDamagedStill
    return try ClipTeeth(tracking: path, options: settings.tracking) { [options] in
      try settings.recording.openUncovered(.whole, options)
    }.plan(plan, cancellation: Cancellation()).plan
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

  /// The size of the finished frames.
  package var finishedSize: PixelSize<OutputSpace> {
    settings.replay == .both ? SideBySideFrame.size(of: framing.frame) : framing.frame
  }

  /// How the clip's picture is brought into the produced frame of a time, in milliseconds.
  package func framing(atMs timeMs: Double) -> OutputFraming {
    crop?.framing(atMs: timeMs) ?? framing
  }

  /// The recording's state over time, for the produced frames, or for others.
  package func states(in framing: OutputFraming? = nil) throws -> RecordingTimeline {
    let mirrored = settings.passes.mirrored
    var states = try timelines.timeline(
      in: OutputMapping(framing ?? self.framing, mirrored: mirrored))
    if framing == nil, let crop {
      states.place { OutputMapping(crop.framing(atMs: $0), mirrored: mirrored) }
    }
    return states
  }

  /// What assembles the recording's state over time from its tracking.
  private static func timelines(
    _ tracking: TrackingSource, _ fit: TrackingFit?, _ read: ClipReader, _ recipe: RenderRecipe,
    _ settings: RenderSettings
  ) throws -> TimelineBuilder {
    let info = read.info
    var clip = TimelineBuilder.Clip(scene: info.sceneSize)
    clip.firstFrameMs = info.milliseconds(atPts: info.startPts)
    if recipe.passes.shutter != .closed, info.frameCount != 1 { clip.frameMs = read.usualFrameMs }
    if let regions = read.regions, !regions.areWhole {
      clip.regions = regions.parts.map { part in
        TimelineBuilder.Region(
          startMs: part.startMs,
          place: SceneMapping.Region(
            x: part.x, y: part.y, width: part.width, height: part.height))
      }
    }
    var recorded = TrackedSamples(
      tracking.header,
      tracking.shared { () throws(TrackingFault) in
        try source(settings, info)
      })
    recorded.intervalMs = fit?.intervalMs
    recorded.imageIdentities = fit?.imageIdentities ?? []
    recorded.showsImages = fit?.showsImages == true
    recorded.path = settings.recording.tracking
    return try TimelineBuilder(recorded, clip, recipe) {
      try settings.tracking.clipTimes?.all().last.map { $0 + read.usualFrameMs }
    }
  }

  /// The tracking, from its first sample on.
  private static func source(
    _ settings: RenderSettings, _ info: ClipInfo
  ) throws(TrackingFault) -> TrackingSource {
    try TrackingSource(
      path: settings.recording.tracking, options: settings.tracking,
      clipSize: info.sceneSize.retyped(as: TrackerSpace.self))
  }

  /// The same recording for another look at its tracking: as it was seen live, or as it is known afterwards.
  package func reopened(as replay: Appearance.Replay) throws -> OpenRecording {
    var other = self
    other.settings.appearance.replay = replay
    other.recipe.appearance.replay = replay
    other.tracking = try Self.source(settings, clip.info)
    other.timelines = try Self.timelines(
      other.tracking, fit, clip, other.recipe, other.settings)
    return other
  }

  /// What a person should know about the inputs after they were read, a line each.
  package var notes: [RenderNote] {
    func notes(_ kind: RenderNote.Kind, _ lines: [String?]) -> [RenderNote] {
      lines.compactMap { line in line.map { RenderNote(kind, $0) } }
    }
    return notes(.finding, [misnamed, clip.info.conversionNote, standard, untracked])
      + notes(.absence, [handless])
      + notes(
        .finding,
        [otherClip, framing.note, cutNote, seasonNote]
          + clip.notes + trackingDoubts)
      + notes(.absence, [faceless]) + notes(.total, tracking.notes)
      + notes(.finding, timelines.notes + textures.notes) + sceneNotes
      + FitProfileFile.notes(
        profile, avatars: textures.avatars.map(\.avatar.id), seen: timelines.facesSeen)
  }

  /// Those of the notes that doubt whether the tracking belongs to the clip, or whether all is read that is said of it.
  package var trackingDoubts: [String] { settings.recording.notes + (fit?.notes ?? []) }

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
      settings.scenes, isPlanned: recipe.scenes != nil, showsImages: fit?.showsImages == true,
      seen: timelines.scenesSeen, cues: cardCues)
      + (fieldNotes + scenes.notes + unheard).map { RenderNote(.finding, $0) }
  }

  /// Said where a still bears the name of a clip, as a gallery's thumbnail does that was saved in its place.
  private var misnamed: String? {
    let name = clip.path.lowercased()
    guard clip.isOfStills,
      ["mp4", "m4v", "mov", "webm", "mkv"].contains(where: { name.hasSuffix("." + $0) }),
      let kind = FileKind(ofFileAt: clip.path)
    else { return nil }
    return "the recording is a still: \(clip.path) has the name of a clip and is \(kind.name)"
  }

  /// Said where SDR is asked for and the clip is in SDR.
  private var standard: String? {
    settings.output.isStandard && !clip.becomesStandard
      ? "the recording is in SDR already: its colours stay as they are" : nil
  }

  /// A note where avatars are asked for and there is no tracking file.
  private var untracked: String? {
    guard settings.recording.tracking == nil,
      textures.avatars.contains(where: { !$0.avatar.layers.isEmpty })
    else { return nil }
    return "no avatars were drawn: there is no tracking file"
  }

  /// A note where hands are to be cut out and the tracking shows none.
  private var handless: String? {
    guard settings.passes.occluders.contains(.hands), settings.segmenter == nil,
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
  package var damage: String? {
    let damage = clip.damage
    let what = damage.picture == nil ? "the clip" : "the picture"
    return damage.isClean ? nil : "\(clip.path): \(what) is damaged: \(damage)"
  }

  /// How many frames the part has at a speed and a rate, or for nil at its own, as far as the container tells.
  package func expectedFrames(at rate: FrameRate?, speed: PlaybackSpeed = .own) -> Int? {
    guard let count = expectedFrames, rate != nil || speed.value > 1 else { return expectedFrames }
    guard let own = clip.info.averageFrameRate else { return rate == nil ? count : nil }
    let shown = Double(count) * (rate?.value ?? own.value) / own.value / speed.value
    return Int(exactly: max(shown.rounded(), 1))
  }

  /// How many frames the part has, as far as the container tells.
  package var expectedFrames: Int? {
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

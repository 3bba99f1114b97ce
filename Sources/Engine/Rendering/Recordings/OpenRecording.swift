import AvatarFiles
import Avatars
import Geometry
import Imaging
import Placement
import Threads
import Tracking
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

  /// The clip, or the still picture as a clip of one frame.
  let clip: ClipReader
  /// The tracking file.
  private(set) var tracking: TrackingSource
  /// Whether the tracking file belongs to the clip; nil where there is none.
  private let fit: TrackingFit?
  /// The avatars, and their layers' textures.
  let textures: LayerTextures
  /// Whom the avatars are given to first, from left to right; empty where one avatar is for all.
  private var firstFaces: [Int] = []
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
    // Both take long, of a clip of a few seconds 2 % of its time.
    let opening = BackgroundTask(named: "open") { [options] in
      try settings.recording.open(settings.part, options)
    }
    let avatars = Result {
      checksPictures
        ? try settings.avatars.loadKeepingPixels() : try settings.avatars.load(decoding: .later)
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
    tracking = try TrackingSource(
      path: settings.recording.tracking, options: self.settings.tracking,
      clipSize: scene.retyped(as: TrackerSpace.self),
      needsPose: settings.placement.mode == .matrix)
    let whole = OutputFraming(
      OutputFraming.Picture(
        stored: clip.info.uprightSize, scene: scene,
        native: purpose == .pictures
          ? scene.retyped(as: OutputSpace.self) : clip.info.uprightSize),
      as: settings.output.size, fit: settings.output.fit,
      step: purpose == .pictures ? 1 : settings.output.sideStep(of: clip.info.colourTags))
    (framing, cutNote) = try SteadyCut.framing(whole, around: self.settings, clip.info)
    // A clip may state pixels so wide that a picture of it in square ones fills the memory.
    let (limits, size) = (options.limits, finishedSize)
    guard max(size.width, size.height) <= limits.maximumSide,
      size.width * size.height <= limits.maximumPixels
    else {
      throw RenderingError.frameTooLarge("\(size)", limit: "\(limits.maximumPixels) pixels")
    }
    firstFaces = try findFirstFaces()
  }

  /// Reads the tracking as far as the second in which the first faces come.
  private func findFirstFaces() throws -> [Int] {
    guard textures.avatars.count > 1 else { return [] }
    return try FirstFaces.leftToRight(
      header: tracking.header, in: sceneMapping, source: shown(reread()))
  }

  private var sceneMapping: SceneMapping {
    SceneMapping(header: tracking.header, scene: clip.info.sceneSize)
  }

  /// The threads of the decoder, which has a stage of its own already.
  ///
  /// A second one cost 13 MB and, on two cores, 9 % of a whole render's time at 720p; what is decoded does
  /// not depend on it. So it has half of the cores at most, and one where nothing is asked.
  private static func decoderThreads(asked: Int) -> Int {
    min(max(asked, 1), max(Processors.available / 2, 1))
  }

  /// The recording's state over time, for the produced frames, or for others.
  func states(in framing: OutputFraming? = nil) throws -> RecordingTimeline {
    let needsPose = settings.placement.mode == .matrix
    let samples = SharedSamples(shown(tracking)) { try shown(reread(needsPose: needsPose)) }
    // A session takes what the tracker saw, without poses that were solved since.
    let source =
      needsPose ? SharedSamples(shown(try reread())) { try shown(reread()) } : samples
    guard let regions = clip.regions, !regions.areWhole else {
      return RecordingTimeline(
        faces: timeline(samples.reader()), placer: placer(in: framing),
        moments: try moments(from: source.reader), hands: hands(from: source.reader),
        showsSession: showsSession)
    }
    var parts = regionParts(regions) { samples.reader() }
    let first = parts.removeFirst()
    var placer = placer(in: framing)
    placer.scene = first.scene
    var timeline = RecordingTimeline(
      faces: first.faces, placer: placer, moments: try moments(from: source.reader),
      hands: hands(from: source.reader), showsSession: showsSession)
    timeline.add(parts)
    return timeline
  }

  /// The faces of each part of a clip whose pictures lie elsewhere, with the samples of its time.
  private func regionParts(
    _ regions: PictureRegions, _ reader: () -> () throws -> TrackingSample?
  ) -> [RecordingTimeline.Part] {
    let offsetMs = tracking.header.timeOffsetMs
    let ends = regions.parts.dropFirst().map(\.startMs) + [.infinity]
    return zip(regions.parts.indices, zip(regions.parts, ends)).map { index, bounds in
      let (part, endMs) = bounds
      let startMs = index == 0 ? -Double.infinity : part.startMs
      let read = reader()
      let own = { () throws -> TrackingSample? in
        while let sample = try read() {
          let timeMs = sample.timestampMs + offsetMs + FaceTimeline.exactMs
          if timeMs < startMs { continue }
          return timeMs < endMs ? sample : nil
        }
        return nil
      }
      return RecordingTimeline.Part(
        startMs: startMs,
        faces: timeline(own, firstFrameMs: index == 0 ? nil : startMs),
        scene: SceneMapping(
          header: tracking.header, scene: clip.info.sceneSize,
          in: SceneMapping.Region(
            x: part.x, y: part.y, width: part.width, height: part.height)))
    }
  }

  /// Whether the session is drawn.
  private var showsSession: Bool { settings.output.passes.annotations.contains(.hud) }

  /// The hands over time; nil where nothing is drawn of them.
  private func hands(from reader: () -> () throws -> TrackingSample?) -> SceneHandTimeline? {
    // How old an answer is, is asked of the hands: they keep when their samples were taken.
    guard settings.output.passes.followsSamples || settings.showsIdealToo else { return nil }
    return SceneHandTimeline(
      header: tracking.header, gaps: settings.gaps, intervalMs: fit?.intervalMs,
      isLive: settings.live != nil, source: reader())
  }

  /// What avatars follow beside the faces, and the session, over time; nil where nothing asks.
  func moments() throws -> MomentTimeline? {
    try moments(from: { try shown(reread()) })
  }

  private func moments(
    from reader: () throws -> () throws -> TrackingSample?
  ) throws -> MomentTimeline? {
    let path = settings.recording.tracking
    let isFollowed = path != nil && textures.avatars.contains(where: \.avatar.followsRecording)
    let isTold = settings.session != nil && settings.output.passes.annotations.contains(.timing)
    guard isFollowed || isTold || showsSession else { return nil }
    return try MomentTimeline(
      settings.session, header: tracking.header, path: path ?? "tracking", source: reader())
  }

  /// The samples as they come: live late, and not all of them.
  private func shown(_ samples: TrackingSource) -> () throws -> TrackingSample? {
    guard let live = settings.live else { return { try samples.next() } }
    var pipeline = LivePipeline(live, timeOffsetMs: samples.header.timeOffsetMs)
    return {
      while let sample = try samples.next() {
        if let shown = pipeline.shown(sample) { return shown }
      }
      return nil
    }
  }

  /// The tracking file once more, since faces are smoothed from samples ahead.
  private func reread(needsPose: Bool = false) throws -> TrackingSource {
    try TrackingSource(
      path: settings.recording.tracking, options: settings.tracking,
      clipSize: clip.info.sceneSize.retyped(as: TrackerSpace.self), needsPose: needsPose)
  }

  /// The same recording for another look at its tracking: live, or for nil as it is known afterwards.
  func reopened(live: LiveOptions?) throws -> OpenRecording {
    var session = self
    session.settings.live = live
    session.tracking = try reread(needsPose: settings.placement.mode == .matrix)
    session.firstFaces = try session.findFirstFaces()
    return session
  }

  /// How faces are smoothed: live without what comes after them.
  private var smoothing: SmoothingOptions {
    var smoothing = settings.smoothing
    if settings.live != nil, smoothing.strategy == .offline { smoothing.strategy = .ema }
    return smoothing
  }

  /// The faces over time, of the tracking's samples as a source gives them.
  func timeline(
    _ source: @escaping () throws -> TrackingSample?, firstFrameMs: Double? = nil
  ) -> FaceTimeline {
    FaceTimeline(
      header: tracking.header, smoothing: smoothing, gaps: settings.gaps,
      intervalMs: fit?.intervalMs, live: settings.live?.between,
      firstFrameMs: firstFrameMs ?? clip.info.milliseconds(atPts: clip.info.startPts),
      source: source)
  }

  /// A placer for the produced frames, or for others.
  func placer(in framing: OutputFraming? = nil) -> Placer {
    Placer(
      avatars: textures.avatars, scene: sceneMapping,
      output: OutputMapping(
        framing ?? self.framing, mirrored: settings.output.passes.mirrored),
      options: settings.placement, firstFaces: firstFaces)
  }

  /// What a person should know about the inputs after they were read.
  var notes: [String] {
    [clip.info.conversionNote, untracked, handless, otherClip, framing.note, cutNote]
      .compactMap { $0 } + clip.notes + trackingDoubts + [faceless].compactMap(\.self)
      + tracking.notes
  }

  /// Those of the notes that doubt whether the tracking belongs to the clip.
  var trackingDoubts: [String] { fit?.notes ?? [] }

  /// Said where the tracking shows faces, but none in what was made.
  private var faceless: String? {
    guard fit?.showsFaces == true, tracking.isWithoutFaces else { return nil }
    return "the tracking shows no face in what was made"
  }

  /// Said to who asks for avatars, and names nothing that would say where the faces are.
  private var untracked: String? {
    guard settings.recording.tracking == nil,
      textures.avatars.contains(where: { !$0.avatar.layers.isEmpty })
    else { return nil }
    return "there is no tracking file, so nobody wears an avatar"
  }

  /// Said to who asks for hands to be cut out, where the tracking shows none.
  private var handless: String? {
    guard settings.output.passes.occluders.contains(.hands), tracking.isWithoutHands else {
      return nil
    }
    return "the tracking shows no hand in what was made, so --occlude hands cut nothing out"
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

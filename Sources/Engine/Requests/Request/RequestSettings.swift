public import AvatarFiles
public import ClipReading
internal import Covering
import Frames
public import Imaging
import Recipe
public import Recordings
public import ShareCards
public import Snapshots

/// The settings of the engine's jobs that a request stands for.
extension RenderRequest {
  /// Whether all of a clip is rendered.
  public var isWhole: Bool { frames == nil && start == nil && end == nil }

  /// The part of a clip that is rendered.
  ///
  /// - Throws: `RequestError.unfit` where an event of the session was not put in its place.
  public var clipPart: ClipPart {
    get throws(RequestError) {
      if let frames { return .frames(frames) }
      return isWhole ? .whole : .seconds(start: try seconds(start), end: try seconds(end))
    }
  }

  /// The frame of a picture, or where the best one is looked for.
  ///
  /// - Throws: as `clipPart`.
  public var picturePart: ClipPart {
    get throws(RequestError) {
      if best.areWanted { return try clipPart }
      if let frame { return .frames(frame...frame) }
      return .moment(try seconds(at) ?? 0)
    }
  }

  /// The files that are heard beside the clip's own sound.
  public var soundFiles: [String] { [sound.greeting, sound.music].compactMap(\.self) }

  /// Whether anything depends on what a tracker saw: what is shown, or a session that is replayed.
  public var needsTracking: Bool {
    printedPictures != nil || scenes.isAsked || cues != nil || needsFaces
      || !appearance.passes.annotations.isEmpty
  }

  /// The same of a clip, whose crop follows faces.
  public var needsTrackingOfClip: Bool { needsTracking || crop != nil }

  /// Whether anything depends on the faces and hands of a clip that is tracked.
  var needsFaces: Bool { drawsFaces || followsGestures }

  /// Whether hands begin something in the scenes of cards that are found.
  private var followsGestures: Bool {
    printedPictures != nil
      && scenes.followsHands(beside: (try? avatarLibrary()) ?? AvatarLibrary(folders: []))
  }

  /// Whether what is made depends on faces and hands, beside what gestures begin in scenes.
  var drawsFaces: Bool {
    coverStyle.avatar != nil || best.areWanted || session.isAsked || !eventMoments.isEmpty
      || sound.playsSession
      || !appearance.passes.annotations.subtracting(.cards).isEmpty
      || avatars.contains { $0 != AvatarSelection.none }
      || cues != nil && printedPictures == nil || !swipeAvatars.isEmpty
      || printedPictures != nil && appearance.passes.occluders.contains(.hands)
  }

  /// The recording, whose files must be there.
  ///
  /// - Parameter tracksAutomatically: whether a clip may stand alone, since it is tracked then.
  public func recordingLocation(tracksAutomatically: Bool = false) throws -> RecordingLocation {
    var location = try statedLocation(tracksAutomatically: tracksAutomatically)
    location.reading = reading
    // No picture is read before it is known what of it is covered.
    if cover != nil { location.cover = .asked }
    guard location.isOfNumberedPictures else { return location }
    guard let rate = output.framesPerSecond.flatMap(FrameRate.init) else {
      throw VideoError.rateUnknown(path: location.media)
    }
    location.picturesRate = rate
    return location
  }

  /// Refuses a rate where it is not used: outside of `render`, clips are read with their own frames.
  public func checkRate(isThatOf recording: RecordingLocation) throws(RequestError) {
    guard output.framesPerSecond == nil || recording.picturesRate != nil else {
      throw .unfit(
        "--fps: \(recording.media) has frames of its own; the option is for numbered pictures,"
          + " such as frames/%05d.png, and for render")
    }
  }

  private func statedLocation(tracksAutomatically: Bool) throws -> RecordingLocation {
    switch (recording, video) {
    case (let path?, nil):
      return try RecordingLocation(
        finding: path, tracking: trackingFile, allowsUntracked: tracksAutomatically)
    case (nil, "-"?):
      throw RequestError.unfit(
        "--video -: standard input is read by render, snapshot and inspect alone; write it to a file, and"
          + " give that")
    case (nil, let video?): return try RecordingLocation(video: video, tracking: trackingFile)
    case (nil, nil):
      throw RequestError.incomplete(
        "missing recording; give its folder, or --video and --tracking")
    case (.some, .some):
      throw RequestError.unfit("the recording and --video are two inputs; give one of them")
    }
  }

  /// Where names of avatars are looked up.
  public func avatarLibrary() throws(AvatarPackageError) -> AvatarLibrary {
    try AvatarLibrary.find(named: avatarsFolder)
  }

  /// Where names of cards are looked up.
  public func cardLibrary() throws -> ShareCardLibrary {
    try ShareCardLibrary.find(
      named: [card.folder].compactMap(\.self), beside: try avatarLibrary())
  }

  /// Throws where a folder is named that is not there, before anything is tracked.
  public func checkFolders() throws {
    _ = try scenes.selection(beside: avatarLibrary())
    _ = try cardLibrary()
  }

  /// The settings of a clip.
  ///
  /// - Parameter recording: the recording, where it was found already.
  public func renderSettings(
    library: AvatarLibrary, recording: RecordingLocation? = nil
  ) throws -> RenderSettings {
    let location = try recording ?? recordingLocation()
    guard !wornNames.isEmpty else {
      throw RequestError.incomplete(
        "missing --avatar NAME; add a name of avatar-overlay avatars list,"
          + " or --avatar none")
    }
    var settings = try renderSettings(
      recording: location, avatars: AvatarSelection(names: wornNames, library: library))
    if session.isAsked { settings.session = try session.plan() }
    settings.scenes = try scenes.selection(beside: library)
    settings.cues = cues
    return settings
  }

  /// The same for a recording and avatars that were found already.
  public func renderSettings(
    recording: RecordingLocation, avatars: AvatarSelection
  ) throws(RequestError) -> RenderSettings {
    var settings = RenderSettings(recording: recording, avatars: avatars, output: output)
    if cover != nil, settings.recording.cover == .none { settings.recording.cover = .asked }
    settings.output.quality = quality
    settings.output.crop = crop
    settings.tracking = tracking
    settings.fitProfile = fitProfile
    settings.sound = sound
    settings.swipeAvatars = swipeAvatars
    settings.appearance = appearance
    // Of all annotations, the game's is drawn where one is played.
    if appearance.passes.annotations == .all, !session.isAsked, !sound.playsSession {
      settings.appearance.passes.annotations.remove(.hud)
    }
    settings.part = try clipPart
    settings.threads = threads ?? 0
    settings.allowsDamagedStill = allowDamaged
    return settings
  }

  /// The settings of a picture.
  ///
  /// - Parameter recording: the recording, where it was found already.
  public func snapshotSettings(
    library: AvatarLibrary, cards: ShareCardLibrary, recording: RecordingLocation? = nil
  ) throws -> SnapshotSettings {
    var settings = SnapshotSettings(try renderSettings(library: library, recording: recording))
    // A picture is cut when it is drawn.
    settings.render.output.crop = nil
    settings.render.part = try picturePart
    settings.choice = best.count.map { .bestOf($0) } ?? (best.areWanted ? .best : .first)
    settings.card = try cardStage(cards)
    settings.crop = settings.card == nil ? crop : nil
    settings.bounds = maxSize
    settings.encoding = try pictureEncoding()
    return settings
  }

  /// Where the pictures of numbered best frames go, in order: the numbers count from 1; a single path where
  /// no number is asked for.
  public var picturePaths: [String] {
    guard let count = best.count, let numbered = NumberedPath(output.path) else {
      return [output.path]
    }
    return (1...count).map(numbered.path)
  }

  /// How the poster of a clip is written; nil where none is asked for.
  public func posterEncoding() throws(RequestError) -> PictureEncoding? {
    guard let poster else { return nil }
    guard let format = PictureFormat(path: poster) else {
      throw .unfit(
        "--poster: \(poster): expected a file that ends in .png, .jpg, .webp, .avif or .jxl")
    }
    var encoding = PictureEncoding(format)
    encoding.xmp = self.output.xmp
    return encoding
  }

  /// How a picture is written: as its format says, or its file's name; PNG through a pipe.
  public func pictureEncoding() throws(RequestError) -> PictureEncoding {
    let named = PictureFormat(path: output.path)
    if !output.path.isEmpty, output.path != "-", named == nil {
      throw .unfit(
        "\(output.path): expected a file that ends in .png, .jpg, .webp, .avif or .jxl, or - for a pipe"
      )
    }
    var encoding = PictureEncoding(
      format ?? named ?? .png, quality: quality ?? PictureEncoding.defaultQuality)
    encoding.xmp = output.xmp
    return encoding
  }
}

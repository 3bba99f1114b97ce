internal import CardTracker
internal import Covering
internal import Hud
internal import MediaPipe
internal import Recipe
public import Recordings
public import Tracker
internal import TrackingFiles

extension RenderRequest {
  /// Moves the paths of the tracking file and of what is laid over it.
  public mutating func moveTrackingPaths(_ move: (String) -> String) {
    trackingFile = trackingFile.map(move)
    tracking.blendshapesFile = tracking.blendshapesFile.map(move)
  }

  /// Replaces the paths of inputs, as those of a file that is written by hand are relative to it.
  ///
  /// A name of an avatar or a scene is no path unless it has a slash in it.
  public mutating func movePaths(_ move: (String) -> String) {
    recording = recording.map(move)
    video = video.map(move)
    moveTrackingPaths(move)
    session.settings = session.settings.map(move)
    cues = cues.map(move)
    fitProfile = fitProfile.map(move)
    card.logo = card.logo.map(move)
    appearance.passes.moveFiles(move)
    scenes.movePaths(move)
    for list in [\RenderRequest.avatars, \.swipeAvatars] {
      self[keyPath: list] = self[keyPath: list].map { $0.contains("/") ? move($0) : $0 }
    }
    if case .file(let path) = appearance.passes.hud.theme {
      appearance.passes.hud.theme = .file(move(path))
    }
    if case .file(let path)? = cover { cover = .file(move(path)) }
    if let name = coverStyle.avatar, name.contains("/") { coverStyle = .avatar(move(name)) }
    coverReport = coverReport.map(move)
    sound.greeting = sound.greeting.map(move)
    sound.music = sound.music.map(move)
  }

  /// The recording; one without a tracking file is tracked where that is needed.
  ///
  /// - Parameters:
  ///   - tracking: nil where a recording is taken as it is.
  ///   - isNeeded: whether anything depends on what a tracker saw.
  ///   - search: where the tracker is looked for.
  ///   - report: what is told of it, on this thread.
  public func recordingLocation(
    tracking: AutomaticTracking?, isNeeded: Bool, _ search: TrackerSearch,
    isCancelled: @escaping () -> Bool, report: @escaping (AutomaticTracking.Event) -> Void
  ) throws -> RecordingLocation {
    guard let tracking else { return try recordingLocation() }
    var recording = try recordingLocation(tracksAutomatically: true)
    if let file = recording.tracking, printedPictures != nil {
      throw RequestError.unfit(
        "--detect-cards: \(recording.media) is tracked already, in \(file); the option is for a clip"
          + " alone, whose cards are found as it is tracked; leave it out, or track the clip anew with"
          + " avatar-overlay track CLIP --detect-cards DIR -o FILE")
    }
    guard isNeeded, recording.tracking == nil else {
      tellIdleOptions(
        recording.tracking.map { "the recording is tracked already, in \($0)" }
          ?? "nothing that is made depends on what a tracker sees", report)
      return recording
    }
    // Nothing is tracked of what may not be drawn.
    try recording.checkConsent()
    let images = try printedPictures.map { try CardPictures.load(folder: $0).found() }
    let asksFaces = images == nil || looksForFaces && needsFaces
    let found: any FoundTracker
    do {
      found = asksFaces ? try foundTracker(search) : FoundNothing()
    } catch  where images != nil && !drawsFaces {
      // What a scene shows by itself is shown without a tracker of hands.
      report(.note("no gesture begins anything in scenes, since no hands are looked for: \(error)"))
      found = FoundNothing()
    }
    if !asksFaces { tellIdleOptions("no faces and no hands are looked for", report) }
    // Avatars are on faces; a tracker that looks for no hands matters where it looks for no faces either, or where the
    // request asks for hands.
    if found.mostFaces == nil || tracker.asksForHands {
      found.notes.forEach { report(.note($0)) }
    }
    let cache = try tracking.cache(
      named: tracker.cache, environment: search.environment, report: report)
    recording.tracking = try tracking.path(
      of: recording.media, rate: recording.picturesRate, recording.reading, by: found,
      images: images,
      in: cache, isCancelled: isCancelled, report: report)
    return recording
  }

  /// Tells the options of the tracker that were given for a recording that it does not look at.
  private func tellIdleOptions(
    _ reason: String, _ report: (AutomaticTracking.Event) -> Void
  ) {
    // What hands cover, and the faces that are covered, are found with the same library, and kept in the same cache.
    let looksAnew = appearance.passes.occluders.contains(.hands) || cover != nil
    let used =
      (looksAnew ? ["tracker.library", "tracker.cache"] : [])
      + (cover == nil ? [] : ["tracker.faceModel"])
    let idle = RequestTable.tracker.filter {
      $0.value(self) != nil
        && !(used + ["tracker.detectCards", "tracker.faces"]).contains($0.path)
    }.compactMap(\.option)
    guard !idle.isEmpty else { return }
    report(.note("\(idle.joined(separator: ", ")): without effect, since \(reason)"))
  }
}

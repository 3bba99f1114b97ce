internal import Covering
internal import Files
public import Isolation
internal import JSON
internal import MediaPipe
internal import Problems
public import Recordings
public import Tracker

extension RenderRequest {
  /// The height of the smallest face that is looked for to be covered, in pixels of the clip, and how many are at once.
  static let coveredFaces = (least: MediaPipeOptions.minFaces.lowerBound, most: 16)

  /// What faces wear, with that of covered ones in the place of nothing.
  var wornNames: [String] {
    guard let worn = coverStyle.avatar else { return avatars }
    let given = avatars.isEmpty ? [AvatarSelection.none] : avatars
    return given.map { $0 == AvatarSelection.none ? worn : $0 }
  }

  /// Settings with the faces of the recording covered, as the request asks for it: plans that for the whole clip.
  ///
  /// The recording's own tracking is not enough: it may have been made of one face, or live. So the tracker looks at
  /// every frame for small faces too, and what it saw is kept in the cache of automatic tracking.
  ///
  /// - Parameters:
  ///   - tracking: what tracks; nil where nothing can.
  ///   - report: what is told of it, on this thread.
  /// - Throws: `CoverError` where the faces are not covered for sure, or there is no tracker; the report is written
  ///   before.
  public func covered(
    _ settings: RenderSettings, tracking: AutomaticTracking?, _ search: TrackerSearch,
    _ cancellation: Cancellation, report: @escaping (AutomaticTracking.Event) -> Void
  ) throws -> RenderSettings {
    guard let cover else { return settings }
    var settings = settings
    let recording = settings.recording
    guard let tracking else { throw CoverError.noTracker(reason: "none can be run here") }
    let found = try coverTracker(search)
    let cache = try tracking.cache(
      named: tracker.cache, environment: search.environment, report: report)
    let look = try tracking.path(
      of: recording.media, rate: recording.picturesRate, recording.reading, by: found, in: cache,
      isCancelled: { cancellation.isRequested }, report: report)
    var others = settings
    // Who wears nothing is told by what was asked for, before that is covered by an avatar.
    others.avatars.names = avatars.isEmpty ? [AvatarSelection.none] : avatars
    let plan = try CoverPlanner(others, look: look, mostFaces: found.options.numFaces).plan(
      cover, style: coverStyle, cancellation: cancellation)
    if let coverReport {
      try AtomicFile.write(
        [UInt8]((plan.report.lines + "\n").utf8), to: coverReport, replacing: output.overwrites)
    }
    let doubts = plan.doubts(in: settings.part)
    guard let frames = plan.cover, doubts.isEmpty else {
      throw CoverError.unsure(media: recording.media, doubts: doubts)
    }
    report(.note(plan.summary))
    settings.recording.cover = .planned(frames)
    return settings
  }

  /// What looks for faces to be covered.
  private func coverTracker(_ search: TrackerSearch) throws -> FoundMediaPipe {
    var setup = tracker
    setup.options.minFace = Self.coveredFaces.least
    setup.options.numFaces = max(setup.options.numFaces, Self.coveredFaces.most)
    (setup.options.secondLook, setup.options.runningMode) = (true, nil)
    setup.options.outputFaceBlendshapes = false
    setup.options.outputFacialTransformationMatrixes = false
    do {
      guard let faces = try setup.found(search).only(.face) else {
        throw CoverError.noTracker(reason: "there is no face_landmarker.task")
      }
      return faces
    } catch let error as MediaPipeError where error.problemCode == .notInstalled {
      throw CoverError.noTracker(reason: "\(error)")
    }
  }
}

import JSON
import MediaPipe
import Recipe
public import Recordings
public import Tracker

extension RenderRequest {
  /// What says nothing of where faces, hands and layers are: the clip, its tracking and the avatars are known
  /// by their bytes, the rest is what is done with the frames.
  private static let besideMattes: Set<String> = [
    "recording", "video", "tracking.file", "fps", "allowDamaged", "threads", "mirror", "events",
    "signals", "stateOut",
  ]
  private static let groupsBesideMattes: Set<RequestMember.Group> = [
    .tracker, .avatars, .live, .part, .output, .card,
  ]

  /// Where what hands cover is kept for the next render: in the cache of automatic tracking, where that is
  /// named, or the recording's tracking is from there; nil where it is not kept.
  ///
  /// - Throws: `TrackerError.cacheUnusable` for a named one.
  public func matteCache(
    of recording: RecordingLocation, tracking: AutomaticTracking?, environment: [String: String]
  ) throws(TrackerError) -> MatteCache? {
    guard appearance.passes.occluders.contains(.hands), tracking?.place == .ownProcess,
      let cache = TrackingCache(folder: tracker.cache, environment: environment)
    else { return nil }
    let isFromThere = recording.tracking?.hasPrefix("\(cache.folder)/") == true
    guard tracker.cache != nil || isFromThere else { return nil }
    guard cache.prepare() else {
      guard let named = tracker.cache else { return nil }
      throw .cacheUnusable(path: named)
    }
    let rows = givenMembers.filter {
      !Self.groupsBesideMattes.contains($0.group) && !Self.besideMattes.contains($0.path)
    }
    var words = session.isAsked ? ["session \(session.stateOut != nil)"] : []
    var files: [String] = []
    for row in rows {
      guard let value = row.value(self) else { continue }
      if case .string(let path) = value, row.shape == .path {
        words.append(row.path)
        files.append(path)
      } else {
        words.append("\(row.path) \(value.text)")
      }
    }
    return MatteCache(folder: cache.folder, words: words, files: files)
  }
}

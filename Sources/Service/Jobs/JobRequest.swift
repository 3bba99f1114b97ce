internal import Recipe
public import Recordings
public import Reels
public import Requests
internal import Text

/// What a job shall do, as `JobRecord.request` has it in JSON: everything that decides the result's
/// bytes, so that a job that runs again gives the same ones.
public struct JobRequest: Hashable, Sendable {
  /// The clip or picture, a file in the job's folder `recording`.
  public var media: String
  /// The tracking file beside it; nil where nothing was tracked.
  public var tracking: String?
  /// Whether the worker tracks the recording itself, which has no tracking file.
  ///
  /// Jobs of versions that did not have no such member, and are rendered as they were.
  public var isTrackedAutomatically = false
  /// What is rendered, but for files, which are the runner's.
  ///
  /// Avatars are names, given to the faces from left to right, or archives that were sent with the
  /// recording; `none` draws none. The encoder's bytes depend on the number of threads, so it goes with
  /// the job.
  public var render: RenderRequest
  /// Several recordings in the place of one, whose clips, tracking files and music are files in that folder; nil for
  /// one recording.
  ///
  /// The render draws nothing then.
  public var reel: Reel?
  /// The result's container, by its extension.
  public var container = "mp4"
  /// What was said of the recording's origin, and of the consent to use it.
  public var provenance = RecordingProvenance()
  /// The frame that the poster shows; nil for the middle one.
  public var posterFrame: Int?

  /// Whether a session is replayed beside the clip.
  public var hasSession: Bool { render.session.settings != nil }

  /// The longest side of a poster, in pixels.
  public static let posterSide = 1280
  /// The containers that there are.
  public static let containers = ["mp4", "mov", "mkv", "webm", "gif", "webp"]

  /// Makes a request with defaults for the rest.
  public init(media: String, tracking: String?, render: RenderRequest) {
    (self.media, self.tracking, self.render) = (media, tracking, render)
    if self.render.threads == nil { self.render.threads = RenderRequest.usualThreads }
  }

  /// Makes the request of a reel.
  ///
  /// - Parameter media: the clip of its first recording.
  public init(_ reel: Reel, media: String) {
    self.init(media: media, tracking: nil, render: RenderRequest())
    render.avatars = ["none"]
    self.reel = reel
  }
}

extension JobRequest {
  /// What makes the request unfit; nil where nothing does.
  ///
  /// The last check before a worker: no value may be a path out of the folder.
  var fault: String? {
    guard let reel else { return fault(of: render, in: .renders) }
    if let music = reel.music, !Self.isPlainName(music) {
      return "\"\(music)\" is not a plain file name"
    }
    for cell in reel.segments.flatMap(\.cells) {
      let request = cell.request
      if let file = [request.recording, request.avatarsFolder].compactMap(\.self).first {
        return "\"\(file)\" cannot be set in a job"
      }
      if let fault = fault(of: request, in: cell.isPicture ? .snapshots : .renders) {
        return fault
      }
    }
    return fault(of: render, in: .renders)
  }

  private func fault(of render: RenderRequest, in context: RequestContext) -> String? {
    let files =
      [media]
      + [
        tracking, render.video, render.trackingFile, render.session.settings, render.cues,
        render.fitProfile,
      ].compactMap(\.self)
      + render.scenes.photoFiles + render.soundFiles + render.passes.filterFiles
    if let file = files.first(where: { !Self.isPlainName($0) }) {
      return "\"\(file)\" is not a plain file name"
    }
    if render.avatars.isEmpty { return "no avatar is named" }
    if let avatar = (render.avatars + render.swipeAvatars).first(where: { !Self.isPlainName($0) }) {
      return "\"\(avatar)\" is not the name of an avatar"
    }
    if !render.scenes.folders.allSatisfy({ $0 == RenderRequest.Scenes.none }) {
      return "scenes are looked up in the service's own folders alone"
    }
    if let scene = render.scenes.names.first(where: { !PlainName.isFit($0) }) {
      return "\"\(scene)\" is not the name of a scene"
    }
    if let member = render.givenMembers.first(where: {
      !Self.isFit($0, in: render, context)
    }) {
      return "\"\(member.path)\" cannot be set in a job"
    }
    if !Self.containers.contains(container) { return "\"\(container)\" is not a container" }
    return nil
  }

  /// What the service sets itself, beside the client's options: how clips are cut and encoded.
  private static let ownMembers: Set<String> = [
    "threads", "preset", "pixelFormat", "frames", "session", "tracker.numFaces",
    "scenes.photos", "cues", "greeting", "music", "video", "tracking.file",
  ]

  private static func isFit(
    _ member: RequestMember, in render: RenderRequest, _ context: RequestContext
  ) -> Bool {
    // A path may have another row for the command line, which takes more.
    guard let row = RequestTable.member(member.path, in: context) else {
      return ownMembers.contains(member.path)
    }
    return row.takesValue(of: render)
  }

  /// Letters, digits, and `.`, `-`, `_` after the first.
  static func isPlainName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, first.isASCIILetterOrDigit, bytes.count <= 128 else {
      return false
    }
    return bytes.allSatisfy { $0.isASCIILetterOrDigit || "._-".utf8.contains($0) }
  }
}

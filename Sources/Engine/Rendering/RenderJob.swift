import Filters
import Geometry
import Imaging
import Placement
import Video

/// Renders a recording with an avatar on every face: a clip to a clip, or to pictures.
public struct RenderJob: Sendable {
  private let settings: RenderSettings

  /// Makes the job.
  public init(_ settings: RenderSettings) {
    self.settings = settings
  }

  /// Does the job.
  ///
  /// The output appears under its name only when it is complete; a job that fails or is cancelled
  /// leaves nothing behind.
  ///
  /// - Throws: the errors of the stages (`VideoError`, `TrackingFault`, `AvatarPackageError`,
  ///   `ImagingError`, `RenderingError`).
  public func run(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> RenderSummary {
    switch settings.output.kind {
    case .clip:
      try renderClip(cancellation, progress)
    case .picture:
      try renderPictures(cancellation, progress) { [path = settings.output.path] _ in path }
    case .pictures(let numbered):
      try renderPictures(cancellation, progress, path: numbered.path)
    }
  }

  /// A clip, of whole frames or of the avatars alone.
  private func renderClip(
    _ cancellation: Cancellation, _ progress: @escaping (RenderProgress) -> Void
  ) throws -> RenderSummary {
    let output = settings.output
    try output.checkContainer()
    try output.checkFilter()
    let session = try RecordingSession(settings, squarePixels: false)
    let (clip, size) = (session.clip, session.outputSize)
    let encoder = try output.encoder(threads: settings.threads, colours: clip.info.colourTags)
    try output.checkFilter(on: clip.info.colourTags)
    let compose = try output.overlayOnly ? overlays(session) : composites(session)
    var sidecar = try Sidecar(output)
    let writer =
      try output.overlayOnly
      ? ClipWriter(path: output.path, settings: encoder, overlaying: clip, size: size)
      : ClipWriter(path: output.path, settings: encoder, following: clip, size: size)

    let frames = try loop(session, cancellation, progress).run { frame in
      let (index, time) = (frame.index, frame.timestampMs)
      var placements: [LayerPlacement] = []
      let composed = try compose(frame, &placements)
      try sidecar.write(frame: index, atMs: time, size: size, placements)
      return composed
    } write: {
      try writer.write($0)
    }
    try sidecar.flush()
    try writer.finish()
    try sidecar.finish()
    return summary(frames, session, warnings: writer.warnings)
  }

  /// Makes a clip's frame of the recording's, and says where the layers went.
  private typealias Compose = (consuming VideoFrame, inout [LayerPlacement]) throws -> VideoFrame

  /// The clip's own frames, composited in the clip's own format.
  private func composites(_ session: RecordingSession) throws -> Compose {
    var painter = try session.painter()
    var filter = settings.output.filter.map { FilterPainter($0) }
    let (size, mirrored) = (session.outputSize, settings.output.mirrored)
    return { frame, placements in
      let time = frame.timestampMs
      placements = try painter.placements(atMs: time)
      var frame = try frame.scaled(to: size)
      if !placements.isEmpty {
        try unsafe frame.withMutablePicture { try unsafe painter.paint(placements, onto: $0) }
      }
      try unsafe frame.withMutablePicture { try unsafe filter?.apply(to: $0, atMs: time) }
      if mirrored { try frame.flipHorizontally() }
      return frame
    }
  }

  /// The avatars alone on a transparent ground, for a codec that keeps transparency.
  private func overlays(_ session: RecordingSession) throws -> Compose {
    var painter = try PicturePainter(session, settings.output)
    return { frame, placements in
      let picture: StraightRGBA8
      (picture, placements) = try painter.overlay(at: frame)
      return try VideoFrame(overlay: picture, at: frame)
    }
  }

  /// One picture a frame, composited in RGB.
  private func renderPictures(
    _ cancellation: Cancellation, _ progress: @escaping (RenderProgress) -> Void,
    path: @escaping @Sendable (Int) -> String
  ) throws -> RenderSummary {
    let session = try RecordingSession(settings, squarePixels: true)
    var painter = try PicturePainter(session, settings.output)
    var sidecar = try Sidecar(settings.output)
    if path(0) == path(1), let expected = session.expectedFrames, expected > 1 {
      // Before a picture that is to be replaced is gone.
      throw PictureFiles.oneForSeveral(path(0))
    }
    // One picture is the file that a snapshot of the frame is.
    let files = PictureFiles(
      compression: path(0) == path(1) ? .fastest : .fast,
      overwrites: settings.output.overwrites)

    let frames = try loop(session, cancellation, progress).run { frame in
      let (index, time) = (frame.index, frame.timestampMs)
      let (picture, placements) = try painter.paint(frame)
      try sidecar.write(frame: index, atMs: time, size: session.outputSize, placements)
      return (index, picture)
    } write: { index, picture in
      try files.write(picture, to: path(index))
    }
    try sidecar.flush()
    try files.keep()
    try sidecar.finish()
    return summary(frames, session, warnings: [])
  }

  private func loop(
    _ session: RecordingSession, _ cancellation: Cancellation,
    _ progress: @escaping (RenderProgress) -> Void
  ) -> FrameLoop {
    FrameLoop(
      clip: session.clip, cancellation: cancellation,
      expectedFrames: session.expectedFrames, report: progress)
  }

  private func summary(
    _ frames: Int, _ session: RecordingSession, warnings: [String]
  ) -> RenderSummary {
    RenderSummary(
      frames: frames, output: settings.output.path, notes: session.notes + warnings,
      damage: session.damage)
  }
}

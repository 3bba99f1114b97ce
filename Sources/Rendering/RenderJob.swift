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
    case .clip where settings.output.overlayOnly:
      try renderOverlayClip(cancellation, progress)
    case .clip:
      try renderClip(cancellation, progress)
    case .picture:
      try renderPictures(cancellation, progress) { [path = settings.output.path] _ in path }
    case .pictures(let numbered):
      try renderPictures(cancellation, progress, path: numbered.path)
    }
  }

  /// The clip's own frames, composited in the clip's own format.
  private func renderClip(
    _ cancellation: Cancellation, _ progress: @escaping (RenderProgress) -> Void
  ) throws -> RenderSummary {
    try settings.output.checkContainer()
    let session = try RecordingSession(settings, squarePixels: false)
    let encoder = try settings.output.encoder(
      threads: settings.threads, colours: session.clip.info.colourTags)
    try settings.output.checkFilter(on: session.clip.info.colourTags)
    let size = session.outputSize
    var painter = try session.painter()
    var filter = settings.output.filter.map { FilterPainter($0) }
    var sidecar = try Sidecar(settings.output)
    let writer = try ClipWriter(
      path: settings.output.path, settings: encoder, following: session.clip, size: size)
    let mirrored = settings.output.mirrored

    let frames = try loop(session, cancellation, progress).run { frame in
      let placements = try painter.placements(atMs: frame.timestampMs)
      try sidecar.write(
        frame: frame.index, atMs: frame.timestampMs, size: size, placements)
      var frame = try frame.scaled(to: size)
      if !placements.isEmpty {
        try unsafe frame.withMutablePicture { try unsafe painter.paint(placements, onto: $0) }
      }
      let time = frame.timestampMs
      try unsafe frame.withMutablePicture { try unsafe filter?.apply(to: $0, atMs: time) }
      if mirrored { try frame.flipHorizontally() }
      return frame
    } write: {
      try writer.write($0)
    }
    try sidecar.flush()
    try writer.finish()
    try sidecar.finish()
    return summary(frames, session, warnings: writer.warnings)
  }

  /// The avatars alone on a transparent ground, in a codec that keeps transparency.
  private func renderOverlayClip(
    _ cancellation: Cancellation, _ progress: @escaping (RenderProgress) -> Void
  ) throws -> RenderSummary {
    try settings.output.checkContainer()
    try settings.output.checkFilter()
    let session = try RecordingSession(settings, squarePixels: false)
    let encoder = try settings.output.encoder(
      threads: settings.threads, colours: session.clip.info.colourTags)
    var painter = try PicturePainter(session, settings.output)
    var sidecar = try Sidecar(settings.output)
    let writer = try ClipWriter(
      path: settings.output.path, settings: encoder, overlaying: session.clip,
      size: session.outputSize)

    let frames = try loop(session, cancellation, progress).run { frame in
      let (picture, placements) = try painter.overlay(at: frame)
      try sidecar.write(
        frame: frame.index, atMs: frame.timestampMs, size: session.outputSize, placements)
      return try VideoFrame(overlay: picture, at: frame)
    } write: {
      try writer.write($0)
    }
    try sidecar.flush()
    try writer.finish()
    try sidecar.finish()
    return summary(frames, session, warnings: writer.warnings)
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

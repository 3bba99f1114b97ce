import Geometry
import Imaging
import Passes
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
    let watch = RenderWatch(cancellation, tell: progress)
    return switch settings.output.kind {
    case .clip:
      try renderClip(watch)
    case .picture:
      try renderPictures(watch) { [path = settings.output.path] _ in path }
    case .pictures(let numbered):
      try renderPictures(watch, path: numbered.path)
    }
  }

  /// A clip, of whole frames or of the avatars alone.
  private func renderClip(_ watch: RenderWatch) throws -> RenderSummary {
    let output = settings.output
    try output.checkContainer()
    try output.passes.check()
    let session = try OpenRecording(settings, for: output.clipPurpose)
    let (clip, size) = (session.clip, session.finishedSize)
    let encoder = try output.encoder(threads: settings.threads, colours: clip.info.colourTags)
    try output.passes.check(on: clip.info.colourTags)
    var renderer = try session.finisher(output.passes, watch: watch)
    var sidecar = try Sidecar(output)
    let rate = try output.rate(of: clip)
    let isSquare = session.framing.hasSquarePixels
    let writer =
      try output.passes.overlayOnly
      ? ClipWriter(
        path: output.path, settings: encoder, overlaying: clip, size: size, rate: rate,
        hasSquarePixels: isSquare)
      : ClipWriter(
        path: output.path, settings: encoder, following: clip, size: size, rate: rate,
        hasSquarePixels: isSquare)

    let drawn = DrawnFrames(session.textures)
    try loop(session, rate, drawn, watch).run { frame in
      let (index, state) = try (frame.index, renderer.state(of: frame))
      let finished = try renderer.frame(of: frame, at: state)
      drawn.count(state)
      try sidecar.write(frame: index, state, session.textures, session.scenes)
      return finished
    } write: {
      try writer.write($0)
    }
    try sidecar.flush()
    try writer.finish()
    try sidecar.finish()
    var done = summary(drawn, session, warnings: writer.warnings + renderer.finish())
    done.lostSound = writer.lostSound.map { "\(clip.path): \($0)" }
    return done
  }

  /// One picture a frame, composited in RGB.
  private func renderPictures(
    _ watch: RenderWatch, path: @escaping @Sendable (Int) -> String
  ) throws -> RenderSummary {
    let session = try OpenRecording(settings, for: .pictures)
    let rate = try settings.output.rate(of: session.clip)
    var renderer = try session.finisher(settings.output.passes, watch: watch)
    var sidecar = try Sidecar(settings.output)
    if path(0) == path(1), rate == nil, let expected = session.expectedFrames, expected > 1 {
      // Before a picture that is to be replaced is gone.
      throw PictureFiles.oneForSeveral(path(0))
    }
    let files = PictureFiles(
      compression: settings.output.kind.compression, overwrites: settings.output.overwrites)

    let drawn = DrawnFrames(session.textures)
    try loop(session, rate, drawn, watch).run { frame in
      let (index, state) = try (frame.index, renderer.state(of: frame))
      let picture = try renderer.picture(of: frame, at: state)
      drawn.count(state)
      try sidecar.write(frame: index, state, session.textures, session.scenes)
      return (index, picture)
    } write: { index, picture in
      try files.write(picture, to: path(index))
    }
    try sidecar.flush()
    try files.keep()
    try sidecar.finish()
    return summary(drawn, session, warnings: renderer.finish())
  }

  private func loop(
    _ session: OpenRecording, _ rate: FrameRate?, _ drawn: DrawnFrames, _ watch: RenderWatch
  ) -> FrameLoop {
    let expected = session.expectedFrames(at: rate)
    watch.expect(frames: expected)
    return FrameLoop(
      clip: session.clip, rate: rate, cancellation: watch.cancellation, expectedFrames: expected
    ) {
      var told = $0
      told.facesDrawnFrames = drawn.withFaces
      watch.report(told)
    }
  }

  private func summary(
    _ drawn: DrawnFrames, _ session: OpenRecording, warnings: [String]
  ) -> RenderSummary {
    var summary = RenderSummary(
      frames: drawn.all, facesDrawnFrames: drawn.withFaces, output: settings.output.path,
      notes: session.notes + warnings, damage: session.damage)
    summary.trackingDoubts = session.trackingDoubts
    return summary
  }
}

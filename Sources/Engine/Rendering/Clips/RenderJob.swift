import ClipReading
import ClipWriting
import Files
import Frames
public import Isolation
import Placement
import Recipe
public import Recordings

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
    guard settings.output.maxBytes != nil else {
      return try run(into: nil, cancellation: cancellation, progress: progress)
    }
    return try SizeSearch(settings).run(cancellation: cancellation, progress: progress)
  }

  /// Does the job once.
  ///
  /// - Parameter held: where the output waits for its name; nil gives it at once.
  func run(
    into held: HeldFiles?, cancellation: Cancellation,
    progress: @escaping (RenderProgress) -> Void
  ) throws -> RenderSummary {
    let (output, watch) = (settings.output, RenderWatch(cancellation, tell: progress))
    switch output.kind {
    case .clip:
      try output.checkContainer()
      var driver = try FrameDriver(settings, for: settings.clipPurpose, watch)
      let sink = try ClipSink(driver, into: held, cancellation)
      let (path, writer) = (driver.recording.clip.path, sink.writer)
      var summary = try driver.run(into: sink)
      summary.lostSound = writer.lostSound.map { "\(path): \($0)" }
      return summary
    case .animation(let format):
      var driver = try FrameDriver(settings, for: .pictures, watch)
      return try driver.run(into: AnimationSink(driver, format, into: held))
    case .picture, .pictures:
      var driver = try FrameDriver(settings, for: .pictures, watch)
      return try driver.run(into: PictureSink(driver))
    }
  }
}

/// Writes frames into a clip, and where layers went beside it.
private struct ClipSink: ClipFrameSink, ~Copyable {
  let writer: ClipWriter
  private var sidecar: Sidecar
  /// What is to be said of the sound.
  private let notes: [String]
  private let held: HeldFiles?

  init(_ driver: FrameDriver, into held: HeldFiles?, _ cancellation: Cancellation) throws {
    self.held = held
    let (recording, settings) = (driver.recording, driver.recording.settings)
    let encoder = try settings.encoder(colours: recording.clip.info.colourTags)
    let sidecar = try Sidecar(settings)
    let (size, isSquare) = (recording.finishedSize, recording.framing.hasSquarePixels)
    let sound =
      try settings.passes.overlayOnly ? RecordingSound(.none) : recording.sound(cancellation)
    let writer =
      try settings.passes.overlayOnly
      ? ClipWriter(
        path: settings.output.path, settings: encoder, overlaying: recording.clip, size: size,
        rate: driver.rate, speed: driver.speed, hasSquarePixels: isSquare)
      : ClipWriter(
        path: settings.output.path, settings: encoder, following: recording.clip,
        sound: sound.use, size: size, rate: driver.rate, speed: driver.speed,
        hasSquarePixels: isSquare)
    self.writer = writer
    self.sidecar = sidecar
    notes =
      sound.allNotes
      + [settings.output.slowMotionNote(of: recording.clip, at: driver.rate, speed: driver.speed)]
      .compactMap(\.self)
  }

  var write: @Sendable (consuming VideoFrame) throws -> Void {
    { [writer] in try writer.write($0) }
  }

  var takesPlacements: Bool { sidecar.isAsked }

  mutating func add(_ record: PlacementRecord) throws { try sidecar.write(record) }

  consuming func finish() throws -> [String] {
    try sidecar.flush()
    try writer.finish(into: held)
    try sidecar.finish(into: held)
    return notes + writer.warnings
  }
}

/// Writes a file of each frame, composited in RGB, and where layers went beside them.
private struct PictureSink: PictureFrameSink, ~Copyable {
  private let files: PictureFiles
  private let path: @Sendable (Int) -> String
  private var sidecar: Sidecar

  init(_ driver: FrameDriver) throws {
    let output = driver.recording.settings.output
    let sidecar = try Sidecar(driver.recording.settings)
    var path: @Sendable (Int) -> String = { [path = output.path] _ in path }
    if case .pictures(let numbered) = output.kind {
      path = numbered.path
    } else if driver.rate == nil, let expected = driver.recording.expectedFrames, expected > 1 {
      // Before a picture that is to be replaced is gone.
      throw PictureFiles.oneForSeveral(output.path)
    }
    files = PictureFiles(compression: output.kind.compression, overwrites: output.overwrites)
    self.path = path
    self.sidecar = sidecar
  }

  var write: @Sendable (NumberedPicture) throws -> Void {
    { [files, path] in try files.write($0.picture, to: path($0.number)) }
  }

  var takesPlacements: Bool { sidecar.isAsked }

  mutating func add(_ record: PlacementRecord) throws { try sidecar.write(record) }

  consuming func finish() throws -> [String] {
    try sidecar.flush()
    try files.keep()
    try sidecar.finish()
    return []
  }
}

import ClipReading
import Files
import Frames
import Geometry
import Imaging
import Placement
import Recipe
import Recordings
import Synchronization

/// Writes frames into a picture that moves by itself, and where layers went beside it.
struct AnimationSink: PictureFrameSink, ~Copyable {
  private let file: AnimationFile
  private var sidecar: Sidecar
  private let notes: [String]
  private let held: HeldFiles?

  init(_ driver: FrameDriver, _ format: AnimationFormat, into held: HeldFiles?) throws {
    self.held = held
    let (recording, settings) = (driver.recording, driver.recording.settings)
    try Self.check(driver, format)
    let sidecar = try Sidecar(settings)
    file = try AnimationFile(
      settings.output, format, size: recording.finishedSize,
      keepsTransparency: settings.passes.overlayOnly || recording.clip.info.hasTransparency)
    self.sidecar = sidecar
    notes = Self.notes(recording, format)
  }

  /// Throws where there are more frames than the format takes, before any is rendered.
  private static func check(_ driver: FrameDriver, _ format: AnimationFormat) throws {
    let clip = driver.recording.clip
    guard let most = format.mostFrames,
      let expected = driver.recording.expectedFrames(at: driver.rate, speed: driver.speed),
      expected > most
    else { return }
    // A container may state any count; the times of its packets tell.
    let table = try clip.frameTable()
    let count: Int
    if let rate = driver.rate {
      count = table.even(of: clip, at: rate, speed: driver.speed)?.numbers.count ?? 0
    } else {
      count = table.thinned(of: clip, for: driver.speed)?.count ?? table.ticks.count
    }
    // Of frames within a tick of the format one is kept.
    let ticks =
      (table.endMs - (table.timesMs.first ?? 0)) / driver.speed.value / Double(format.tickMs)
    guard count > most, ticks > Double(most) else { return }
    throw ImagingError.tooManyFrames(format, limit: most)
  }

  /// What the format does not hold.
  private static func notes(_ recording: OpenRecording, _ format: AnimationFormat) -> [String] {
    let (settings, info) = (recording.settings, recording.clip.info)
    var notes: [String] = []
    if !settings.passes.overlayOnly, settings.sound.isKept,
      !info.soundTracks.isEmpty || settings.sound != SoundChoice()
    {
      notes.append("the sound is left out: \(format.name) has none; .mp4 keeps it")
    }
    if settings.passes.overlayOnly, format == .gif {
      notes.append(
        "a pixel of a GIF is opaque or transparent, so that edges are hard; .webp keeps transparency"
      )
    }
    return notes
  }

  var write: @Sendable (NumberedPicture) throws -> Void { { [file] in try file.write($0) } }

  var takesPlacements: Bool { sidecar.isAsked }

  mutating func add(_ record: PlacementRecord) throws { try sidecar.write(record) }

  consuming func finish() throws -> [String] {
    try sidecar.flush()
    let dropped = try file.finish(into: held)
    try sidecar.finish(into: held)
    return notes + dropped
  }
}

/// The file of an animation, which gets its name when it is complete.
private final class AnimationFile: Sendable {
  private struct State: ~Copyable {
    let writer: AnimationWriter
    var file: AtomicFile?
    var bytes = 0
    /// When the last frame begins and ends.
    var last: (startMs: Double, endMs: Double)?
    /// The shortest time between two frames, which is how long a last one without a length is shown.
    var usualMs = Double.infinity
  }

  private let state: Mutex<State>
  private let format: AnimationFormat
  private let output: OutputSettings

  init(
    _ output: OutputSettings, _ format: AnimationFormat, size: PixelSize<OutputSpace>,
    keepsTransparency: Bool
  ) throws {
    (self.output, self.format) = (output, format)
    let path = output.path
    let file = try ImagingError.ofFile { () throws(FileFault) in
      try AtomicFile(path: path, replacing: output.overwrites)
    }
    let writer = try AnimationWriter(
      format, size: size,
      quality: AnimationQuality(output.quality ?? format.usualQuality),
      keepsTransparency: keepsTransparency)
    state = Mutex(State(writer: writer, file: file))
  }

  func write(_ frame: NumberedPicture) throws {
    try state.withLock { state in
      if let last = state.last { state.usualMs = min(state.usualMs, frame.startMs - last.startMs) }
      state.last = (frame.startMs, frame.startMs + frame.lengthMs)
      try append(
        state.writer.add(frame.picture, startMs: frame.startMs), to: &state)
    }
  }

  /// Completes the file.
  ///
  /// - Returns: what was left out of it.
  func finish(into held: HeldFiles?) throws -> [String] {
    try state.withLock { state in
      if let last = state.last {
        let length = last.endMs - last.startMs
        let shown = length > 0 ? length : state.usualMs.isFinite ? state.usualMs : Self.stillMs
        try append(state.writer.finish(endMs: last.startMs + shown), to: &state)
      }
      guard let file = state.file.take() else { return [] }
      do throws(FileFault) {
        try file.finish(into: held)
      } catch {
        throw ImagingError(error)
      }
      let (dropped, kept) = (state.writer.droppedFrames, state.writer.frameCount)
      return dropped == 0
        ? []
        : [
          "\(dropped) of \(dropped + kept) frames are left out: \(format.name) shows"
            + " \(1000 / format.tickMs / format.shortestTicks) a second at most; .mp4 keeps all"
        ]
    }
  }

  /// How long a frame alone is shown, of which nothing says so.
  private static let stillMs = 1000.0

  private func append(_ bytes: [UInt8], to state: inout State) throws {
    state.bytes += bytes.count
    if let most = output.maxBytes, state.bytes > most {
      throw RenderingError.overBytes(found: state.bytes, limit: most)
    }
    do throws(FileFault) {
      try state.file?.append(bytes)
    } catch {
      throw ImagingError(error)
    }
  }
}

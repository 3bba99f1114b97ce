import ClipReading
package import ClipWriting
import Frames
import Imaging
package import Isolation
import Passes
import Placement
import Recipe
package import Recordings
import Timelines

/// Takes what the frames of a part come to, in their order; calls come from several threads, of a kind from one.
package protocol PartSink: Sendable {
  /// Takes what all packets are, before the first one.
  func begin(_ stream: PictureStream) throws
  /// Takes a packet of a clip.
  func add(_ picture: EncodedPicture) throws
  /// Takes a picture of numbered ones, as the file that it is.
  func add(picture file: [UInt8], number: Int) throws
  /// Takes the line of a frame of the placements sidecar, without its end.
  func add(placements line: [UInt8]) throws
}

/// Renders some frames in a row of what `RenderJob` renders as a whole, and hands out what they come to.
///
/// A frame looks as it does in the whole. Compressed they are by an encoder of their own, which begins with a key
/// picture.
package struct PartRender {
  package struct Result: Sendable {
    /// Frames that were rendered.
    package var frames: Int
    /// Those of them in which the avatar of at least one face was drawn; nil where no avatar has layers.
    package var facesDrawnFrames: Int?
    /// What a person should know, a line each.
    package var notes: [RenderNote]
    /// What could not be read of the clip, in one line; nil where all of it was.
    package var damage: String?
    /// The tick of the output at which the last frame ends; nil for pictures.
    package var endTick: Int64?

    package init(
      frames: Int, facesDrawnFrames: Int? = nil, notes: [RenderNote], damage: String?
    ) {
      (self.frames, self.facesDrawnFrames) = (frames, facesDrawnFrames)
      (self.notes, self.damage) = (notes, damage)
    }
  }

  private let settings: RenderSettings
  private let frames: PartFrames

  /// Makes the job.
  ///
  /// - Parameter settings: those of the whole.
  package init(_ settings: RenderSettings, frames: PartFrames) {
    var settings = settings
    settings.part = .frames(frames.source)
    // The plan's maker has held the tracking against the pictures; the first part tells what that came to.
    if frames.source.lowerBound > 0 { settings = settings.trustingTracking }
    (self.settings, self.frames) = (settings, frames)
  }

  /// Does the job.
  ///
  /// - Parameter check: is given the packages that are shown, before the first frame, and may refuse them.
  package func run(
    into sink: some PartSink, check: @escaping ([PackageIdentity]) throws -> Void = { _ in },
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> Result {
    let watch = RenderWatch(cancellation, tell: progress)
    func checkPackages(_ recording: OpenRecording) throws { try check(recording.packages) }
    switch settings.output.kind {
    case .clip:
      var driver = try FrameDriver(
        settings, for: settings.clipPurpose, part: frames, watch, check: checkPackages)
      let clip = try PartClipSink(driver, frames, sink)
      let encoder = clip.encoder
      var result = Result(try driver.run(into: clip))
      result.endTick = encoder.endTick
      return result
    case .animation(let format): throw RenderOutline.indivisible(format)
    case .picture, .pictures:
      var driver = try FrameDriver(
        settings, for: .pictures, part: frames, watch, check: checkPackages)
      return Result(try driver.run(into: PartPictureSink(driver, frames, sink)))
    }
  }
}

extension PartRender.Result {
  fileprivate init(_ summary: RenderSummary) {
    self.init(
      frames: summary.frames, facesDrawnFrames: summary.facesDrawnFrames,
      notes: summary.kindsOfNotes, damage: summary.damage)
  }
}

/// Hands the packets of a part of a clip to the part's sink.
private struct PartClipSink<Sink: PartSink>: ClipFrameSink {
  let encoder: PartEncoder
  private let sink: Sink
  /// What the first line of placements says beside its frame; nil after it.
  private var provenance: RecordingProvenance?
  let takesPlacements: Bool

  init(_ driver: FrameDriver, _ frames: PartFrames, _ sink: Sink) throws {
    let (recording, settings) = (driver.recording, driver.recording.settings)
    let encoding = try settings.encoder(colours: recording.clip.info.colourTags)
    encoder = try PartEncoder(
      settings: encoding, of: recording.clip, isOverlay: settings.passes.overlayOnly,
      size: recording.finishedSize, rate: driver.rate, speed: driver.speed,
      hasSquarePixels: recording.framing.hasSquarePixels, origin: frames.origin,
      lastFollowed: frames.lastFollowed)
    (self.sink, takesPlacements) = (sink, settings.output.placements != nil)
    provenance = frames.areFirst ? settings.recording.provenance : nil
    try sink.begin(encoder.stream)
  }

  var write: @Sendable (consuming VideoFrame) throws -> Void {
    { [encoder, sink] in for packet in try encoder.encode($0) { try sink.add(packet) } }
  }

  mutating func add(_ record: PlacementRecord) throws {
    try sink.add(record, of: provenance.take())
  }

  consuming func finish() throws -> [String] {
    for packet in try encoder.finish() { try sink.add(packet) }
    return [encoder.note].compactMap(\.self)
  }
}

/// Hands the pictures of a part to the part's sink, as the files that they are.
private struct PartPictureSink<Sink: PartSink>: PictureFrameSink {
  private let sink: Sink
  private let compression: PNG.Compression
  private var provenance: RecordingProvenance?
  let takesPlacements: Bool

  init(_ driver: FrameDriver, _ frames: PartFrames, _ sink: Sink) {
    provenance = frames.areFirst ? driver.recording.settings.recording.provenance : nil
    let output = driver.recording.settings.output
    (self.sink, compression) = (sink, output.kind.compression)
    takesPlacements = output.placements != nil
  }

  var write: @Sendable (NumberedPicture) throws -> Void {
    { [sink, compression] in
      try sink.add(
        picture: PNG.encode($0.picture, compression: compression), number: $0.number)
    }
  }

  mutating func add(_ record: PlacementRecord) throws {
    try sink.add(record, of: provenance.take())
  }

  consuming func finish() throws -> [String] { [] }
}

extension PartSink {
  fileprivate func add(_ record: PlacementRecord, of provenance: RecordingProvenance?) throws {
    var line: [UInt8] = []
    record.append(to: &line, of: provenance)
    try add(placements: line)
  }
}

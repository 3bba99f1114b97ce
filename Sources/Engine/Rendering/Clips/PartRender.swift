import Imaging
import Passes
import Placement
import Timelines
package import Video

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
  /// Which of the frames.
  package struct Frames: Sendable {
    /// Their numbers in the output: of the clip's frames, or along the grid of a rate.
    package var numbers: ClosedRange<Int>
    /// The places of the clip's frames that they show, as far as the whole goes on.
    package var source: ClosedRange<Int>
    /// The tick of the frames that is 0 in the output.
    package var origin: Int64
    /// The tick of the last one, where the whole goes on after it.
    package var lastFollowed: Int64?

    /// Makes a choice.
    package init(
      numbers: ClosedRange<Int>, source: ClosedRange<Int>, origin: Int64, lastFollowed: Int64?
    ) {
      (self.numbers, self.source) = (numbers, source)
      (self.origin, self.lastFollowed) = (origin, lastFollowed)
    }
  }

  /// What a part came to.
  package struct Result: Sendable {
    /// Frames that were rendered.
    package var frames: Int
    /// Those of them in which the avatar of at least one face was drawn; nil where nobody wears anything.
    package var facesDrawnFrames: Int?
    /// What a person should know, a line each.
    package var notes: [RenderNote]
    /// What could not be read of the clip, in one line; nil where all of it was.
    package var damage: String?
    /// The tick of the output at which the last frame ends; nil for pictures.
    package var endTick: Int64?
  }

  private let settings: RenderSettings
  private let frames: Frames

  /// Makes the job.
  ///
  /// - Parameter settings: those of the whole.
  package init(_ settings: RenderSettings, frames: Frames) {
    var settings = settings
    settings.part = .frames(frames.source)
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
    return switch settings.output.kind {
    case .clip: try renderClip(into: sink, check, watch)
    case .picture, .pictures: try renderPictures(into: sink, check, watch)
    }
  }

  private func renderClip(
    into sink: some PartSink, _ check: ([PackageIdentity]) throws -> Void, _ watch: RenderWatch
  ) throws -> Result {
    let output = settings.output
    let session = try OpenRecording(settings, for: output.clipPurpose)
    try check(session.packages)
    let clip = session.clip
    let encoder = try output.encoder(threads: settings.threads, colours: clip.info.colourTags)
    let rate = try output.rate(of: clip)
    let part = try PartEncoder(
      settings: encoder, of: clip, isOverlay: output.passes.overlayOnly,
      size: session.finishedSize, rate: rate, hasSquarePixels: session.framing.hasSquarePixels,
      origin: frames.origin, lastFollowed: frames.lastFollowed)
    try sink.begin(part.stream)
    var renderer = try session.finisher(output.passes, watch: watch)
    let drawn = DrawnFrames(session.textures)
    try loop(session, rate, drawn, watch).run { frame in
      let (index, state) = try (frame.index, renderer.state(of: frame))
      let finished = try renderer.frame(of: frame, at: state)
      drawn.count(state)
      try write(index, state, session, to: sink)
      return finished
    } write: {
      for packet in try part.encode($0) { try sink.add(packet) }
    }
    for packet in try part.finish() { try sink.add(packet) }
    let notes = [part.note].compactMap(\.self) + renderer.finish()
    var result = result(drawn, session, notes)
    result.endTick = part.endTick
    return result
  }

  private func renderPictures(
    into sink: some PartSink, _ check: ([PackageIdentity]) throws -> Void, _ watch: RenderWatch
  ) throws -> Result {
    let session = try OpenRecording(settings, for: .pictures)
    try check(session.packages)
    let rate = try settings.output.rate(of: session.clip)
    var renderer = try session.finisher(settings.output.passes, watch: watch)
    let drawn = DrawnFrames(session.textures)
    let compression = settings.output.kind.compression
    try loop(session, rate, drawn, watch).run { frame in
      let (index, state) = try (frame.index, renderer.state(of: frame))
      let picture = try renderer.picture(of: frame, at: state)
      drawn.count(state)
      try write(index, state, session, to: sink)
      return (index, picture)
    } write: { index, picture in
      try sink.add(picture: PNG.encode(picture, compression: compression), number: index)
    }
    return result(drawn, session, renderer.finish())
  }

  private func write(
    _ index: Int, _ state: FrameState, _ session: OpenRecording, to sink: some PartSink
  ) throws {
    guard settings.output.placements != nil else { return }
    var line: [UInt8] = []
    state.record(frame: index, of: session.textures.artwork, scenes: session.scenes.names)
      .append(to: &line)
    try sink.add(placements: line)
  }

  private func loop(
    _ session: OpenRecording, _ rate: FrameRate?, _ drawn: DrawnFrames, _ watch: RenderWatch
  ) -> FrameLoop {
    watch.expect(frames: frames.numbers.count)
    return FrameLoop(
      clip: session.clip, rate: rate, numbers: rate == nil ? nil : frames.numbers,
      cancellation: watch.cancellation, expectedFrames: frames.numbers.count
    ) {
      var told = $0
      told.facesDrawnFrames = drawn.withFaces
      watch.report(told)
    }
  }

  private func result(
    _ drawn: DrawnFrames, _ session: OpenRecording, _ notes: [String]
  ) -> Result {
    Result(
      frames: drawn.all, facesDrawnFrames: drawn.withFaces,
      notes: session.kindsOfNotes + notes.map { RenderNote(.finding, $0) },
      damage: session.damage)
  }
}

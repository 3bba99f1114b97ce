import ClipReading
import Frames
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import SceneFiles
import Timelines

/// Renders the frames of a recording in order: the one loop of all jobs that draw them.
///
/// It opens the recording, decodes, asks what is known at each frame's time, has the passes finish the frame,
/// tells how far it is, and ends where it is cancelled. What becomes of the finished frames is the sink's.
struct FrameDriver {
  let recording: OpenRecording
  /// The rate of the frames; nil for the clip's own.
  let rate: FrameRate?
  /// How fast the clip is shown.
  let speed: PlaybackSpeed
  /// Which of the frames of the output; nil for all of the clip's part.
  private let part: PartFrames?
  private var renderer: any FrameFinisher
  private let drawn: DrawnFrames
  private let watch: RenderWatch

  /// Opens a recording, to render the frames that the settings ask for.
  ///
  /// - Parameters:
  ///   - part: the frames that the part has in the whole; nil for the whole.
  ///   - check: is given the recording with the packages that are shown, and may refuse it.
  init(
    _ settings: RenderSettings, for purpose: OpenRecording.Purpose,
    part: PartFrames? = nil, _ watch: RenderWatch,
    check: (OpenRecording) throws -> Void = { _ in }
  ) throws {
    try settings.passes.check()
    recording = try OpenRecording(settings, for: purpose)
    try check(recording)
    if purpose != .pictures { try settings.passes.check(on: recording.clip.info.colourTags) }
    rate = try settings.output.rate(of: recording.clip)
    speed = try settings.output.playbackSpeed(of: recording.clip)
    self.part = part
    renderer = try recording.finisher(recording.settings.passes, watch: watch)
    drawn = DrawnFrames(recording.textures)
    self.watch = watch
    watch.expect(frames: part?.numbers.count ?? recording.expectedFrames(at: rate, speed: speed))
  }

  /// Renders frames of the clip's own rate by another renderer than the settings ask for.
  init(_ recording: OpenRecording, _ renderer: RecordingRenderer, _ watch: RenderWatch) {
    (self.recording, self.renderer, self.watch) = (recording, renderer, watch)
    (rate, part, drawn) = (nil, nil, DrawnFrames(recording.textures))
    speed = .own
  }

  /// Renders all frames into a clip; decoding, drawing and writing go on side by side.
  mutating func run<Sink: ClipFrameSink & ~Copyable>(
    into sink: consuming Sink
  ) throws -> RenderSummary {
    let write = sink.write
    return try run(into: sink, write: write) { frame, state, renderer in
      try renderer.frame(of: frame, at: state)
    }
  }

  /// Renders all frames as pictures; decoding, drawing and writing go on side by side.
  mutating func run<Sink: PictureFrameSink & ~Copyable>(
    into sink: consuming Sink
  ) throws -> RenderSummary {
    let write = sink.write
    // Frames of a rate are counted in the output's time, the clip's own in the clip's.
    let tickMs = 1000 * (rate?.timeBase ?? speed.output(recording.clip.info.timeBase)).value
    let factor = speed.value
    return try run(into: sink, write: { try write($0) }) { frame, state, renderer in
      let (number, startMs) = (frame.index, frame.timestampMs / factor)
      let lengthMs = Double(frame.duration) * tickMs
      return NumberedPicture(
        number: number, picture: try renderer.picture(of: frame, at: state), startMs: startMs,
        lengthMs: lengthMs)
    }
  }

  private mutating func run<Sink: FrameSink & ~Copyable, Product: ~Copyable & Sendable>(
    into sink: consuming Sink, write: @escaping @Sendable (consuming Product) throws -> Void,
    finish: (consuming VideoFrame, FrameState, inout any FrameFinisher) throws -> Product
  ) throws -> RenderSummary {
    let loop = FrameLoop(
      watch.cancellation, expectedFrames: watch.expectedFrames,
      decodedAhead: FrameLoop.decodedAhead(of: recording.clip)
    ) { [drawn, watch] in
      var told = $0
      told.facesDrawnFrames = drawn.withFaces
      watch.report(told)
    }
    try loop.run(
      decode: { [clip = recording.clip, rate, speed, part] push in
        guard let rate else {
          var frames = ThinnedFrames(
            of: clip, for: speed, numbers: part?.numbers, firstMs: part?.firstMs)
          while let frame = try frames.next() { try push(frame) }
          return
        }
        var frames = EvenFrames(of: clip, at: rate, speed: speed, numbers: part?.numbers)
        while let frame = try frames.next() { try push(frame) }
      }, timeMs: { [speed] in $0.timestampMs / speed.value },
      compose: { frame in
        let (index, state) = try (frame.index, next(frame))
        let product = try finish(frame, state, &renderer)
        if sink.takesPlacements { try sink.add(record(of: state, frame: index)) }
        return product
      }, write: write)
    return summary(adding: try sink.finish() + renderer.finish())
  }

  /// Renders chosen frames as pictures, one after the other; nothing is decoded after the last.
  ///
  /// - Parameters:
  ///   - most: how many are rendered at most.
  ///   - isWanted: whether a frame is rendered; asked of each, in order.
  ///   - body: takes each picture, with the state at its time and where its layers went.
  mutating func pictures(
    most: Int, where isWanted: (borrowing VideoFrame) -> Bool,
    _ body: (StraightRGBA8, FrameState, PlacementRecord) throws -> Void
  ) throws -> RenderSummary {
    let meter = ProgressMeter(expectedFrames: watch.expectedFrames)
    while drawn.all < most, let frame = try recording.clip.nextFrame() {
      try watch.cancellation.check()
      guard isWanted(frame) else { continue }
      let (index, state) = try (frame.index, next(frame))
      try body(
        renderer.picture(of: frame, at: state), state, record(of: state, frame: index))
      watch.report(meter.progress(drawn.all, outTimeMs: state.timeMs, isFinished: false))
    }
    return summary(adding: renderer.finish())
  }

  private mutating func next(_ frame: borrowing VideoFrame) throws -> FrameState {
    let state = try renderer.state(of: frame)
    drawn.count(state)
    return state
  }

  private func record(of state: FrameState, frame: Int) -> PlacementRecord {
    state.record(
      frame: frame, of: recording.textures.artwork, scenes: recording.scenes.names)
  }

  private func summary(adding notes: [String]) -> RenderSummary {
    var summary = RenderSummary(
      frames: drawn.all, facesDrawnFrames: drawn.withFaces,
      output: recording.settings.output.path, damage: recording.damage)
    summary.kindsOfNotes = recording.notes
    summary.trackingDoubts = recording.trackingDoubts
    summary.alternativeText = drawn.words(
      scenes: recording.scenes.packages.map(\.scene),
      before: recording.settings.passes.backgroundInWords)
    return summary.adding(notes: notes)
  }
}

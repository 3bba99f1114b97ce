import ClipReading
import Frames
import Geometry
import Imaging
import Isolation
import Recordings
import Rendering
import Snapshots

/// The frames of a segment: decoded by one thread, drawn by another, each in their order.
final class ReelSegmentFrames: @unchecked Sendable {
  /// A frame of a segment that is not drawn yet: one of each of its recordings, none of a picture.
  struct Decoded: ~Copyable, Sendable {
    let frames: ReelSegmentFrames
    /// Its number in the segment.
    let number: Int
    var first, second: VideoFrame?
  }

  let segment: ReelPlan.Segment
  private let plan: ReelPlan
  private let memory: FrameMemory
  private var sources: [RecordingFrames?] = []
  /// The pictures of pages and stills; nil of recordings that move.
  private var pictures: [ReelPicture?] = []
  private let watch: RenderWatch
  /// The last frame of each recording, and how many could not be decoded after it.
  private var held = HeldFrames()
  private var missing = 0
  private var pictureNotes: [RenderNote] = []
  private var pictureDamage: [String] = []
  private let first: Int
  private var next: Int
  private let check: (([PackageIdentity]) throws -> Void)?

  /// Describes the frames; nothing is opened before the first is asked for.
  ///
  /// - Parameters:
  ///   - first: the number of that in the segment.
  ///   - check: is given the packages that a recording shows, and may refuse them.
  init(
    _ segment: ReelPlan.Segment, from first: Int = 0, of plan: ReelPlan, _ memory: FrameMemory,
    _ watch: RenderWatch, _ check: (([PackageIdentity]) throws -> Void)? = nil
  ) {
    (self.segment, self.plan, self.memory, self.watch) = (segment, plan, memory, watch)
    (self.first, next, self.check) = (first, first, check)
  }

  /// The next frame; nil at the end.
  func decoded() throws -> Decoded? {
    guard next < segment.count else { return nil }
    if next == first { try open() }
    defer { next += 1 }
    var frames = Decoded(frames: self, number: next)
    frames.first = try sources[0]?.decoded()
    if sources.count > 1 { frames.second = try sources[1]?.decoded() }
    return frames
  }

  private func open() throws {
    for cell in segment.cells {
      try watch.cancellation.check()
      switch cell.source {
      case .clip(let settings, let numbers):
        let number = min(numbers.lowerBound + first, numbers.upperBound)
        let recording = try OpenRecording(
          first == 0 ? settings : part(of: settings, from: number), for: .opaqueClip)
        try check?(recording.packages)
        sources.append(
          try RecordingFrames(
            recording, at: plan.rate, numbers: number...numbers.upperBound, watch))
        pictures.append(nil)
      case .picture(let settings):
        try check?(OpenRecording(settings.render, for: .pictures).packages)
        let made = try SnapshotJob(settings).render(cancellation: watch.cancellation)
        sources.append(nil)
        pictureNotes += made.summary.kindsOfNotes
        pictureDamage += [made.summary.damage].compactMap(\.self)
        pictures.append(
          try ReelPicture(
            made.picture, in: cell.size, frames: segment.count, plan.encoding, memory))
      }
    }
  }

  /// A recording from the frame on that is on show at one of the rate, so that none before it is decoded.
  private func part(of settings: RenderSettings, from number: Int) throws -> RenderSettings {
    let clip = try settings.recording.open(settings.part, ReadingOptions())
    let table = try clip.frameTable()
    guard let even = table.even(of: clip, at: plan.rate) else { return settings }
    var settings = settings
    settings.part = .frames(
      even.place(of: number, in: table)...(table.firstPlace + table.ticks.count - 1))
    return settings
  }

  /// Draws a frame, which fills the reel's.
  func drawn(_ decoded: consuming Decoded) throws -> VideoFrame {
    let number = decoded.number
    let first = try finished(decoded.first.take(), 0, number)
    guard segment.cells.count > 1 else { return first }
    let second = try finished(decoded.second.take(), 1, number)
    var whole: VideoFrame
    if segment.cells[0].size == plan.size {
      whole = first
    } else {
      whole = try VideoFrame.black(plan.size, plan.encoding, memory: memory)
      try whole.lay(first, column: segment.cells[0].column, row: segment.cells[0].row)
    }
    try whole.lay(second, column: segment.cells[1].column, row: segment.cells[1].row)
    return whole
  }

  /// What a cell shows; of a recording that ended early the last that there was.
  private func finished(
    _ frame: consuming VideoFrame?, _ cell: Int, _ number: Int
  ) throws -> VideoFrame {
    if let picture = pictures[cell] { return try picture.frame(number) }
    guard let frame, let source = sources[cell] else {
      // Its frames were counted by the container's index, and fewer could be decoded.
      missing += 1
      return try held.frame(cell)
        ?? VideoFrame.black(segment.cells[cell].size, plan.encoding, memory: memory)
    }
    let drawn = try source.finished(frame).planar(plan.encoding)
    try held.keep(drawn, cell)
    return drawn
  }

  /// Ends the work.
  ///
  /// - Returns: what a person should know of it, and what could not be read, a line each.
  func finish() -> (notes: [RenderNote], damages: [String]) {
    defer {
      (sources, pictures) = ([], [])
      held = HeldFrames()
    }
    let told = sources.compactMap { $0?.finish() }
    var damages = told.compactMap(\.damage) + pictureDamage
    if missing > 0 {
      damages.append("\(missing) frames could not be decoded; the last one is shown in their place")
    }
    return (told.flatMap(\.notes) + pictureNotes, damages)
  }
}

/// The last frame of each of two recordings.
private struct HeldFrames: ~Copyable {
  private var first, second: VideoFrame?

  mutating func keep(_ frame: borrowing VideoFrame, _ cell: Int) throws {
    if cell == 0 { first = try frame.copied() } else { second = try frame.copied() }
  }

  mutating func frame(_ cell: Int) throws -> VideoFrame? {
    guard let frame = cell == 0 ? first.take() : second.take() else { return nil }
    try keep(frame, cell)
    return frame
  }
}

/// A picture that moves slowly over a cell, so that a page is no standstill.
private final class ReelPicture {
  private let picture: VideoFrame
  private let size: PixelSize<OutputSpace>
  private let frames: Int
  private let way: SIMD2<Double>

  /// How much larger than the cell the picture is, which is how far it moves.
  private static let travel = 0.04

  init(
    _ picture: StraightRGBA8, in size: PixelSize<OutputSpace>, frames: Int,
    _ encoding: YUVEncoding, _ memory: FrameMemory
  ) throws {
    (self.size, self.frames) = (size, frames)
    // A page may be many times as large as its cell, and its canvas as much wider.
    let scale = min(
      1, Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    let picture =
      scale < 1
      ? picture.resampled(
        to: PixelSize<OutputSpace>(
          clamping: Int((Double(picture.width) * scale).rounded()),
          Int((Double(picture.height) * scale).rounded()))) : picture
    func larger(_ side: Int) -> Int { side + max(2, Int(Double(side) * Self.travel / 2) * 2) }
    let own = PixelSize<OutputSpace>(clamping: picture.width, picture.height)
    // None of it is cut: a page has words at its edges.
    let whole = Rectangle(own)
    let plan = CropPlan(
      to: .size(size), of: own,
      around: CropSubject(kept: whole, roomy: whole, focus: whole.center))
    let large = PixelSize<OutputSpace>(clamping: larger(size.width), larger(size.height))
    let fitted = picture.cropped(by: plan).resampled(to: large)
    self.picture = try VideoFrame(from: fitted, encoding: encoding, memory: memory)
    // Across in a wide frame, down in a high one.
    let (x, y) = (Double(large.width - size.width), Double(large.height - size.height))
    way = size.width >= size.height ? SIMD2(x, 0) : SIMD2(0, y)
  }

  func frame(_ number: Int) throws -> VideoFrame {
    let part = frames > 1 ? Double(number) / Double(frames - 1) : 0
    // As fine as the filter between pixels is.
    let place = (way * part * 32).rounded(.toNearestOrAwayFromZero) / 32
    let (x, y) = (Int(place.x) & ~1, Int(place.y) & ~1)
    return try picture.copied().cropped(
      columns: x..<(x + size.width), rows: y..<(y + size.height),
      shift: SIMD2(place.x - Double(x), place.y - Double(y)))
  }
}

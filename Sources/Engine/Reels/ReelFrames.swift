import Frames
import Recordings
import Rendering

/// The frames of a reel, or some of them in a row: decoded by one thread, drawn by another, each in their order.
final class ReelFrames: @unchecked Sendable {
  /// A frame that is not drawn yet: of one segment, or of two while one takes the place of the other.
  struct Decoded: ~Copyable, Sendable {
    let number: Int
    var before, after: ReelSegmentFrames.Decoded?
  }

  private let plan: ReelPlan
  private let segments: [ReelSegmentFrames]
  private let last: Int
  private var number: Int
  /// The segment that is seen, or comes.
  private var current = 0
  /// What is to be said of the segments that are over, by the thread that draws, and what could not be read of them.
  private(set) var notes: [RenderNote] = []
  private(set) var damages: [String] = []

  /// - Parameter check: is given the packages that a recording shows, before its first frame, and may refuse them.
  init(
    _ plan: ReelPlan, _ numbers: Range<Int>, _ watch: RenderWatch,
    check: (([PackageIdentity]) throws -> Void)? = nil
  ) {
    self.plan = plan
    (number, last) = (numbers.lowerBound, numbers.upperBound - 1)
    let memory = FrameMemory()
    segments = plan.segments.map { segment in
      ReelSegmentFrames(
        segment, from: max(0, numbers.lowerBound - segment.start), of: plan, memory, watch, check)
    }
  }

  /// The next frame; nil at the end.
  func next() throws -> Decoded? {
    guard number <= last else { return nil }
    defer { number += 1 }
    while current + 1 < segments.count, number >= segments[current].segment.end { current += 1 }
    var decoded = Decoded(number: number)
    decoded.before = try segments[current].decoded()
    if current + 1 < segments.count, number >= segments[current + 1].segment.start {
      decoded.after = try segments[current + 1].decoded()
    }
    return decoded
  }

  /// Draws a frame with its titles.
  func drawn(_ decoded: consuming Decoded, _ titles: ReelTitles) throws -> VideoFrame {
    let number = decoded.number
    guard let before = decoded.before.take() else { throw ReelError.lostFrame }
    let segment = before.frames.segment
    var frame = try drawn(before, titles)
    if let after = decoded.after.take() {
      let next = after.frames.segment
      let second = try drawn(after, titles)
      let part = (Double(number - next.start) + 1) / Double(next.lead + 1)
      frame = try ReelMixer.mixed(frame, second, next.transition.kind, part: part)
    }
    if number == segment.end - 1 { finish(segment) }
    if number == last {
      for segment in plan.segments where (segment.start..<segment.end - 1).contains(last) {
        finish(segment)
      }
    }
    frame.index = number
    frame.pts = ReelPlan.tick(of: number)
    frame.duration = FrameRate.ticksPerFrame
    frame.timestampMs = Double(number) * plan.rate.periodMs
    return frame
  }

  private func finish(_ segment: ReelPlan.Segment) {
    guard let index = segments.firstIndex(where: { $0.segment.start == segment.start }) else {
      return
    }
    let told = segments[index].finish()
    let prefix = ReelPlan.prefix(ofSegment: index)
    notes += told.notes.map { RenderNote($0.kind, prefix + $0.line) }
    damages += told.damages.map { prefix + $0 }
  }

  private func drawn(
    _ decoded: consuming ReelSegmentFrames.Decoded, _ titles: ReelTitles
  ) throws -> VideoFrame {
    let (frames, number) = (decoded.frames, decoded.number)
    var frame = try frames.drawn(decoded)
    if let title = frames.segment.title {
      try titles.draw(title, number: number, of: frames.segment.count, on: &frame)
    }
    return frame
  }
}

import ClipReading
import Drawing
import Foundation
import Frames
import Geometry
public import Imaging
public import Isolation
import Recordings
public import Rendering

extension ReelJob {
  /// Draws what of each segment is seen at its begin, in its middle and at its end, side by side: a glance at the reel
  /// before it is rendered.
  public func storyboard(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> (picture: StraightRGBA8, summary: RenderSummary) {
    let plan = try ReelPlan(settings, cancellation)
    let watch = RenderWatch(cancellation, tell: progress)
    let titles = ReelTitles(on: plan.size, plan.rate)
    let memory = FrameMemory()
    let meter = ProgressMeter(expectedFrames: 3 * plan.segments.count)
    var pictures: [StraightRGBA8] = []
    var (notes, damages): ([String], [String]) = (plan.notes, [])
    for (index, segment) in plan.segments.enumerated() {
      for number in [segment.lead, (segment.lead + segment.count) / 2, segment.count - 1] {
        try cancellation.check()
        let frames = ReelSegmentFrames(segment, from: number, of: plan, memory, watch)
        guard let decoded = try frames.decoded() else { continue }
        var frame = try frames.drawn(decoded)
        if let title = segment.title {
          try titles.draw(title, number: number, of: segment.count, on: &frame)
        }
        let told = frames.finish()
        let prefix = ReelPlan.prefix(ofSegment: index)
        if number == segment.lead { notes += told.notes.map { prefix + $0.line } }
        damages += told.damages.map { prefix + $0 }
        var picture = try frame.toStraightRGBA8().resampled(to: Self.cell(of: plan.size))
        let seconds = Double(segment.start + number) * plan.rate.periodMs / 1000
        let words = String(format: "%d  %.1f s", index + 1, seconds)
        let isFirst = number == segment.lead && index > 0
        try Label(isFirst ? "\(words)  \(segment.transition.kind.rawValue)" : words, size: 14)
          .draw(on: &picture, at: Point2(10, Double(picture.height) - 9))
        pictures.append(picture)
        watch.report(meter.progress(pictures.count, outTimeMs: 1000 * seconds, isFinished: false))
      }
    }
    guard let sheet = ContactSheet(columns: 3).picture(of: pictures) else {
      throw ReelError.lostFrame
    }
    var summary = RenderSummary(
      frames: pictures.count, output: settings.output.path, notes: notes)
    if !damages.isEmpty { summary.damage = damages.joined(separator: "; ") }
    return (sheet, summary)
  }

  /// The width of a picture of the sheet, in pixels.
  private static let cellWidth = 320

  private static func cell(of size: PixelSize<OutputSpace>) -> PixelSize<OutputSpace> {
    PixelSize(clamping: cellWidth, max(1, cellWidth * size.height / size.width))
  }
}

internal import Isolation
internal import Recordings
internal import Reels
internal import Rendering

extension PlannedWork {
  /// Renders a part of a plan.
  func render(
    _ part: RenderPlan.Part, of plan: RenderPlan, into files: PartFileWriter,
    _ cancellation: Cancellation, _ progress: @escaping (RenderProgress) -> Void
  ) throws -> PartRender.Result {
    switch self {
    case .recording(let settings):
      let frames = PartFrames(
        numbers: part.frames, source: part.source, origin: Int64(plan.output.origin),
        lastFollowed: part.lastFollowed.map { Int64($0) }, firstMs: plan.output.startMs,
        areFirst: part == plan.parts.first)
      return try PartRender(settings, frames: frames).run(
        into: files, check: plan.check, cancellation: cancellation, progress: progress)
    case .reel(let settings):
      guard let schedule = plan.reel?.schedule else { throw PartsError.otherKind }
      return try ReelPart(settings, schedule, frames: part.frames).run(
        into: files, isLast: part.lastFollowed == nil, check: plan.checkShown,
        cancellation: cancellation, progress: progress)
    }
  }
}

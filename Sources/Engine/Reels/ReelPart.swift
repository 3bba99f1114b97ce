import ClipWriting
import Frames
package import Isolation
import Recordings
package import Rendering

/// Makes some frames in a row of what `ReelJob` makes as a whole, and hands out what they come to.
package struct ReelPart {
  private let settings: ReelSettings
  private let schedule: ReelSchedule
  private let numbers: ClosedRange<Int>

  /// Makes the job.
  ///
  /// - Parameters:
  ///   - schedule: that of the whole.
  ///   - numbers: the frames, counted from the reel's first.
  package init(_ settings: ReelSettings, _ schedule: ReelSchedule, frames numbers: ClosedRange<Int>)
  {
    (self.settings, self.schedule, self.numbers) = (settings, schedule, numbers)
  }

  /// Does the job.
  ///
  /// - Parameters:
  ///   - isLast: whether no frame follows.
  ///   - check: is given the packages that a recording shows, before its first frame, and may refuse them.
  package func run(
    into sink: some PartSink, isLast: Bool, check: @escaping ([PackageIdentity]) throws -> Void,
    cancellation: Cancellation, progress: @escaping (RenderProgress) -> Void
  ) throws -> PartRender.Result {
    let plan = try ReelPlan(settings, on: schedule, cancellation)
    let encoder = try PartEncoder(
      settings: settings.encoder, video: plan.video, origin: 0,
      lastFollowed: isLast ? nil : ReelPlan.tick(of: numbers.upperBound))
    try sink.begin(encoder.stream)
    let frames = try plan.run(
      numbers.lowerBound..<numbers.upperBound + 1, RenderWatch(cancellation, tell: progress),
      check: check
    ) { frame in for packet in try encoder.encode(frame) { try sink.add(packet) } }
    for packet in try encoder.finish() { try sink.add(packet) }
    var result = PartRender.Result(
      frames: numbers.count,
      notes: frames.notes + [encoder.note].compactMap { $0.map { RenderNote(.finding, $0) } },
      damage: frames.damages.isEmpty ? nil : frames.damages.joined(separator: "; "))
    result.endTick = encoder.endTick
    return result
  }
}

extension ReelPlan {
  /// The tick at which a frame is shown.
  package static func tick(of number: Int) -> Int64 { Int64(number) * FrameRate.ticksPerFrame }
}

internal import Foundation
public import Isolation
internal import Recordings
public import Rendering
internal import Synchronization
internal import Threads

/// Makes all parts of a plan in this process, several at a time, and joins them.
///
/// Parts that an earlier run left are not made again.
public struct PartsRender {
  private let plan: RenderPlan
  private let store: any PartStore

  /// Prepares the job.
  public init(_ plan: RenderPlan, in store: any PartStore) {
    (self.plan, self.store) = (plan, store)
  }

  /// How many parts are made at a time.
  static func width(of parts: Int) -> Int { max(1, min(Processors.available, parts, 16)) }

  /// Does the job.
  ///
  /// - Throws: as `PartJob.run` and `JoinJob.run`; the first fault stops all parts.
  public func run(
    _ work: PlannedWork, cancellation: Cancellation = Cancellation(),
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) throws -> RenderSummary {
    let stop = Cancellation()
    let shared = Progress(plan, progress)
    let next = Mutex(0)
    let threads = (0..<Self.width(of: plan.parts.count)).map { number in
      StageThread(named: "part \(number)") { [plan, store] in
        do {
          while let part = next.withLock({ next -> Int? in
            defer { next += 1 }
            return plan.parts.indices.contains(next) ? next : nil
          }) {
            if cancellation.isRequested || stop.isRequested { throw RenderingError.interrupted }
            // The inputs were hashed a moment ago, when the plan was made.
            let outcome = try PartJob(part, of: plan, in: store).run(
              { work }, checksInputs: false, cancellation: stop
            ) {
              if cancellation.isRequested { stop.request() }
              shared.report($0, of: part)
            }
            if case .wasDone = outcome { shared.wasDone(part) }
          }
        } catch {
          stop.request()
          throw error
        }
      }
    }
    // A part that is being opened tells of no frame yet.
    let areOver = Cancellation()
    let watch = StageThread(named: "stop") {
      while !areOver.isRequested {
        if cancellation.isRequested { return stop.request() }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    let failures = threads.compactMap { $0.join() }
    areOver.request()
    _ = watch.join()
    if let cause = failures.first(where: { $0 as? RenderingError != .interrupted })
      ?? failures.first
    {
      throw cause
    }
    let summary = try JoinJob(plan, in: store).run(
      work, checksInputs: false, cancellation: cancellation)
    shared.finish()
    return summary
  }

  /// Adds up how far the parts are.
  private final class Progress: Sendable {
    private struct State {
      var frames: [Int: Int] = [:]
      var faces: [Int: Int] = [:]
    }

    private let state = Mutex(State())
    private let meter: ProgressMeter
    private let tell: @Sendable (RenderProgress) -> Void
    private let plan: RenderPlan

    init(_ plan: RenderPlan, _ tell: @escaping @Sendable (RenderProgress) -> Void) {
      (self.plan, self.tell) = (plan, tell)
      meter = ProgressMeter(expectedFrames: plan.frameCount)
    }

    func report(_ progress: RenderProgress, of part: Int) {
      state.withLock { state in
        state.frames[part] = progress.frame
        state.faces[part] = progress.facesDrawnFrames
        send(state, isFinished: false)
      }
    }

    func wasDone(_ part: Int) {
      state.withLock { state in
        state.frames[part] = plan.parts[part].frames.count
        send(state, isFinished: false)
      }
    }

    func finish() { state.withLock { send($0, isFinished: true) } }

    /// Called with the lock held, so that what is told goes on.
    private func send(_ state: State, isFinished: Bool) {
      let frames = state.frames.values.reduce(0, +)
      let share = Double(frames) / Double(max(1, plan.frameCount))
      var told = meter.progress(
        frames, outTimeMs: share * (plan.output.endMs - plan.output.startMs),
        isFinished: isFinished)
      told.facesDrawnFrames = state.faces.isEmpty ? nil : state.faces.values.reduce(0, +)
      tell(told)
    }
  }
}

internal import Foundation
public import Isolation
internal import Recordings
public import Rendering

/// Makes a part of a plan, and keeps it in a store.
///
/// A part that is done is not made again; one whose files are damaged is. A killed worker leaves nothing that
/// another worker would take for the part.
public struct PartJob {
  /// What became of the part.
  public enum Outcome: Hashable, Sendable {
    /// It was made, of so many frames; what could not be read of the clip.
    case made(frames: Int, damage: String?)
    /// It was there already.
    case wasDone
  }

  private let plan: RenderPlan
  private let fingerprint: String
  private let number: Int
  private let store: any PartStore
  private let key: PartKey?

  /// Prepares a part.
  ///
  /// - Parameters:
  ///   - number: counts from 0.
  ///   - key: what its receipt is signed with; nil for no signature.
  /// - Throws: `PartsError.noSuchPart`.
  public init(
    _ number: Int, of plan: RenderPlan, in store: any PartStore, key: PartKey? = nil
  ) throws(PartsError) {
    guard plan.parts.indices.contains(number) else {
      throw .noSuchPart(found: number, count: plan.parts.count)
    }
    (self.plan, self.number, self.store, self.key) = (plan, number, store, key)
    fingerprint = plan.fingerprint
  }

  /// Makes the part.
  ///
  /// - Parameters:
  ///   - work: what the plan's request stands for on this machine; not asked for where the part is done.
  ///   - checksInputs: whether the files that are read are compared with those of the plan.
  /// - Throws: `PartsError`, and as `RenderJob.run`.
  public func run(
    _ work: () throws -> PlannedWork, checksInputs: Bool = true,
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> Outcome {
    if case .done = try PartCheck(plan, in: store, key: key).state(of: number) {
      return .wasDone
    }
    try plan.renderer.check(against: .ofThisProgram())
    try plan.checkConsent()
    if checksInputs { for input in plan.inputs { try input.check() } }
    var work = try work().with(threads: plan.threads)
    if case .recording(var settings) = work {
      settings.recording.provenance = plan.provenance
      work = .recording(settings)
    }
    return try make(work, cancellation, progress)
  }

  private func name(_ kind: PartFileName.Kind) -> PartFileName {
    PartFileName(fingerprint: fingerprint, part: number, kind: kind)
  }

  private func make(
    _ work: PlannedWork, _ cancellation: Cancellation,
    _ progress: @escaping (RenderProgress) -> Void
  ) throws -> Outcome {
    let (sums, result) = try render(work, cancellation, progress)
    if result.damage != nil {
      // A file that could not be read for a moment looks as a damaged one does, which comes out the same again.
      for input in plan.inputs { try input.check(isWhole: true) }
      let (again, _) = try render(work, cancellation, progress)
      guard again == sums else {
        throw PartsError.unsteady(part: number, path: work.name)
      }
    }
    try check(sums, result)
    let hasPlacements = sums.placements != nil
    try store.publish(name(.data))
    if hasPlacements { try store.publish(name(.placements)) }
    var receipt = PartReceipt(
      fingerprint: fingerprint, part: number, processor: PartReceipt.processor,
      frames: result.frames, facesDrawnFrames: result.facesDrawnFrames,
      endTick: result.endTick.map { Int($0) }, delay: sums.delay, stream: sums.stream,
      data: sums.data,
      placements: sums.placements, notes: result.notes, damage: result.damage)
    if let key { receipt.signature = try key.signature(of: receipt) }
    var file = try PartOutput(store.localPath(of: name(.receipt)), in: store.place)
    try file.append(receipt.json.utf8)
    _ = try file.finish()
    try store.publish(name(.receipt))
    return .made(frames: result.frames, damage: result.damage)
  }

  /// Renders the part into files that are not taken for the part yet.
  private func render(
    _ work: PlannedWork, _ cancellation: Cancellation,
    _ progress: @escaping (RenderProgress) -> Void
  ) throws -> (PartFileWriter.Sums, PartRender.Result) {
    let files = try PartFileWriter(
      data: store.localPath(of: name(.data)),
      placements: work.output.placements == nil
        ? nil : store.localPath(of: name(.placements)),
      place: store.place)
    let result = try work.render(plan.parts[number], of: plan, into: files, cancellation, progress)
    return (try files.finish(), result)
  }

  /// Throws where other frames came than the plan says; of a damaged clip some may be missing.
  private func check(_ sums: PartFileWriter.Sums, _ result: PartRender.Result) throws(PartsError) {
    guard result.damage == nil else { return }
    let part = plan.parts[number]
    guard sums.records == part.frames.count else {
      throw .otherFrames(
        part: number, found: PartNumbers.count(sums.records, "frame"),
        expected: "\(part.frames.count)")
    }
    guard sums.stream != nil else { return }
    let found = RenderPlan.hash(ofTicks: sums.ticks)
    guard found == part.times else {
      throw .otherFrames(
        part: number, found: "frames at times with the hash \(found.prefix(12))...",
        expected: "\(part.times.prefix(12))...")
    }
  }
}

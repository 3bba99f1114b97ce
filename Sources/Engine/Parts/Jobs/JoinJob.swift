internal import ClipReading
internal import Foundation
public import Isolation
internal import Recordings
internal import Reels
public import Rendering
internal import Text

/// Puts the parts of a plan together: their packets into a clip with the sound of the recordings, or their pictures
/// into files, and their placements into one sidecar.
///
/// The output appears under its name only when it is complete.
public struct JoinJob {
  private let plan: RenderPlan
  private let store: any PartStore
  private let fingerprint: String
  private let key: PartKey?

  /// Prepares the job.
  ///
  /// - Parameter key: what receipts must be signed with; nil where signatures are no matter.
  public init(_ plan: RenderPlan, in store: any PartStore, key: PartKey? = nil) {
    (self.plan, self.store, self.key) = (plan, store, key)
    fingerprint = plan.fingerprint
  }

  /// Does the job.
  ///
  /// - Parameters:
  ///   - work: what the plan's request stands for on this machine; its output's path, and whether that is
  ///     replaced, may be others.
  ///   - checksInputs: whether the files that are read are compared with those of the plan.
  /// - Throws: `PartsError` for parts that are missing, damaged or do not go together, and as `RenderJob.run`.
  public func run(
    _ work: PlannedWork, checksInputs: Bool = true,
    cancellation: Cancellation = Cancellation(),
    progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws -> RenderSummary {
    try plan.renderer.check(against: .ofThisProgram())
    try plan.checkConsent()
    let receipts = try receipts()
    try check(receipts)
    let output = work.output
    try checkKind(of: output.path)
    if checksInputs { for input in plan.inputs { try input.check(isWhole: true) } }
    var sidecar = try output.placements.map {
      try JoinedLines($0, overwrites: output.overwrites)
    }
    var summary = summary(receipts, output.path)
    func step(_ number: Int) throws {
      if cancellation.isRequested { throw RenderingError.interrupted }
      progress(number, receipts.count)
    }
    switch plan.output.container {
    case nil:
      let files = JoinedPictures(output)
      try joined(receipts, &sidecar, step) { path, receipt in
        try files.add(path, receipt, plan.parts[receipt.part])
      }
      try files.keep()
    case .some:
      let clip = JoinedClip(plan, work, receipts, cancellation)
      try joined(receipts, &sidecar, step) { path, receipt in try clip.add(path, receipt) }
      try clip.finish()
      summary = summary.adding(notes: clip.notes)
      summary.lostSound = clip.lostSound
    }
    try sidecar?.finish()
    return summary
  }

  /// Throws where the output is of another kind than the plan says.
  private func checkKind(of path: String) throws {
    let container = path.lowercased().hasSuffix(".png") ? nil : try OutputContainer(path: path)
    guard container?.rawValue != plan.output.container else { return }
    throw PartsError.unfit(
      "\(path): the plan is for \(plan.output.container.map { "a .\($0) file" } ?? "pictures"); name such"
        + " an output, or make another plan")
  }

  /// What all parts came to, whose files are as they were.
  private func receipts() throws -> [PartReceipt] {
    let check = PartCheck(plan, in: store, key: key)
    var (found, missing, damaged) = ([PartReceipt](), [Int](), [(Int, String)]())
    for number in plan.parts.indices {
      switch try check.state(of: number) {
      case .missing: missing.append(number)
      case .damaged(let reason): damaged.append((number, reason))
      case .done(let receipt): found.append(receipt)
      }
    }
    if let first = damaged.first {
      throw PartsError.damaged(
        place: store.place, parts: damaged.map(\.0), reason: first.1)
    }
    guard missing.isEmpty else {
      throw PartsError.incomplete(
        place: store.place, missing: missing, count: plan.parts.count)
    }
    return found
  }

  /// Throws where parts do not go together.
  private func check(_ receipts: [PartReceipt]) throws(PartsError) {
    guard let first = receipts.first else { return }
    for receipt in receipts {
      guard receipt.processor == first.processor else {
        throw .unfit(
          "part \(receipt.part) was made on a processor of the family \(Shown.text(receipt.processor)),"
            + " part \(first.part) on \(Shown.text(first.processor)): the bytes may differ; make all parts on one"
            + " family, in another store")
      }
      guard receipt.stream == first.stream else {
        throw .unfit(
          "part \(receipt.part) was compressed otherwise than part \(first.part); make the plan anew"
        )
      }
      guard (receipt.stream == nil) == (plan.output.container == nil) else {
        throw .unfit("part \(receipt.part) is of another kind of output; make the plan anew")
      }
    }
  }

  /// Goes through the files of all parts.
  private func joined(
    _ receipts: [PartReceipt], _ sidecar: inout JoinedLines?, _ step: (Int) throws -> Void,
    _ add: (String, PartReceipt) throws -> Void
  ) throws {
    for receipt in receipts {
      try step(receipt.part)
      func use(
        _ kind: PartFileName.Kind, _ body: (String) throws -> Void
      ) throws {
        let name = PartFileName(fingerprint: fingerprint, part: receipt.part, kind: kind)
        defer { store.release(name) }
        do {
          guard let path = try store.readablePath(of: name) else {
            throw PartsError.incomplete(
              place: store.place, missing: [receipt.part], count: plan.parts.count)
          }
          try body(path)
        } catch PartsError.spoiled(_, _, let reason) {
          throw PartsError.damaged(place: store.place, parts: [receipt.part], reason: reason)
        } catch let damage as PartFileReader.Damage {
          throw PartsError.damaged(
            place: store.place, parts: [receipt.part], reason: damage.reason)
        } catch is PartFileReader.Unreadable {
          throw PartsError.storeUnavailable(
            place: store.place, reason: "\(name.text) cannot be read")
        }
      }
      try use(.data) { try add($0, receipt) }
      if sidecar != nil, receipt.placements != nil {
        try use(.placements) { try sidecar?.append(contentsOf: $0) }
      }
    }
    try step(receipts.count)
  }

  private func summary(_ receipts: [PartReceipt], _ path: String) -> RenderSummary {
    let faces = receipts.map(\.facesDrawnFrames)
    var damage: [String] = []
    // Texts of any user with write access to the store.
    let lines = receipts.compactMap { $0.damage.map(Self.shown) }
    for line in lines where !damage.contains(line) { damage.append(line) }
    return RenderSummary(
      frames: receipts.map(\.frames).reduce(0, +),
      facesDrawnFrames: faces.contains(nil) ? nil : faces.compactMap(\.self).reduce(0, +),
      output: path, notes: notes(receipts).map(Self.shown),
      damage: damage.isEmpty ? nil : damage.joined(separator: "; "))
  }

  /// The lines of all parts; those about a segment of a reel are of the parts that show it.
  private func notes(_ receipts: [PartReceipt]) -> [String] {
    var lines: [String] = []
    var rest = receipts.map(\.notes)
    for (index, segment) in (plan.reel?.schedule.segments ?? []).enumerated() {
      let prefix = ReelPlan.prefix(ofSegment: index)
      let shown = receipts.indices.filter {
        plan.parts[receipts[$0].part].frames.overlaps(segment.frames)
      }
      lines += RenderNote.joined(
        shown.map { rest[$0].filter { $0.line.hasPrefix(prefix) } })
      for place in shown { rest[place].removeAll { $0.line.hasPrefix(prefix) } }
    }
    return lines + RenderNote.joined(rest)
  }

  /// A text of a receipt on one line.
  private static func shown(_ text: String) -> String {
    Shown.text(text, upTo: PartReceipt.longestLine)
  }
}

/// How far the parts of a plan are.
public struct PartsStatus: Hashable, Sendable {
  /// How many parts there are.
  public var count: Int
  /// The numbers of those that are done.
  public var done: [Int] = []
  /// The numbers of those that are not there.
  public var missing: [Int] = []
  /// Those whose files are not what they were, each with the reason.
  public var damaged: [(part: Int, reason: String)] {
    zip(damagedParts, reasons).map { ($0, $1) }
  }
  /// Frames of the parts that are done, 0 to `frames`.
  public var framesDone = 0
  /// The frames of all parts.
  public var frames: Int
  private var damagedParts: [Int] = []
  private var reasons: [String] = []

  /// Whether all parts are done.
  public var isComplete: Bool { done.count == count }

  /// Looks at all parts of a plan.
  ///
  /// - Parameters:
  ///   - key: what receipts must be signed with; nil where signatures are no matter.
  ///   - readsFiles: whether their files are read; otherwise their receipts are believed.
  public init(
    of plan: RenderPlan, in store: any PartStore, key: PartKey? = nil, readsFiles: Bool = true
  ) throws {
    (count, frames) = (plan.parts.count, plan.frameCount)
    let check = PartCheck(plan, in: store, key: key)
    for number in plan.parts.indices {
      switch try check.state(of: number, readsFiles: readsFiles) {
      case .missing: missing.append(number)
      case .damaged(let reason):
        damagedParts.append(number)
        reasons.append(reason)
      case .done(let receipt):
        done.append(number)
        framesDone += receipt.frames
      }
    }
  }
}

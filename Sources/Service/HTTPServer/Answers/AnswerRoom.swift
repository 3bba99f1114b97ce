import HTTPMessages

/// What an answer takes of memory or of the disk until it is sent; given back with its last owner.
///
/// It counts with the bodies of requests, by the same shares: a client that reads slowly holds no more than one that
/// sends slowly.
final class AnswerRoom: Sendable {
  /// The longest answer that is not counted: what the system may take of it at once.
  static let uncountedBytes = 1 << 20

  private let budget: BodyBudget
  private let claimant: String
  private let use: BodyBudget.Use

  private init(_ use: BodyBudget.Use, of budget: BodyBudget, for claimant: String) {
    (self.use, self.budget, self.claimant) = (use, budget, claimant)
  }

  deinit { budget.release(use, of: claimant) }

  /// Room in memory; nil where there is none.
  static func memory(_ bytes: Int, of budget: BodyBudget, for claimant: String) -> AnswerRoom? {
    guard budget.takeMemory(bytes, for: claimant) == nil else { return nil }
    return AnswerRoom(BodyBudget.Use(memory: bytes), of: budget, for: claimant)
  }

  /// Room on the disk, for bytes that are written at once.
  static func disk(
    _ bytes: Int, of budget: BodyBudget, for claimant: String
  ) throws(HTTPFault) -> AnswerRoom {
    if let refusal = budget.takeDisk(bytes, for: claimant) { throw .noRoom(refusal) }
    budget.note(written: bytes, for: claimant)
    return AnswerRoom(BodyBudget.Use(disk: bytes, written: bytes), of: budget, for: claimant)
  }
}

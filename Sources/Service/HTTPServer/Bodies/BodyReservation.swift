package import HTTPMessages

/// What one body has of the budget; given back at its end.
///
/// It belongs to one thread at a time, as its request does.
package final class BodyReservation {
  private let budget: BodyBudget
  private let claimant: String
  private var taken = BodyBudget.Use()
  /// What is used of the memory that is taken.
  private var usedMemory = 0

  package init(_ budget: BodyBudget, for claimant: String) {
    (self.budget, self.claimant) = (budget, claimant)
  }

  deinit { budget.release(taken, of: claimant) }

  /// Takes memory that is used later.
  func takeMemory(_ bytes: Int) throws(HTTPFault) {
    guard budget.takeMemory(bytes, for: claimant) == nil else { throw .noMemory }
    taken.memory += bytes
  }

  /// Takes room on the disk that is used later.
  package func takeDisk(_ bytes: Int) throws(HTTPFault) {
    if let refusal = budget.takeDisk(bytes, for: claimant) { throw .noRoom(refusal) }
    taken.disk += bytes
  }

  /// Uses memory; false where there is no more of it.
  package func useMemory(_ bytes: Int) -> Bool {
    let missing = usedMemory + bytes - taken.memory
    if missing > 0 {
      guard budget.takeMemory(missing, for: claimant) == nil else { return false }
      taken.memory += missing
    }
    usedMemory += bytes
    return true
  }

  /// Gives memory back that was used.
  func freeMemory(_ bytes: Int) {
    usedMemory -= bytes
    taken.memory -= bytes
    budget.release(BodyBudget.Use(memory: bytes), of: claimant)
  }

  /// Uses room on the disk; throws where there is no more of it.
  package func useDisk(_ bytes: Int) throws(HTTPFault) {
    let missing = taken.written + bytes - taken.disk
    if missing > 0 {
      let step = max(missing, BodyBudget.diskStep)
      if budget.takeDisk(step, for: claimant) == nil {
        taken.disk += step
      } else {
        // The last bytes before the limit are had too.
        try takeDisk(missing)
      }
    }
    taken.written += bytes
    budget.note(written: bytes, for: claimant)
  }
}

extension HTTPFault {
  /// Seconds after which room for a body may be there again: about what others need to send theirs.
  private static let pause = 5

  /// There is no memory for a body.
  static var noMemory: HTTPFault { .bodyShareUsed(retryAfterSeconds: pause) }

  /// There is no room on the disk for a body.
  static func noRoom(_ refusal: ShareRule.Refusal) -> HTTPFault {
    switch refusal {
    case .share: .bodyShareUsed(retryAfterSeconds: pause)
    case .all: .noRoomForBody(retryAfterSeconds: 12 * pause)
    }
  }
}

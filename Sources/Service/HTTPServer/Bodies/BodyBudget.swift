internal import Synchronization

/// What the bodies of all requests, and long answers until they are sent, may take of memory and of the disk.
///
/// Both are shared out by `ShareRule`. Of memory the total is a setting. Of the disk it is what would be free
/// without the bodies that are there, less what must stay free; a body that goes to files counts with its whole
/// announced length from its begin.
package final class BodyBudget: Sendable {
  /// The most bytes of a body of a known length that stays in memory as a whole, where there are as many.
  ///
  /// Pictures of phones cost no file.
  package static let keptBodyBytes = 8 << 20
  /// The most bytes of a part in memory, where the body is longer or its length is not known.
  ///
  /// A longer part goes to a file; as many bytes are written at once then, on the thread of the sockets.
  package static let keptPartBytes = 1 << 20
  /// Steps in which room on the disk is taken for a body whose length is not known.
  static let diskStep = 1 << 20

  /// What bodies take.
  package struct Use: Hashable, Sendable {
    /// Bytes in memory, as they are reserved.
    package var memory = 0
    /// Bytes that are reserved on the disk.
    package var disk = 0
    /// Those of them that are written.
    package var written = 0

    package init(memory: Int = 0, disk: Int = 0, written: Int = 0) {
      (self.memory, self.disk, self.written) = (memory, disk, written)
    }
  }

  private struct State {
    var all = Use()
    var own: [String: Use] = [:]
  }

  /// The most bytes in memory.
  package let memoryBytes: Int
  private let minimumFreeBytes: Int
  private let freeBytes: @Sendable () -> Int?
  private let state = Mutex(State())

  /// Makes a budget.
  ///
  /// - Parameters:
  ///   - memoryBytes: the most bytes of bodies in memory.
  ///   - minimumFreeBytes: what bodies leave of the disk.
  ///   - freeBytes: the free bytes of the disk; nil where unknown: then nothing is refused for it.
  package init(
    memoryBytes: Int, minimumFreeBytes: Int, freeBytes: @escaping @Sendable () -> Int?
  ) {
    (self.memoryBytes, self.minimumFreeBytes) = (memoryBytes, minimumFreeBytes)
    self.freeBytes = freeBytes
  }

  /// What all bodies take now.
  package var use: Use { state.withLock { $0.all } }

  /// What a claimant's bodies take now.
  package func use(of claimant: String) -> Use {
    state.withLock { $0.own[claimant] ?? Use() }
  }

  /// Whether a claimant would get bytes; nil where it would.
  package func refusal(
    ofMemory bytes: Int, for claimant: String
  ) -> ShareRule.Refusal? {
    state.withLock { refusal(ofMemory: bytes, for: claimant, $0) }
  }

  /// The same for the disk.
  package func refusal(ofDisk bytes: Int, for claimant: String) -> ShareRule.Refusal? {
    state.withLock { refusal(ofDisk: bytes, for: claimant, $0) }
  }

  /// Takes memory for a claimant; nil where it got it.
  func takeMemory(_ bytes: Int, for claimant: String) -> ShareRule.Refusal? {
    state.withLock { state in
      if let refusal = refusal(ofMemory: bytes, for: claimant, state) { return refusal }
      change(&state, of: claimant) { $0.memory += bytes }
      return nil
    }
  }

  /// Takes room on the disk for a claimant; nil where it got it.
  func takeDisk(_ bytes: Int, for claimant: String) -> ShareRule.Refusal? {
    state.withLock { state in
      if let refusal = refusal(ofDisk: bytes, for: claimant, state) { return refusal }
      change(&state, of: claimant) { $0.disk += bytes }
      return nil
    }
  }

  /// Notes that bytes were written of what is reserved.
  func note(written bytes: Int, for claimant: String) {
    state.withLock { change(&$0, of: claimant) { $0.written += bytes } }
  }

  /// Takes back what a claimant had.
  func release(_ use: Use, of claimant: String) {
    state.withLock { state in
      change(&state, of: claimant) {
        $0.memory -= use.memory
        $0.disk -= use.disk
        $0.written -= use.written
      }
    }
  }

  private func refusal(
    ofMemory bytes: Int, for claimant: String, _ state: borrowing State
  ) -> ShareRule.Refusal? {
    ShareRule.refusal(
      of: bytes, own: state.own[claimant]?.memory ?? 0, all: state.all.memory, total: memoryBytes)
  }

  private func refusal(
    ofDisk bytes: Int, for claimant: String, _ state: borrowing State
  ) -> ShareRule.Refusal? {
    guard let free = freeBytes() else { return nil }
    // What is written is no longer free, and what moved away with its file is no longer reserved.
    let total = max(free.subtractingReportingOverflow(minimumFreeBytes).partialValue, 0)
      .addingReportingOverflow(state.all.written)
    return ShareRule.refusal(
      of: bytes, own: state.own[claimant]?.disk ?? 0, all: state.all.disk,
      total: total.overflow ? .max : total.partialValue)
  }

  private func change(_ state: inout State, of claimant: String, _ body: (inout Use) -> Void) {
    body(&state.all)
    body(&state.own[claimant, default: Use()])
    if state.own[claimant] == Use() { state.own[claimant] = nil }
  }
}

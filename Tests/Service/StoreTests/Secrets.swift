import Synchronization

/// Different texts that several threads found.
final class Secrets: Sendable {
  private let found = Mutex<Set<String>>([])
  var all: Set<String> { found.withLock { $0 } }
  func add(_ text: String) { found.withLock { _ = $0.insert(text) } }
}

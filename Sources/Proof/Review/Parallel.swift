internal import Dispatch
internal import Foundation
internal import Synchronization

/// Work spread over the processor's cores.
enum Parallel {
  /// How many run at the same time.
  static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)

  /// What a function makes of all elements, in their order.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      let result = body(elements[index])
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}

internal import Dispatch
internal import Synchronization

/// Work spread over the processor's cores.
package enum Parallel {
  /// How many run at the same time.
  package static let width = Processors.available

  /// What a function makes of all elements, in their order.
  package static func map<Element: Sendable, Result: Sendable>(
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

internal import Foundation

/// A bounded queue between two stages that run side by side.
///
/// A producer waits while the queue is full, so a fast decoder does not run ahead of a slow encoder
/// and memory does not grow with the clip. An element has one owner at a time: it moves in and out.
/// The queue ends in one of three ways: `finish` (what is inside is still handed out), `fail` (the
/// consumer gets the error after what is inside), or `cancel` (both sides stop at once).
@safe public final class StageQueue<Element: ~Copyable & Sendable>: @unchecked Sendable {
  /// Why a stage cannot go on.
  public struct Cancelled: Error {}

  private enum State {
    case open
    case finished
    case failed(any Error)
    case cancelled
  }

  private let condition = NSCondition()
  private let slots: UnsafeMutablePointer<Element>
  private let capacity: Int
  private var first = 0
  private var count = 0
  private var state = State.open

  /// Makes an empty queue that holds up to `capacity` elements, at least one.
  public init(capacity: Int) {
    self.capacity = max(1, capacity)
    unsafe slots = .allocate(capacity: self.capacity)
  }

  deinit {
    while count > 0 { _ = takeFirst() }
    unsafe slots.deallocate()
  }

  /// Adds an element, waiting for room.
  ///
  /// - Throws: `Cancelled` where the queue was cancelled or ended; the element is dropped.
  public func push(_ element: consuming Element) throws(Cancelled) {
    condition.lock()
    defer { condition.unlock() }
    while case .open = state, count == capacity { condition.wait() }
    guard case .open = state else { throw Cancelled() }
    unsafe (slots + (first + count) % capacity).initialize(to: element)
    count += 1
    condition.broadcast()
  }

  /// Takes the oldest element, waiting for one; nil when the queue has finished and is empty.
  ///
  /// - Throws: The producer's error once all before it was taken, or `Cancelled`.
  public func pop() throws -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if case .cancelled = state { throw Cancelled() }
      if count > 0 {
        let element = takeFirst()
        condition.broadcast()
        return element
      }
      switch state {
      case .open: condition.wait()
      case .finished: return nil
      case .failed(let error): throw error
      case .cancelled: throw Cancelled()
      }
    }
  }

  /// Says that no more elements will come.
  public func finish() { end(.finished) }

  /// Says that the producer failed.
  public func fail(_ error: any Error) { end(.failed(error)) }

  /// Stops both sides at once and drops what is inside.
  public func cancel() {
    condition.lock()
    defer { condition.unlock() }
    state = .cancelled
    while count > 0 { _ = takeFirst() }
    condition.broadcast()
  }

  private func end(_ newState: State) {
    condition.lock()
    defer { condition.unlock() }
    guard case .open = state else { return }
    state = newState
    condition.broadcast()
  }

  private func takeFirst() -> Element {
    let element = unsafe (slots + first).move()
    first = (first + 1) % capacity
    count -= 1
    return element
  }
}

internal import Foundation

/// Writes lines on a thread of its own, so that no other thread waits for their reader.
///
/// A pipe takes 64 KiB that are not read, and stops the thread that writes the next byte; in a service that may be
/// the one that serves all sockets. Here lines wait, up to a limit of bytes. Those that come then are left out and
/// counted, and a line in their place says how many they were.
package final class LineWriter: @unchecked Sendable {
  /// The most bytes of lines that wait, where nothing else is said; a batch that is being written may have as many.
  package static let mostBytes = 1 << 20

  private let mostBytes: Int
  private let ended = DispatchSemaphore(value: 0)
  /// Guards everything below.
  private let condition = NSCondition()
  private var waiting: [String] = []
  private var bytes = 0
  /// The lines that were left out since the last one that was taken.
  private var missing = 0
  private var isEnding = false

  /// Starts the thread.
  ///
  /// - Parameter write: writes a line, however long it takes; called on that thread alone.
  package init(
    mostBytes: Int = LineWriter.mostBytes, write: @escaping @Sendable (String) -> Void
  ) {
    self.mostBytes = max(mostBytes, 0)
    let thread = Thread { [self] in
      while let lines = next() {
        for line in lines { write(line) }
      }
      ended.signal()
    }
    thread.name = "lines"
    thread.start()
  }

  /// Takes a line; never waits for the one who reads it.
  package func add(_ line: String) {
    condition.lock()
    defer { condition.unlock() }
    guard !isEnding else { return }
    let size = line.utf8.count + 1
    if bytes + size <= mostBytes {
      tellOfMissing()
      waiting.append(line)
      bytes += size
    } else {
      missing += 1
    }
    condition.signal()
  }

  /// Takes no more lines, and waits for so many seconds until all are written; false where they are not.
  ///
  /// To be called once.
  @discardableResult
  package func finish(withinSeconds seconds: Double) -> Bool {
    condition.lock()
    isEnding = true
    condition.signal()
    condition.unlock()
    return ended.wait(timeout: .now() + seconds) == .success
  }

  /// The lines that wait, once there are any; nil after the last.
  private func next() -> [String]? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty, missing == 0, !isEnding { condition.wait() }
    tellOfMissing()
    defer { (waiting, bytes) = ([], 0) }
    return waiting.isEmpty ? nil : waiting
  }

  private func tellOfMissing() {
    guard missing > 0 else { return }
    waiting.append(
      "warning: \(missing) lines are missing here, since these were not read as fast as they came")
    missing = 0
  }
}

internal import CIsolation
internal import Foundation

/// Signals that the process notes instead of ending by them.
///
/// There is one in a process.
package struct NotedSignals: Sendable {
  /// What becomes readable when a signal was noted.
  package let descriptor: Int32

  /// Notes these from now on, but for those that the process's parent has it ignore; nil where the system refuses that.
  package init?(_ numbers: [Int32]) {
    var descriptor: Int32 = -1
    guard unsafe iso_note_signals(numbers, numbers.count, &descriptor) == 0 else { return nil }
    self.descriptor = descriptor
  }

  /// Takes what was noted; false where nothing was.
  package func take() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    return unsafe read(descriptor, &bytes, bytes.count) > 0
  }
}

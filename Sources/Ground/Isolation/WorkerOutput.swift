internal import Foundation

/// Standard output of a worker, kept for its answers: what a library says there goes to standard error.
package struct WorkerOutput: ~Copyable {
  private let descriptor: Int32

  /// Takes standard output; nil where the system refuses.
  package init?() {
    descriptor = dup(STDOUT_FILENO)
    guard descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Writes all bytes; false where the stream has no reader any more.
  package borrowing func write(_ bytes: [UInt8]) -> Bool {
    BlockingOutput.write(bytes, to: descriptor)
  }
}

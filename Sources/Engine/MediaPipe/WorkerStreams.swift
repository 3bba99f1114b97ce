internal import Foundation
internal import Isolation
internal import Tracker

/// The streams of a worker: numbers and pictures come on standard input, messages go to standard output.
struct WorkerStreams: ~Copyable {
  private let output: Int32

  /// Keeps standard output for messages: the library's own words go to standard error.
  init() throws(TrackerError) {
    let kept = dup(STDOUT_FILENO)
    guard kept >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw .garbled }
    output = kept
  }

  deinit { close(output) }

  /// So many bytes; nil where the input ends before the first of them.
  static func read(_ count: Int) throws(TrackerError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return try fill(&bytes) ? bytes : nil
  }

  /// So many bytes into an array that is kept.
  static func read(_ count: Int, into bytes: inout [UInt8]) throws(TrackerError) {
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    guard try fill(&bytes) else { throw .garbled }
  }

  private static func fill(_ bytes: inout [UInt8]) throws(TrackerError) -> Bool {
    var filled = 0
    let wanted = bytes.count
    while filled < wanted {
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe Foundation.read(
          STDIN_FILENO, bytes.baseAddress.map { unsafe $0 + filled }, wanted - filled)
      }
      if count > 0 {
        filled += count
      } else if count == 0, filled == 0 {
        return false
      } else if count == 0 || errno != EINTR {
        throw .garbled
      }
    }
    return true
  }

  /// Writes a message with its length before it.
  borrowing func write(_ message: [UInt8]) throws(TrackerError) {
    var frame = WireWriter()
    frame.whole(message.count)
    guard BlockingOutput.write(frame.bytes + message, to: output) else { throw .garbled }
  }
}

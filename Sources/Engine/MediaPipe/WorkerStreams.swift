internal import Files
internal import Foundation
internal import Isolation
internal import Tracker

/// The streams of a worker: numbers and pictures come on standard input, messages go to standard output.
struct WorkerStreams: ~Copyable {
  private let output: WorkerOutput

  /// Keeps standard output for messages: the library's own words go to standard error.
  init() throws(TrackerError) {
    guard let output = WorkerOutput() else { throw .garbled }
    self.output = output
  }

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
    let (count, failure) = DescriptorBytes.read(into: &bytes, from: STDIN_FILENO)
    guard failure == nil, count == bytes.count || count == 0 else { throw .garbled }
    return count == bytes.count
  }

  /// Writes a message with its length before it.
  borrowing func write(_ message: [UInt8]) throws(TrackerError) {
    var frame = WireWriter()
    frame.whole(message.count)
    guard output.write(frame.bytes + message) else { throw .garbled }
  }
}

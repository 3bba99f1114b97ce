internal import CIsolation
internal import Foundation

/// What comes from a worker: its output, its words on standard error, its reply, and its end.
///
/// The descriptors are closed with the value.
final class ChildStreams {
  let child: iso_child
  let words: LastWords
  private var lines: LineSplitter
  private var replyBytes: [UInt8] = []
  /// Streams that will not say any more.
  private(set) var closed: Set<Int32> = []

  /// Takes the streams of a worker that was started.
  ///
  /// - Parameter onLine: told every line of standard error.
  init(_ child: iso_child, onLine: @escaping (String) -> Void) {
    let words = LastWords()
    (self.child, self.words) = (child, words)
    lines = LineSplitter { line in
      words.note(line)
      onLine(line)
    }
  }

  deinit {
    for descriptor in [child.output, child.error, child.reply, child.end] where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// What it replied so far.
  var reply: WorkerReply? { WorkerReply(json: replyBytes) }

  /// Descriptors to wait for until something can be read; a stream that was closed would wake for ever.
  func polled(_ descriptors: [Int32]) -> [pollfd] {
    descriptors.map {
      pollfd(fd: closed.contains($0) ? -1 : $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Reads what is there of its words and its reply, and of its output where that is taken.
  func read(takesOutput: Bool = true, _ take: (ArraySlice<UInt8>) -> Void) {
    read(child.error) { lines.append($0) }
    // One byte more than may be: a reply that is too long is none.
    read(child.reply) { replyBytes += $0.prefix(WorkerReply.maximumBytes + 1 - replyBytes.count) }
    if takesOutput { read(child.output, take) }
  }

  /// Ends the last line where it was not ended.
  func endLines() { lines.end() }

  private func read(_ descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    // A worker that writes without end must not keep this thread from its other duties.
    for _ in 0..<16 where !closed.contains(descriptor) {
      let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        take(buffer[..<count])
      } else if count == 0 {
        closed.insert(descriptor)
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// What a worker said last, and what of it means something here.
final class LastWords {
  private(set) var isolation: IsolationReport?
  /// The last lines but for the report, the very last one at the end.
  private(set) var lines: [String] = []
  var last: String { lines.last ?? "" }

  func note(_ line: String) {
    if isolation == nil, let report = IsolationReport(line: line) {
      isolation = report
      return
    }
    if lines.count == WorkerReport.mostLastLines { lines.removeFirst() }
    lines.append(line)
  }
}

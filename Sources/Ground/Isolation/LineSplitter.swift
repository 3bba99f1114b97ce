/// Cuts a stream into lines without ever holding more than one, and of that only the start.
struct LineSplitter {
  private var line: [UInt8] = []
  private var count = 0
  private let tell: (String) -> Void

  /// Makes a splitter that tells each line; bytes that are no UTF-8 and control characters are
  /// replaced.
  init(_ tell: @escaping (String) -> Void) {
    self.tell = tell
  }

  /// Takes the next bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        end()
      } else if line.count < WorkerCommand.maximumLineBytes {
        line.append(byte)
      }
    }
  }

  /// Tells the line that has no end.
  mutating func end() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty, count < WorkerCommand.maximumLines else { return }
    count += 1
    tell(
      String(
        decoding: line.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self))
  }
}

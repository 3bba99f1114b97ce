/// Bytes that came and were not taken yet.
struct PendingBytes {
  /// All that are kept, of which those before `start` are taken.
  private(set) var bytes: [UInt8] = []
  private(set) var start = 0

  var isEmpty: Bool { start == bytes.count }

  /// Adds bytes at the end.
  mutating func append(_ more: Span<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    unsafe more.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Takes bytes away from the begin.
  mutating func remove(_ count: Int) {
    start += count
    if start == bytes.count { (bytes, start) = ([], 0) }
  }
}

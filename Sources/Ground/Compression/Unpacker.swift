/// Why packed bytes cannot be unpacked.
package enum UnpackError: Error, Hashable, Sendable {
  /// They are damaged, or there is no memory; the library's words.
  case damaged(String)
  /// Unpacking them takes more of what came before than is kept.
  case needsTooLongWindow
}

/// One way of packing bytes, undone piece by piece.
package protocol Unpacker: AnyObject {
  /// Whether the data may end here.
  var mayEnd: Bool { get }
  /// Unpacks some of the input; neither count is over its buffer's.
  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(UnpackError) -> (consumed: Int, produced: Int)
}

/// Bytes as they are.
package final class PlainUnpacker: Unpacker {
  package var mayEnd: Bool { true }

  package init() {}

  package func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(UnpackError) -> (consumed: Int, produced: Int) {
    let count = min(input.count, output.count)
    unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[..<count]))
    return (count, count)
  }
}

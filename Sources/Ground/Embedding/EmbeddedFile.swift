package import CEmbedding

extension embedded_file {
  /// What it has in it.
  package var contents: [UInt8] { unsafe Array(UnsafeBufferPointer(start: bytes, count: count)) }
}

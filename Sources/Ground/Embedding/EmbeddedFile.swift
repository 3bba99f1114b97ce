package import CEmbedding

extension embedded_file {
  package var contents: [UInt8] { unsafe Array(UnsafeBufferPointer(start: bytes, count: count)) }
}

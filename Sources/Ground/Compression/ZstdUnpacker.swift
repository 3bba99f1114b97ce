internal import CCompression

/// zstd's decompressor, also of several frames.
@safe package final class ZstdUnpacker: Unpacker {
  private let stream: OpaquePointer
  /// Whether the data may end here; at the very begin it may.
  package private(set) var mayEnd = true

  /// Makes one.
  ///
  /// - Parameter windowLog: the longest window that a frame may ask for, as a power of two.
  package init(windowLog: Int32) throws(UnpackError) {
    guard let stream = unsafe ZSTD_createDStream() else { throw .damaged("zstd has no memory") }
    unsafe self.stream = stream
    unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, windowLog)
  }

  deinit { unsafe ZSTD_freeDStream(stream) }

  /// The most memory that one takes, in bytes: the window, two blocks of 128 KiB, and tables.
  package static func memoryBytes(windowLog: Int32) -> Int {
    (1 << Int(windowLog)) + 512 * 1024
  }

  /// The memory that it takes now, in bytes.
  package var memoryBytes: Int { unsafe ZSTD_sizeof_DStream(stream) }

  package func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(UnpackError) -> (consumed: Int, produced: Int) {
    var packed = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var plain = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let status = unsafe ZSTD_decompressStream(stream, &plain, &packed)
    guard ZSTD_isError(status) == 0 else {
      if ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge {
        throw .needsTooLongWindow
      }
      throw .damaged(unsafe String(cString: ZSTD_getErrorName(status)))
    }
    // 0 says that a frame is complete.
    mayEnd = status == 0
    return unsafe (packed.pos, plain.pos)
  }
}

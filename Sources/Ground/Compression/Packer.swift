internal import CCompression

/// Packs bytes piece by piece.
package protocol Packer: AnyObject {
  /// Packs more bytes, the last ones where there are no more; gives what is packed of them so far.
  func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8]
}

/// zlib's compressor; the same bytes give the same file, because gzip's time stays 0.
@safe package final class Deflater: Packer {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Nil where memory is short.
  package init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe avatar_deflate_init(stream, 6) == Z_OK else { return nil }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  package func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var input = bytes
    var packed: [UInt8] = []
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      var isFull = true
      while isFull {
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { output, count in
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          _ = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          isFull = unsafe stream.pointee.avail_out == 0
          count = unsafe output.count - Int(stream.pointee.avail_out)
        }
        packed += chunk
      }
    }
    return packed
  }
}

/// zstd's compressor, at its usual level.
@safe package final class ZstdPacker: Packer {
  private let context: OpaquePointer

  /// Nil where memory is short.
  package init?() {
    guard let made = unsafe ZSTD_createCCtx() else { return nil }
    unsafe context = made
  }

  deinit { unsafe ZSTD_freeCCtx(context) }

  package func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var packed: [UInt8] = []
    unsafe bytes.withUnsafeBytes { bytes in
      var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
      var isDone = false
      while !isDone {
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
          var output = unsafe ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
          let left = unsafe ZSTD_compressStream2(
            context, &output, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
          // No error can arise of whole buffers and a fresh context; if one did, nothing is left.
          isDone =
            unsafe ZSTD_isError(left) != 0 || (isLast ? left == 0 : input.pos == input.size)
          count = unsafe output.pos
        }
        packed += chunk
      }
    }
    return packed
  }
}

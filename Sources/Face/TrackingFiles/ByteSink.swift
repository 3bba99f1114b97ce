internal import CCompression
internal import Files

/// Where the lines of a tracking file go.
protocol LineSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(TrackingWriteError)
  /// Completes the file and gives it its name.
  func finish() throws(TrackingWriteError)
  /// Removes what was written.
  func discard()
}

/// Writes bytes to a file that appears under its name only when it is whole; packed where the name
/// ends in `.gz` or `.zst`.
final class ByteSink: LineSink {
  private let path: String
  /// Nil once it has its name, or was given up.
  private var file: AtomicFile?
  private var packer: (any Packer)?

  /// Opens a file.
  ///
  /// - Parameter packs: whether bytes are packed where the name says so, or are packed already.
  init(path: String, packs: Bool = true) throws(TrackingWriteError) {
    self.path = path
    if packs, Self.isPacked(path) {
      packer = path.hasSuffix(".gz") ? Deflater() : ZstdPacker()
      guard packer != nil else { throw .cannotWrite(file: path, reason: "no memory") }
    }
    do {
      file = try AtomicFile(path: path, replacing: true, permissions: 0o644, isLocked: true)
    } catch {
      throw TrackingWriteError(error)
    }
  }

  /// Whether a file of this name is packed.
  static func isPacked(_ path: String) -> Bool { path.hasSuffix(".gz") || path.hasSuffix(".zst") }

  func write(_ bytes: [UInt8]) throws(TrackingWriteError) {
    try put(packer?.pack(bytes, isLast: false) ?? bytes)
  }

  /// Completes the file and gives it its name.
  func finish() throws(TrackingWriteError) {
    if file != nil, let packer { try put(packer.pack([], isLast: true)) }
    guard let file = file.take() else { return }
    do {
      try file.commit()
    } catch {
      throw TrackingWriteError(error)
    }
  }

  func discard() { file = nil }

  private func put(_ bytes: [UInt8]) throws(TrackingWriteError) {
    do {
      try file?.append(bytes)
    } catch {
      file = nil
      throw TrackingWriteError(error)
    }
  }
}

/// Packs bytes piece by piece.
private protocol Packer: AnyObject {
  func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8]
}

/// zlib's compressor; the same bytes give the same file, because gzip's time stays 0.
@safe private final class Deflater: Packer {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Nil where memory is short.
  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe avatar_deflate_init(stream, 6) == Z_OK else { return nil }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
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
@safe private final class ZstdPacker: Packer {
  private let context: OpaquePointer

  /// Nil where memory is short.
  init?() {
    guard let made = unsafe ZSTD_createCCtx() else { return nil }
    unsafe context = made
  }

  deinit { unsafe ZSTD_freeCCtx(context) }

  func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
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

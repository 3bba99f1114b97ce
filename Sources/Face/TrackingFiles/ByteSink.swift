internal import CCompression
internal import Foundation

/// Writes bytes to a file that appears under its name only when it is whole; gzip where the name
/// ends in `.gz`.
@safe final class ByteSink {
  private let path: String
  private let partialPath: String
  private var descriptor: Int32
  private var deflater: Deflater?

  init(path: String) throws(TrackingWriteError) {
    self.path = path
    partialPath = "\(path).\(getpid()).partial"
    descriptor = unsafe open(partialPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw failure() }
    if path.hasSuffix(".gz") { deflater = Deflater() }
  }

  deinit { abandon() }

  func write(_ bytes: [UInt8]) throws(TrackingWriteError) {
    try put(deflater?.pack(bytes, isLast: false) ?? bytes)
  }

  /// Completes the file and gives it its name.
  func finish() throws(TrackingWriteError) {
    guard descriptor >= 0 else { return }
    if let deflater { try put(deflater.pack([], isLast: true)) }
    let status = close(descriptor)
    descriptor = -1
    guard status == 0, unsafe rename(partialPath, path) == 0 else {
      let reason = failure()
      unsafe unlink(partialPath)
      throw reason
    }
  }

  private func abandon() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unsafe unlink(partialPath)
  }

  private func put(_ bytes: [UInt8]) throws(TrackingWriteError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        let reason = failure()
        abandon()
        throw reason
      }
      written += count
    }
  }

  private func failure() -> TrackingWriteError {
    .cannotWrite(file: path, reason: unsafe String(cString: strerror(errno)))
  }
}

/// zlib's compressor; the same bytes give the same file, because gzip's time stays 0.
@safe private final class Deflater {
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

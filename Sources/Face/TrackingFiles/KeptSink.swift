internal import Foundation

/// Writes lines to a file beside the one that is wanted and keeps it, until it is whole and becomes
/// that one.
@safe final class KeptSink: LineSink {
  private let path: String
  private let keptPath: String
  private var descriptor: Int32

  /// Opens the file.
  ///
  /// - Parameter resumingAt: the bytes of it that stay; nil to begin anew.
  init(path: String, resumingAt: Int?) throws(TrackingWriteError) {
    self.path = path
    keptPath = PartialTracking.path(besides: path)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (resumingAt == nil ? O_TRUNC : 0)
    descriptor = unsafe open(keptPath, flags, 0o644)
    guard descriptor >= 0 else { throw failure() }
    if let resumingAt {
      guard ftruncate(descriptor, resumingAt) == 0, lseek(descriptor, 0, SEEK_END) == resumingAt
      else {
        let reason = failure()
        close(descriptor)
        descriptor = -1
        throw reason
      }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ bytes: [UInt8]) throws(TrackingWriteError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
  }

  func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unsafe unlink(keptPath)
  }

  func finish() throws(TrackingWriteError) {
    guard descriptor >= 0 else { return }
    let status = close(descriptor)
    descriptor = -1
    guard status == 0 else { throw failure() }
    if ByteSink.isPacked(path) {
      try pack()
    } else if unsafe rename(keptPath, path) != 0 {
      throw failure()
    }
  }

  private func pack() throws(TrackingWriteError) {
    guard let file = FileHandle(forReadingAtPath: keptPath) else { throw failure() }
    defer { try? file.close() }
    let sink = try ByteSink(path: path)
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        try sink.write([UInt8](piece))
      }
    } catch let error as TrackingWriteError {
      throw error
    } catch {
      throw failure()
    }
    try sink.finish()
    unsafe unlink(keptPath)
  }

  private func failure() -> TrackingWriteError {
    .cannotWrite(file: path, reason: unsafe String(cString: strerror(errno)))
  }
}

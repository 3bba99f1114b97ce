internal import Blobs
internal import Foundation

/// Where fetched bytes go.
protocol DownloadSink: AnyObject {
  /// The most bytes that it takes.
  var most: Int64 { get }
  /// Adds bytes at the end.
  func take(_ piece: [UInt8]) throws(BlobError)
  /// Forgets all bytes.
  func restart() throws(BlobError)
}

/// Bytes in memory.
final class MemorySink: DownloadSink {
  let most: Int64
  private(set) var bytes: [UInt8] = []

  /// Makes an empty one of at most 1 GiB.
  init(most: Int64 = 1 << 30) { self.most = most }

  func take(_ piece: [UInt8]) { bytes += piece }
  func restart() { bytes = [] }
}

/// A new file, removed with its owner unless it was kept.
final class FileSink: DownloadSink {
  let most: Int64
  private let path: String
  private let descriptor: Int32
  private var isKept = false

  /// Makes the file, which must not be there.
  ///
  /// - Parameter most: its most bytes, where these are known.
  init(_ path: String, most: Int64 = .max) throws(BlobError) {
    (self.path, self.most) = (path, most)
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { throw Self.fault(path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isKept { _ = unsafe unlink(path) }
  }

  func take(_ piece: [UInt8]) throws(BlobError) {
    var written = 0
    while written < piece.count {
      let count = unsafe piece.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.fault(path) }
      written += count
    }
  }

  func restart() throws(BlobError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw Self.fault(path)
    }
  }

  /// Lets the file stay.
  func keep() { isKept = true }

  private static func fault(_ path: String) -> BlobError {
    errno == ENOSPC || errno == EDQUOT
      ? .full(place: path)
      : unsafe .unusable(place: path, reason: String(cString: strerror(errno)))
  }
}

internal import Files
internal import Problems

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reading whole files by POSIX calls: Foundation is not needed for it.
package enum FileBytes {
  /// Reads a regular file of at most `limit` bytes.
  package static func read(path: String, limit: Int) throws(ImagingError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(reason: SystemReason.words(number: errno, reading: path))
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(reason: SystemReason.words(number: errno, reading: path))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(reason: "not a regular file")
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw .fileTooLarge(byteCount: size, limit: limit) }
    let (bytes, failure) = DescriptorBytes.read(size, from: descriptor)
    if let failure {
      throw .unreadable(reason: SystemReason.words(number: failure, reading: path))
    }
    return bytes
  }
}

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
    // Of no bytes, `unsafeUninitializedCapacity` writes the count of the storage that all empty arrays share.
    if size == 0 { return [] }
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let base = buffer.baseAddress {
        let got = unsafe systemRead(descriptor, base + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        count += got
      }
    }
    guard failure == 0 else {
      throw .unreadable(reason: SystemReason.words(number: failure, reading: path))
    }
    return bytes
  }
}

/// `read`, which inside the type means the type's own.
private func systemRead(_ descriptor: Int32, _ to: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int
{
  unsafe read(descriptor, to, count)
}

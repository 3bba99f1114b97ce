internal import Glibc

/// A file that a part's bytes go to.
package final class SpoolFile {
  /// The file.
  package let path: String
  /// The bytes written.
  package private(set) var size = 0
  private let descriptor: Int32

  /// Makes the file, for its user alone; an existing one is not opened.
  package convenience init(creating path: String) throws(HTTPFault) {
    try self.init(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW)
  }

  /// Opens a file that is there, such as a device.
  package convenience init(existing path: String) throws(HTTPFault) {
    try self.init(path, flags: O_WRONLY | O_CLOEXEC)
  }

  private init(_ path: String, flags: Int32) throws(HTTPFault) {
    self.path = path
    descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .cannotSpool(reason: errorText(errno)) }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Adds bytes at the end.
  package func append(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) {
    var failure: Int32 = 0
    unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty, failure == 0 {
        let next = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let count = unsafe write(descriptor, next.baseAddress, next.count)
        if count >= 0 {
          unsafe rest = unsafe rest.dropFirst(count)
        } else if errno != EINTR {
          failure = errno
        }
      }
    }
    guard failure == 0 else { throw .cannotSpool(reason: errorText(failure)) }
    size += bytes.count
  }
}

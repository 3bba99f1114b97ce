internal import Files
internal import Foundation
public import Store

/// The right to work on a store's jobs, which one process has at a time.
///
/// A lock of the kernel's (flock) on a file of its own: it goes with the process, even one that was
/// killed, and no child that it starts inherits it.
public final class StoreLock: Sendable {
  private let file: Int32

  /// Takes the place of the service on a database, which need not be there yet; its folder must be.
  ///
  /// - Throws: `StoreError.locked` where another process has it.
  public init(beside path: String) throws(StoreError) {
    let name = path + ".lock"
    let file = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
    guard file >= 0 else {
      let cause = errno
      if cause == ENOSPC || cause == EDQUOT { throw .diskFull(path: path) }
      throw .unusable(path: name, reason: unsafe String(cString: strerror(cause)))
    }
    guard FileLock.attempt(file) == .taken else {
      close(file)
      throw .locked(path: path)
    }
    self.file = file
  }

  deinit { close(file) }
}

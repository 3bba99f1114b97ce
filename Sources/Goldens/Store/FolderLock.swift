internal import Foundation

/// Keeps others, threads and processes alike, from changing a folder's files meanwhile.
///
/// The lock is on the folder itself, so it leaves no file behind and ends with the process.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// A file system that knows no locks (some network ones) is used without.
  init(_ folder: String) {
    descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

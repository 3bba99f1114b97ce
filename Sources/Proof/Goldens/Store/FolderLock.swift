internal import Files
internal import Foundation
import Isolation
internal import Recordings

/// Keeps others, threads and processes alike, from changing a folder's files meanwhile.
///
/// The lock is on the folder itself, so it leaves no file behind and ends with the process.
struct FolderLock: ~Copyable {
  private let descriptor: Int32
  /// Whether this process has the lock; not where the file system knows no locks (some network ones).
  let isHeld: Bool

  /// Waits for the lock, until the caller asks to stop.
  init(_ folder: String, _ cancellation: Cancellation = Cancellation()) throws(GoldenError) {
    descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    var isHeld = false
    while descriptor >= 0 {
      let outcome = FileLock.attempt(descriptor)
      isHeld = outcome == .taken
      if outcome != .held { break }
      if cancellation.isRequested {
        close(descriptor)
        throw .interrupted
      }
      // Waiting in the system would end at no signal that another thread takes.
      usleep(10_000)
    }
    self.isHeld = isHeld
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

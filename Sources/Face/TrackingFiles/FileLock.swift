internal import Foundation

/// The lock of a file that is being written.
///
/// Whoever looks at the file later can tell whether somebody still writes it, or was killed: the system lets
/// go of the lock when the process ends, however it does.
enum FileLock {
  /// Takes the lock of an open file; false where another one has it.
  static func take(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // A file system without locks has no others who hold one.
      guard errno == EINTR else { return errno != EWOULDBLOCK }
    }
    return true
  }

  /// Whether the file of a path is still the one that is open.
  static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
    var (there, opened) = (stat(), stat())
    return unsafe lstat(path, &there) == 0 && fstat(descriptor, &opened) == 0
      && there.st_ino == opened.st_ino && there.st_dev == opened.st_dev
  }
}

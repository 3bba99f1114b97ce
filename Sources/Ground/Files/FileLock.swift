#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The lock of a file that is being written.
///
/// A process that looks at the file later can tell whether it is still written, or its writer was killed: the
/// system lets go of the lock when the process ends, however it does.
public enum FileLock {
  /// What became of an attempt to take a lock.
  public enum Outcome: Hashable, Sendable {
    /// It is the caller's until the descriptor is closed.
    case taken
    /// Another writer has it.
    case held
    /// The file system has no locks, or does not give one by this descriptor.
    case unavailable
  }

  /// Takes the lock of an open file, without waiting.
  public static func attempt(_ descriptor: Int32) -> Outcome {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else { return errno == EWOULDBLOCK ? .held : .unavailable }
    }
    return .taken
  }

  /// Takes the lock of an open file; false where another writer has it.
  public static func take(_ descriptor: Int32) -> Bool {
    // A file system without locks has no other holders.
    attempt(descriptor) != .held
  }

  /// Whether the file of a path is still the one that is open.
  ///
  /// - Parameter parent: an open folder that the path is seen from; nil for the process's own.
  public static func isAt(
    _ path: String, in parent: OpenFolder? = nil, _ descriptor: Int32
  ) -> Bool {
    var (there, opened) = (stat(), stat())
    let place = parent?.descriptor ?? AT_FDCWD
    return unsafe fstatat(place, path, &there, AT_SYMLINK_NOFOLLOW) == 0
      && fstat(descriptor, &opened) == 0
      && there.st_ino == opened.st_ino && there.st_dev == opened.st_dev
  }
}

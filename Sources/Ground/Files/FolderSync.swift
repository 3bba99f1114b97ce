#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Waits for the names of a folder to be on disk: a file that was renamed is under its old name after a
/// power failure otherwise.
public enum FolderSync {
  /// Waits until what was made, renamed or removed in a folder is on disk.
  ///
  /// - Parameter parent: an open folder that the path is seen from; nil for the process's own.
  public static func wait(
    for folder: String, in parent: OpenFolder? = nil
  ) throws(FileFault) {
    let place = parent?.descriptor ?? AT_FDCWD
    let descriptor = unsafe openat(place, folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    // A process that may write there and not list it, as in a drop box, cannot wait for it.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard names(of: descriptor) else { throw FileFault(path: folder, errno) }
  }

  /// Waits until the names in an open folder are on disk; false, with the reason in `errno`, where they cannot be
  /// written.
  static func names(of descriptor: Int32) -> Bool {
    // Some file systems (FUSE, SMB) have no such call for folders.
    fsync(descriptor) == 0 || errno != EIO && errno != ENOSPC && errno != EDQUOT
  }

  /// Waits until the bytes of an open file are on disk; false, with the reason in `errno`, where they cannot be
  /// written.
  ///
  /// A file system may report a full disk as late as here; some have nothing to wait for.
  public static func bytes(of descriptor: Int32) -> Bool {
    fsync(descriptor) == 0 || errno == EINVAL
  }

  /// Waits until the name of a file is on disk.
  public static func wait(forNameOf path: String) throws(FileFault) {
    try wait(for: FilePath.split(path).folder)
  }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Unfinished files that killed writers left in a folder.
///
/// The next write beside them removes them. A writer lives as long as one of its files in the folder is locked.
/// Locks of another machine may not be seen here (NFS without locks), so its files have to be old as well, and so
/// have those from before this machine's last start. Where the file system has no locks nothing is removed.
enum AbandonedFiles {
  /// Seconds for which files of another machine may stay as they are while their writer lives.
  static let foreignSeconds = 7 * 24 * 60 * 60

  /// Removes those beside a file that is about to be written.
  ///
  /// - Parameter parent: an open folder that the folder is seen from; nil for the process's own.
  static func remove(in folder: String, of parent: OpenFolder?) {
    guard let open = OpenFolder(readable: folder, in: parent), let names = try? open.names() else {
      return
    }
    var writers: [Substring: [String]] = [:]
    var foreign: Set<Substring> = []
    for name in names {
      guard let unfinished = UnfinishedName(name) else { continue }
      writers[unfinished.writer, default: []].append(name)
      if !unfinished.isOfThisBoot { foreign.insert(unfinished.writer) }
    }
    for (writer, names) in writers {
      let seconds = foreign.contains(writer) ? foreignSeconds : 0
      // All are looked at before the first goes; of those that come meanwhile none is in the list.
      guard names.allSatisfy({ Self.locked($0, in: open, olderThan: seconds) { _ in } }) else {
        continue
      }
      for name in names {
        _ = Self.locked(name, in: open, olderThan: seconds) { try? open.remove($0) }
      }
    }
  }

  /// Does something to a file while its lock is held; false where it is another's, or too young.
  private static func locked(
    _ name: String, in folder: OpenFolder, olderThan seconds: Int, _ body: (String) -> Void
  ) -> Bool {
    // For writing, since a lock over NFS needs that.
    let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let file = unsafe openat(folder.descriptor, name, flags)
    guard file >= 0 else { return errno == ENOENT }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    #if canImport(Glibc)
      let changed = status.st_mtim.tv_sec
    #else
      let changed = status.st_mtimespec.tv_sec
    #endif
    guard seconds == 0 || time(nil) - changed > seconds, FileLock.attempt(file) == .taken else {
      return false
    }
    // It may have got its name meanwhile, and then the hidden one is another file's or none.
    if FileLock.isAt(name, in: folder, file) { body(name) }
    return true
  }
}

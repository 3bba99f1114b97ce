internal import CFolders
internal import Files
internal import Foundation

/// A folder under a hidden name, in which something is made that appears whole or not at all.
///
/// It is locked (flock) while a process works in it, so that one that a killed process left is told from one
/// that is being filled: the first is removed by the process that makes the next of the same name. An owner
/// that goes away without a commit removes it.
struct HiddenFolder: ~Copyable {
  let path: String
  private let descriptor: Int32
  private var isDone = false

  /// Makes the folder, empty.
  ///
  /// - Parameter output: what it is for, for messages.
  /// - Throws: `BackupError.inProgress` where another process works in it.
  init(path: String, for output: String) throws(BackupError) {
    self.path = path
    while true {
      let isNew = unsafe mkdir(path, 0o700) == 0
      guard isNew || errno == EEXIST else { throw Folders.failure(output) }
      let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder < 0, errno == ENOENT { continue }
      guard folder >= 0 else { throw Folders.failure(path) }
      guard FileLock.attempt(folder) == .taken else {
        close(folder)
        throw .inProgress(path: output)
      }
      // Another process may have removed it between the two calls, or finished it.
      if isNew, FileLock.isAt(path, folder) {
        descriptor = folder
        return
      }
      if FileLock.isAt(path, folder) { Folders.remove(path) }
      let isStuck = FileLock.isAt(path, folder)
      close(folder)
      if isStuck { throw .unwritable(path: path, reason: "it cannot be removed") }
    }
  }

  deinit {
    if !isDone { Folders.remove(path) }
    close(descriptor)
  }

  /// Gives the folder its name, on disk; what it holds is on disk before.
  ///
  /// - Parameter replacing: whether what has the name is replaced, and removed.
  consuming func commit(as name: String, replacing: Bool) throws(BackupError) {
    try Folders.sync(path)
    let parent = Folders.split(name).folder
    if replacing, FilePath.isThere(name) {
      guard unsafe folders_exchange(path, name) == 0 else {
        throw errno == EINVAL
          ? .unwritable(
            path: name,
            reason: "its file system cannot replace a folder in one step; remove it first")
          : Folders.failure(name)
      }
      // The old one has the hidden name now.
      try Folders.syncNames(in: parent)
      return
    }
    if unsafe folders_rename_new(path, name) != 0 {
      let cause = errno
      if cause == EEXIST { throw .outputExists(path: name) }
      // Some file systems know no such name; an empty folder that came meanwhile is all that this replaces.
      guard cause == EINVAL else { throw Folders.failure(name, cause) }
      try Folders.rename(path, to: name)
    }
    isDone = true
    try Folders.syncNames(in: parent)
  }

  /// Removes it, where what it held was moved away.
  consuming func finish() {
    Folders.remove(path)
    isDone = true
  }
}

internal import CFolders
internal import Files
internal import Foundation

/// What is done to folders, each with its error.
enum Folders {
  /// Makes a folder for this user alone; one that is there is no fault.
  static func make(_ path: String) throws(BackupError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
  }

  /// Makes the folders below one that lead to a path.
  static func make(_ names: some Collection<String>, in folder: String) throws(BackupError) {
    var path = folder
    for name in names {
      path += "/\(name)"
      try make(path)
    }
  }

  static func link(_ path: String, to target: String) throws(BackupError) {
    if unsafe symlink(target, path) != 0 { throw failure(path) }
  }

  static func rename(_ path: String, to other: String) throws(BackupError) {
    if unsafe Foundation.rename(path, other) != 0 { throw failure(other) }
  }

  /// Waits until all that was written to a folder's file system is on disk.
  static func sync(_ path: String) throws(BackupError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard folders_sync(descriptor) == 0, fsync(descriptor) == 0 else { throw failure(path) }
  }

  /// Waits until the names in a folder are on disk.
  static func syncNames(in path: String) throws(BackupError) {
    do throws(FileFault) {
      try FolderSync.wait(for: path)
    } catch {
      throw self.error(error)
    }
  }

  /// Removes a folder and what is in it, as far as that goes; links are removed, not followed.
  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// A path from the root without a slash at its end, its folder, and its name.
  static func split(_ path: String) -> (path: String, folder: String, name: String) {
    let path = URL(filePath: path).standardizedFileURL.path
    let (folder, name) = FilePath.split(path)
    return (path, folder, name)
  }

  /// Throws where a folder's disk has less room than is needed.
  static func checkRoom(in folder: String, for bytes: Int64, of path: String) throws(BackupError) {
    guard let free = DiskSpace.freeBytes(of: folder).map(Int64.init), free < bytes else { return }
    throw .diskFull(path: path, needed: bytes, free: free)
  }

  /// The fault of a file that could not be written.
  static func error(_ fault: FileFault) -> BackupError {
    switch fault.reason {
    case .diskFull, .tooLarge: .diskFull(path: fault.path, needed: nil, free: nil)
    case .failed(let reason): .unwritable(path: fault.path, reason: reason)
    default: .unwritable(path: fault.path, reason: "\(fault.reason)")
    }
  }

  static func failure(_ path: String, _ number: Int32 = errno) -> BackupError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path, needed: nil, free: nil)
    default: unsafe .unwritable(path: path, reason: String(cString: strerror(number)))
    }
  }
}

internal import Files
internal import Foundation
internal import SQLiteStorage
internal import Store

/// The data folder that is restored: one that is not there, or an empty one.
///
/// One that is not there is made under a hidden name beside it, and gets its name when it is whole. An empty
/// one may be the end of a mount, or lie where this user may make nothing, so all is made in a hidden folder
/// within it. At the end it is moved to its place, the database last: without it no service begins there
/// (`InterruptedRestore`, `ServiceFolders.checkDatabase`), so that the folder is whole from one rename on.
struct RestorePlace: ~Copyable {
  private let folder: String
  private let hidden: HiddenFolder
  /// Held where the folder is there: neither a service nor another restore begins in it.
  private let lock: StoreLock?

  /// What a data folder may have and be empty: locks that no process holds, and what a file system or a
  /// restore that was killed has left.
  private static let unimportant = ["\(SQLiteStore.fileName).lock", "jobs.lock", "lost+found"]
  /// What is moved before the database.
  private static let contents = [BackupPath.jobs, BackupPath.fitProfiles] + BackupPath.packages

  /// Where the files are to be made.
  var path: String { hidden.path }

  private init(_ folder: String, _ hidden: consuming HiddenFolder, lock: StoreLock?) {
    (self.folder, self.lock) = (folder, lock)
    self.hidden = hidden
  }

  static func take(_ path: String) throws(BackupError) -> RestorePlace {
    let place = Folders.split(path)
    guard FilePath.isThere(place.path) else {
      guard FilePath.isThere(place.folder) else { throw .folderMissing(path: path) }
      let hidden = try HiddenFolder(
        path: "\(place.folder)/.\(place.name).restoring", for: path)
      return RestorePlace(place.path, hidden, lock: nil)
    }
    try checkOwner(place.path)
    let database = "\(place.path)/\(BackupPath.database.text)"
    // A folder that is not empty, and may be no service's, gets no lock of ours.
    var lock: StoreLock?
    if FilePath.isThere(database + ".lock") { lock = try Self.lock(database, path) }
    let interrupted = "\(place.path)/\(InterruptedRestore.name)"
    let isMoved =
      FilePath.isThere("\(interrupted)/\(InterruptedRestore.moving)") && !FilePath.isThere(database)
    let others = try FolderDescriptor(path: place.path).names().sorted().filter {
      !unimportant.contains($0) && $0 != InterruptedRestore.name
        && !(isMoved && contents.contains($0))
    }
    guard others.isEmpty else { throw .hasFiles(folder: path, names: others) }
    if lock == nil { lock = try Self.lock(database, path) }
    // They came from the restore that was killed: the folder had none of these before.
    if isMoved { for name in contents { Folders.remove("\(place.path)/\(name)") } }
    return RestorePlace(place.path, try HiddenFolder(path: interrupted, for: path), lock: lock)
  }

  private static func lock(_ database: String, _ path: String) throws(BackupError) -> StoreLock {
    do throws(StoreError) {
      return try StoreLock(beside: database)
    } catch {
      switch error {
      case .locked: throw .inUse(folder: path)
      case .diskFull: throw .diskFull(path: path, needed: nil, free: nil)
      case .unusable(_, let reason): throw .unwritable(path: path, reason: reason)
      case .queueFull: throw .unwritable(path: path, reason: "\(error)")
      }
    }
  }

  /// Files of the superuser would be of no use to the folder's owner.
  private static func checkOwner(_ path: String) throws(BackupError) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { throw Folders.failure(path) }
    guard information.st_mode & S_IFMT == S_IFDIR else {
      throw .unwritable(path: path, reason: "it is no folder")
    }
    guard geteuid() != 0 || information.st_uid == 0 else {
      throw .otherOwner(folder: path, owner: information.st_uid)
    }
  }

  /// Gives the files their places, on disk.
  consuming func commit() throws(BackupError) {
    guard lock != nil else { return try hidden.commit(as: folder, replacing: false) }
    try Folders.sync(hidden.path)
    _ = try NewFile(path: "\(hidden.path)/\(InterruptedRestore.moving)")
    try Folders.syncNames(in: hidden.path)
    do throws(BackupError) {
      for name in Self.contents where FilePath.isThere("\(hidden.path)/\(name)") {
        try Folders.rename("\(hidden.path)/\(name)", to: "\(folder)/\(name)")
      }
      try Folders.syncNames(in: folder)
      let database = BackupPath.database.text
      try Folders.rename("\(hidden.path)/\(database)", to: "\(folder)/\(database)")
    } catch {
      for name in Self.contents { Folders.remove("\(folder)/\(name)") }
      throw error
    }
    try Folders.syncNames(in: folder)
    hidden.finish()
  }
}

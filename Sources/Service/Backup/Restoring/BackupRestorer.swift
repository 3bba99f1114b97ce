internal import Files
internal import Foundation
internal import SQLiteStorage
internal import Store

/// Makes a service's data folder of a backup.
///
/// Nothing in the backup is trusted but what it decides by its meaning, such as whose the keys are: every file
/// has the size and the SHA-256 that the list states, the list those that `backup.json` states, paths and
/// links lead nowhere else, there is nothing that is not listed, and the database has no code and no job whose
/// folder would lie elsewhere. All of that is known before the folder appears.
public struct BackupRestorer {
  /// The backup, a folder.
  public var backup: String
  /// The data folder, which is not there, or empty.
  public var dataFolder: String

  /// Describes a restore.
  public init(of backup: String, to dataFolder: String) {
    (self.backup, self.dataFolder) = (backup, dataFolder)
  }

  /// Restores it.
  ///
  /// - Parameters:
  ///   - isCancelled: asked now and then; where it says yes, nothing is left behind.
  ///   - progress: told how many files are restored, and of how many.
  /// - Throws: `BackupError`, `StoreError`.
  public func run(
    isCancelled: () -> Bool = { false }, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> RestoreSummary {
    let source = try FolderDescriptor(ofBackup: backup)
    let manifest = try BackupManifest(in: source)
    let list = EntryReader(of: source, manifest)
    // All of the list is read before anything is made by it.
    try list.forEach { _ in if isCancelled() { throw BackupError.interrupted } }
    let place = try RestorePlace.take(dataFolder)
    try Folders.checkRoom(in: place.path, for: manifest.bytes, of: dataFolder)
    let files = try source.folder(BackupManifest.dataName)
    var done = 0
    try list.forEach { entry in
      if isCancelled() { throw BackupError.interrupted }
      try restore(entry, from: files, to: place.path, isCancelled)
      done += 1
      progress(done, manifest.entries)
    }
    try checkUnknown(source, place.path)
    try checkDatabase(in: place.path, manifest)
    if isCancelled() { throw BackupError.interrupted }
    try place.commit()
    return RestoreSummary(manifest, in: dataFolder)
  }

  private func restore(
    _ entry: BackupEntry, from files: FolderDescriptor, to folder: String, _ isCancelled: () -> Bool
  ) throws {
    let (path, place) = (entry.path, "\(folder)/\(entry.path.text)")
    let found = "\(files.path)/\(path.text)"
    guard !FilePath.isThere(place) else {
      throw BackupError.damaged(path: found, reason: "it is listed twice")
    }
    try Folders.make(path.names.dropLast(), in: folder)
    switch entry.content {
    case .link(let target):
      // A name without its package would be an avatar that cannot be drawn.
      guard FilePath.isThere("\(folder)/\(path.target(target).text)") else {
        throw BackupError.damaged(
          path: found, reason: "it is a link to a file that is not listed before it")
      }
      var parent = files
      for name in path.names.dropLast() { parent = try parent.folder(name) }
      let text = parent.link(path.names.last ?? "")
      guard text == target else {
        throw BackupError.damaged(
          path: found,
          reason: text == nil ? "it is missing, or no link" : "it leads elsewhere than listed")
      }
      try Folders.link(place, to: target)
    case .file(let bytes, let sha256):
      let file = try files.file(path.names)
      guard file.bytes == bytes else {
        throw BackupError.damaged(
          path: found, reason: "it has \(file.bytes) bytes, expected \(bytes)")
      }
      let new = try NewFile(path: place)
      let copied = try file.copy(upTo: bytes) { piece in
        if isCancelled() { throw BackupError.interrupted }
        try new.append(piece)
      }
      guard copied.sha256 == sha256 else {
        throw BackupError.damaged(
          path: found, reason: "its SHA-256 is \(copied.sha256), expected \(sha256)")
      }
    }
  }

  /// Throws where the backup has anything that was not listed, and so is not in the folder that was made.
  private func checkUnknown(_ source: FolderDescriptor, _ folder: String) throws {
    let known = [BackupManifest.fileName, BackupManifest.listName, BackupManifest.dataName]
    for name in try source.names() where !known.contains(name) { throw unknown(source, name) }
    func compare(_ found: FolderDescriptor, _ made: FolderDescriptor) throws {
      for name in try found.names() {
        let kind = found.kind(name)
        guard kind == made.kind(name) else { throw unknown(found, name) }
        if kind == .folder { try compare(found.folder(name), made.folder(name)) }
      }
    }
    try compare(source.folder(BackupManifest.dataName), FolderDescriptor(path: folder))
  }

  private func unknown(_ folder: FolderDescriptor, _ name: String) -> BackupError {
    .damaged(path: "\(folder.path)/\(name)", reason: "it is not listed")
  }

  private func checkDatabase(in folder: String, _ manifest: BackupManifest) throws {
    let found = "\(backup)/\(BackupManifest.dataName)/\(BackupPath.database.text)"
    guard FilePath.isThere("\(folder)/\(BackupPath.database.text)") else {
      throw BackupError.damaged(path: found, reason: "it is not listed")
    }
    let schema: Int64
    do throws(StoreError) {
      schema = try StoreSnapshot(path: "\(folder)/\(BackupPath.database.text)").schemaVersion
    } catch {
      // The folder's hidden name would not help the operator.
      if case .unusable(_, let reason) = error {
        throw StoreError.unusable(path: found, reason: reason)
      }
      throw error
    }
    guard schema == manifest.schema else {
      throw BackupError.damaged(
        path: found, reason: "its schema is \(schema), expected \(manifest.schema)")
    }
  }
}

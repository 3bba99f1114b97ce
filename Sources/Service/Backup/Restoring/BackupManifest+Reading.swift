internal import Files

extension BackupManifest {
  /// Reads that of a backup.
  init(in backup: FolderDescriptor) throws {
    let file = try backup.file([Self.fileName])
    guard file.bytes <= BackupLimits.manifestBytes else {
      throw BackupError.overLimit(
        path: file.path, what: "bytes", found: file.bytes, limit: Int64(BackupLimits.manifestBytes))
    }
    var bytes: [UInt8] = []
    _ = try file.copy(upTo: Int64(BackupLimits.manifestBytes)) { bytes += $0 }
    try self.init(bytes, path: file.path)
  }
}

extension FolderDescriptor {
  /// Opens a backup.
  init(ofBackup path: String) throws(BackupError) {
    guard FilePath.isThere("\(path)/\(BackupManifest.fileName)") else {
      throw .noBackup(path: path)
    }
    try self.init(path: path)
  }
}

internal import SQLiteStorage

/// A render in a backup that shows a person.
public struct BackedUpRender: Hashable, Sendable {
  /// The render's id.
  public var id: String
  /// Its tenant.
  public var tenant: String
  /// Its files in the backup.
  public var files: Int
  /// What they weigh.
  public var bytes: Int64
  /// From when on a service that is restored of it may not keep it, in milliseconds since 1970; nil for no such time.
  public var endsAt: Int64?
}

/// What a backup has of a person; nothing in the backup changes.
public struct BackupSearch: Hashable, Sendable {
  /// The backup.
  public var backup: String
  /// When the state was taken, RFC 3339 in UTC.
  public var createdAt: String
  /// The renders that have the subject, in the order of acceptance.
  public var renders: [BackedUpRender]
  /// Where it has the files of the data folder.
  package var data: String { "\(backup)/\(BackupManifest.dataName)" }

  /// Looks into a backup.
  ///
  /// - Throws: `BackupError`, `StoreError` where it is none, or it is damaged.
  public init(for subject: String, in backup: String) throws {
    let source = try FolderDescriptor(ofBackup: backup)
    let manifest = try BackupManifest(in: source)
    let path = "\(backup)/\(BackupManifest.dataName)/\(BackupPath.database.text)"
    var snapshot = try StoreSnapshot(path: path, isUnchanging: true)
    let jobs = try snapshot.jobs(showing: subject)
    var (files, bytes): ([String: Int], [String: Int64]) = ([:], [:])
    try EntryReader(of: source, manifest).forEach { entry in
      guard entry.path.names.count > 2, entry.path.names[0] == BackupPath.jobs else { return }
      files[entry.path.names[1], default: 0] += 1
      bytes[entry.path.names[1], default: 0] += entry.bytes
    }
    (self.backup, createdAt) = (backup, manifest.createdAt)
    renders = jobs.map { job in
      BackedUpRender(
        id: job.id, tenant: job.tenant, files: files[job.id] ?? 0, bytes: bytes[job.id] ?? 0,
        endsAt: job.endsAt)
    }
  }
}

/// What a backup holds, and what became of the jobs that changed while it was made.
public struct BackupSummary: Hashable, Sendable, Encodable {
  /// Where it is.
  public var backup: String
  /// When the state was taken that it holds.
  public var createdAt: String
  /// The version of the program.
  public var program: String
  /// The version of the database.
  public var schema: Int64
  /// The jobs in it.
  public var jobs: Int
  /// Files and links.
  public var entries: Int
  /// The bytes of all files.
  public var bytes: Int64
  /// Jobs that were removed or cancelled while the backup was made, which are not in it.
  public var jobsRemovedMeanwhile = 0
  /// Jobs in it whose files are missing in the data folder, and so in it.
  public var jobsWithoutFiles: [String] = []
  /// Packages in it whose bytes are not those that were uploaded.
  public var damagedPackages: [String] = []

  init(_ manifest: BackupManifest, at path: String) {
    backup = path
    (createdAt, program, schema) = (manifest.createdAt, manifest.program, manifest.schema)
    (jobs, entries, bytes) = (manifest.jobs, manifest.entries, manifest.bytes)
  }
}

/// What a backup holds, as making and restoring it report.
public struct BackupContents: Hashable, Sendable, Encodable {
  /// When the state was taken, RFC 3339 in UTC.
  public var createdAt: String
  /// The version of the program that took it.
  public var program: String
  /// The version of the database.
  public var schema: Int64
  /// The jobs of the database.
  public var jobs: Int
  /// Files and links.
  public var entries: Int
  /// The bytes of all files.
  public var bytes: Int64

  init(_ manifest: BackupManifest) {
    (createdAt, program, schema) = (manifest.createdAt, manifest.program, manifest.schema)
    (jobs, entries, bytes) = (manifest.jobs, manifest.entries, manifest.bytes)
  }
}

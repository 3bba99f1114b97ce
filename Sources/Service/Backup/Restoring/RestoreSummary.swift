/// What was restored.
public struct RestoreSummary: Hashable, Sendable, Encodable {
  /// Where it is.
  public var data: String
  /// When the state was taken.
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

  init(_ manifest: BackupManifest, in folder: String) {
    data = folder
    (createdAt, program, schema) = (manifest.createdAt, manifest.program, manifest.schema)
    (jobs, entries, bytes) = (manifest.jobs, manifest.entries, manifest.bytes)
  }
}

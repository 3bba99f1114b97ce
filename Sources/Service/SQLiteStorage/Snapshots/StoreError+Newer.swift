public import Store

extension StoreError {
  /// The database, or a backup of one, is of a version that this program does not know.
  public static func newer(path: String, schema: Int64) -> StoreError {
    .unusable(
      path: path,
      reason: "it was made by a newer version (its schema is \(schema), this version knows up "
        + "to \(Schema.version)); use that version, or another folder")
  }
}

extension SQLiteStore {
  /// The version of the database that this program reads and writes.
  public static var schemaVersion: Int64 { Schema.version }
}

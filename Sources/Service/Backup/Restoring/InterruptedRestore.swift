internal import Files

/// What a restore leaves in a data folder that was there before it, where it is killed.
///
/// As long as it lies there and no database does, the folder is no service's: one that began with it would
/// begin with nothing, and the rest of the restore would find it in its place.
public enum InterruptedRestore {
  /// The folder's name, in the data folder.
  static let name = ".restoring"
  /// In it, a file that says that what it held is being moved to its place.
  static let moving = "moving"

  /// Whether a restore into a data folder began and did not end.
  public static func isIn(_ folder: String) -> Bool {
    FilePath.isThere("\(folder)/\(name)")
      && !FilePath.isThere("\(folder)/\(BackupPath.database.text)")
  }

  /// What is to be done about it.
  public static func advice(_ folder: String) -> String {
    "a restore into \(folder) was interrupted; run avatar-overlay restore again, or remove the folder to"
      + " begin a new one"
  }
}

/// What a backup may hold: it is read as what a stranger made.
public enum BackupLimits {
  /// Files and links together: those of more than 150,000 renders.
  public static let entries = 1_000_000
  /// The bytes of `backup.json`.
  public static let manifestBytes = 64 << 10
  /// The bytes of a line of `files.jsonl`.
  public static let lineBytes = 4096
  /// The bytes of a file's path.
  public static let pathBytes = 1024
  /// How many names a path has: `jobs/ID/recording/scenes/NAME` has five.
  public static let pathDepth = 6
  /// The bytes of one file, 1 TiB, the most that a setting of the service allows.
  public static let fileBytes = Int64(1) << 40
  /// The bytes of all files together, 1 PiB.
  public static let totalBytes = Int64(1) << 50
}

/// What a backup holds, and what became of the jobs that changed while it was made.
@dynamicMemberLookup public struct BackupSummary: Hashable, Sendable, Encodable {
  /// Where it is.
  public var backup: String
  /// What is in it.
  public var contents: BackupContents
  /// Jobs that were removed or cancelled while the backup was made, which are not in it.
  public var jobsRemovedMeanwhile = 0
  /// Jobs in it whose files are missing in the data folder, and so in it.
  public var jobsWithoutFiles: [String] = []
  /// Packages in it whose bytes are not those that were uploaded.
  public var damagedPackages: [String] = []

  init(_ manifest: BackupManifest, at path: String) {
    (backup, contents) = (path, BackupContents(manifest))
  }

  /// What of its contents has a name.
  public subscript<Value>(dynamicMember member: KeyPath<BackupContents, Value>) -> Value {
    contents[keyPath: member]
  }

  private enum CodingKeys: CodingKey {
    case backup, jobsRemovedMeanwhile, jobsWithoutFiles, damagedPackages
  }

  /// Writes one object of all members.
  public func encode(to encoder: any Encoder) throws {
    try contents.encode(to: encoder)
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(backup, forKey: .backup)
    try object.encode(jobsRemovedMeanwhile, forKey: .jobsRemovedMeanwhile)
    try object.encode(jobsWithoutFiles, forKey: .jobsWithoutFiles)
    try object.encode(damagedPackages, forKey: .damagedPackages)
  }
}

/// What was restored.
@dynamicMemberLookup public struct RestoreSummary: Hashable, Sendable, Encodable {
  /// Where it is.
  public var data: String
  /// What is in it.
  public var contents: BackupContents

  init(_ manifest: BackupManifest, in folder: String) {
    (data, contents) = (folder, BackupContents(manifest))
  }

  /// What of its contents has a name.
  public subscript<Value>(dynamicMember member: KeyPath<BackupContents, Value>) -> Value {
    contents[keyPath: member]
  }

  private enum CodingKeys: CodingKey { case data }

  /// Writes one object of all members.
  public func encode(to encoder: any Encoder) throws {
    try contents.encode(to: encoder)
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(data, forKey: .data)
  }
}

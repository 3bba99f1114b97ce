internal import Files

/// Finds tenants' fit profiles, which are copied as they are.
enum FitProfileCopier {
  /// The paths of all of them, in order.
  static func paths(in source: FolderDescriptor) throws -> [BackupPath] {
    guard source.kind(BackupPath.fitProfiles) == .folder else { return [] }
    let folder = try source.folder(BackupPath.fitProfiles)
    return try folder.names().sorted().filter { folder.kind($0) == .folder }.flatMap { tenant in
      let names = try folder.folder(tenant)
      return try names.names().sorted().filter { names.kind($0) == .file }
        .compactMap { BackupPath("\(BackupPath.fitProfiles)/\(tenant)/\($0)") }
    }
  }
}

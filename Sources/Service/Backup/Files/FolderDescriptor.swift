internal import Files

/// An open folder, beneath which files are opened without following a link (`OpenFolder`), with the faults of
/// backups.
struct FolderDescriptor {
  private let folder: OpenFolder
  var path: String { folder.path }

  /// Opens a folder by its path, which may lead through links: the operator names it.
  init(path: String) throws(BackupError) {
    folder = try Self.faults { () throws(FolderFault) in try OpenFolder(path: path) }
  }

  private init(_ folder: OpenFolder) { self.folder = folder }

  func folder(_ name: String) throws(BackupError) -> FolderDescriptor {
    FolderDescriptor(try Self.faults { () throws(FolderFault) in try folder.folder(name) })
  }

  /// Opens a regular file in it or in a folder of it.
  func file(_ names: some BidirectionalCollection<String>) throws(BackupError) -> SourceFile {
    var folder = self.folder
    let name = names.last ?? ""
    let descriptor = try Self.faults { () throws(FolderFault) in
      for name in names.dropLast() { folder = try folder.folder(name) }
      return try folder.open(name)
    }
    return try SourceFile(descriptor: descriptor, path: "\(folder.path)/\(name)")
  }

  /// What lies under a name; nil where there is nothing.
  func kind(_ name: String) -> OpenFolder.Kind? { folder.kind(name) }

  /// Where a link in it leads; nil where it is none.
  func link(_ name: String) -> String? { folder.link(name) }

  /// The names in it, without an order.
  func names() throws(BackupError) -> [String] {
    try Self.faults { () throws(FolderFault) in try folder.names() }
  }

  private static func faults<Result>(
    _ body: () throws(FolderFault) -> Result
  ) throws(BackupError) -> Result {
    do throws(FolderFault) {
      return try body()
    } catch {
      throw error.isMissing
        ? .damaged(path: error.path, reason: error.reason)
        : .unreadable(path: error.path, reason: error.reason)
    }
  }
}

internal import Files
internal import Foundation

/// Copies tenants' own avatars and scenes: the names that mean a package, and these packages.
///
/// A name is a link, which is replaced in one step, and a package never changes. A replaced package goes at once;
/// where it is gone before its bytes were read, its name is read again.
struct PackageCopier {
  let source: FolderDescriptor
  let copier: FileCopier
  /// Packages whose bytes are not those that were uploaded.
  private(set) var damaged: [String] = []

  init(from source: FolderDescriptor, by copier: FileCopier) {
    (self.source, self.copier) = (source, copier)
  }

  /// The tenants' names for packages, where each leads.
  static func links(in source: FolderDescriptor) throws -> [(path: BackupPath, target: String)] {
    var links: [(path: BackupPath, target: String)] = []
    for kind in BackupPath.packages {
      guard source.kind(kind) == .folder else { continue }
      let folder = try source.folder(kind)
      for tenant in try folder.names().sorted() where folder.kind(tenant) == .folder {
        let names = try folder.folder(tenant)
        for name in try names.names().sorted() {
          guard let path = BackupPath("\(kind)/\(tenant)/\(name)"), let target = names.link(name),
            BackupPath.isPackage(target)
          else { continue }
          links.append((path, target))
        }
      }
    }
    return links
  }

  /// Copies them; gives the entries.
  mutating func copy() throws -> [BackupEntry] {
    var copied: Set<BackupPath> = []
    var entries: [BackupEntry] = []
    for (path, target) in try Self.links(in: source) {
      var target = target
      while true {
        let package = path.target(target)
        if copied.contains(package) { break }
        if let entry = try copier.copy(package) {
          copied.insert(package)
          entries.append(entry)
          if case .file(_, let sha256) = entry.content, package.names.last != "\(sha256).zip" {
            damaged.append(package.text)
          }
          break
        }
        // Replaced and removed, or deleted; one that leads nowhere is no name of anything.
        let folder = try source.folder(path.names[0]).folder(path.names[1])
        guard let next = folder.link(path.names[2]), next != target, BackupPath.isPackage(next)
        else {
          target = ""
          break
        }
        target = next
      }
      if !target.isEmpty { entries.append(try copier.link(path, to: target)) }
    }
    return entries
  }
}

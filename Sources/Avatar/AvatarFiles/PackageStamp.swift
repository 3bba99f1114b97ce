import Foundation

/// What the file system says about a package's files: two stamps of one path that are the same mean
/// the same files.
///
/// Names, sizes, times and inodes are compared and not contents, so that looking costs little.
public struct PackageStamp: Hashable, Sendable {
  private struct Entry: Hashable {
    var path: String
    var device, inode, size: UInt64
    var modified, changed: [Int]
  }

  private let entries: [Entry]

  /// Looks at the package at a path, a folder or an archive; nil where there is none.
  public init?(path: String) {
    let names = (try? FolderFiles(path: path))?.paths.map { "/" + $0 } ?? []
    // The folder or archive itself, and what is in it.
    let found = ([""] + names).map { Self.entry(path + $0) }
    guard found.first != nil, found[0] != nil else { return nil }
    entries = found.compactMap(\.self)
  }

  private static func entry(_ path: String) -> Entry? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return Entry(
      path: path, device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(status.st_ino), size: UInt64(status.st_size),
      modified: [modified.tv_sec, modified.tv_nsec], changed: [changed.tv_sec, changed.tv_nsec])
  }
}

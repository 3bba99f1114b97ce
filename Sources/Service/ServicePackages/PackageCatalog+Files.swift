internal import Blobs
internal import Digests
internal import Foundation
internal import Jobs

// Packages as files of this machine.
extension PackageCatalog {
  /// A tenant's package as a local file, which is fetched once where it is kept elsewhere; nil where there is
  /// none.
  func localFile(of package: BlobKey) throws -> CachedPackage? {
    let folder = cacheFolder(of: package)
    let copy = "\(folder)/\(package.names.last ?? "")"
    if FileManager.default.fileExists(atPath: copy) {
      return CachedPackage(path: copy, folder: folder)
    }
    let made = Result { try PackageFile.makeFolder(folder) }
    let scratch = "\(folder)/.\(RandomName.make())"
    let found: String?
    do {
      found = try blobs.localFile(of: package, scratch: scratch)
    } catch {
      // A backend that gives its own files needs no space here, and nothing that has no space is fetched.
      try made.get()
      throw error
    }
    guard let path = found else { return nil }
    guard path == scratch else { return CachedPackage(path: path, folder: folder) }
    // Of two that fetch it at one time, either has the same bytes.
    guard unsafe rename(scratch, copy) == 0 else {
      throw BlobError.unusable(place: copy, reason: unsafe String(cString: strerror(errno)))
    }
    return CachedPackage(path: copy, folder: folder)
  }

  /// The picture of a package, which is drawn once for each version of it and of what draws.
  ///
  /// That of a tenant's own lies in the cache and goes with the package; it is counted, and never refused.
  ///
  /// - Parameters:
  ///   - version: of what draws.
  ///   - builtIn: the folder of those of built-in packages.
  package func preview(
    of entry: PackageEntry, for tenant: String, version: String, builtIn folder: String,
    draw: (String) throws -> Void
  ) throws -> (path: String, hash: String) {
    let hash = try fingerprint(entry.id, of: tenant)
    let path =
      entry.cache.map { "\($0)/preview-\(version).png" } ?? "\(folder)/\(hash)-\(version).png"
    guard !FileManager.default.fileExists(atPath: path) else { return (path, hash) }
    if let cache = entry.cache { try PackageFile.makeFolder(cache) }
    try draw(path)
    if !entry.isBuiltIn {
      quota.note(
        PackageFile.byteCount(of: path),
        for: Self.previewItem(try package(hash: hash, of: tenant)),
        of: tenant)
    }
    return (path, hash)
  }

  /// What the quota counts the picture of a package as.
  private static func previewItem(_ package: BlobKey) -> String { "\(package) preview" }

  /// Forgets what the cache has of a package.
  func forget(_ package: BlobKey) {
    try? FileManager.default.removeItem(atPath: cacheFolder(of: package))
    quota.forget(Self.previewItem(package))
  }

  /// The folder of a package in the cache, by its tenant and its hash.
  private func cacheFolder(of package: BlobKey) -> String {
    "\(cache)/\(package.names.filter { $0 != Self.packagesFolder }.joined(separator: "/"))"
  }
}

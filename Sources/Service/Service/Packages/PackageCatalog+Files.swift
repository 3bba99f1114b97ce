internal import Blobs
internal import Digests
internal import Foundation

// Packages as files of this machine.
extension PackageCatalog {
  /// A package as a file of this machine.
  struct LocalPackage {
    /// Where it is.
    var path: String
    /// In the cache, the folder of what belongs to it.
    var folder: String
  }

  /// A tenant's package as a local file, which is fetched once where it is kept elsewhere; nil where there is
  /// none.
  func localFile(of package: BlobKey) throws -> LocalPackage? {
    let folder = cacheFolder(of: package)
    let copy = "\(folder)/\(package.names.last ?? "")"
    if FileManager.default.fileExists(atPath: copy) {
      return LocalPackage(path: copy, folder: folder)
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
    guard path == scratch else { return LocalPackage(path: path, folder: folder) }
    // Of two that fetch it at one time, either has the same bytes.
    guard unsafe rename(scratch, copy) == 0 else {
      throw BlobError.unusable(place: copy, reason: unsafe String(cString: strerror(errno)))
    }
    return LocalPackage(path: copy, folder: folder)
  }

  /// Forgets what the cache has of a package.
  func forget(_ package: BlobKey) {
    try? FileManager.default.removeItem(atPath: cacheFolder(of: package))
  }

  /// The folder of a package in the cache, by its tenant and its hash.
  private func cacheFolder(of package: BlobKey) -> String {
    "\(cache)/\(package.names.filter { $0 != Self.packagesFolder }.joined(separator: "/"))"
  }
}

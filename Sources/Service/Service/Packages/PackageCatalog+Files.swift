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
    if !FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let scratch = "\(folder)/.\(RandomName.make())"
    guard let path = try blobs.localFile(of: package, scratch: scratch) else { return nil }
    guard path == scratch else { return LocalPackage(path: path, folder: folder) }
    // Of two that fetch it at one time, either has the same bytes.
    guard unsafe rename(scratch, copy) == 0 else {
      throw BlobError.unusable(place: copy, reason: unsafe String(cString: strerror(errno)))
    }
    return LocalPackage(path: copy, folder: folder)
  }

  /// The same file under a name: some of what is drawn shows it.
  func named(_ name: String, _ file: LocalPackage) throws -> String {
    let path = "\(file.folder)/\(name)"
    if !FileManager.default.fileExists(atPath: path) { try Self.link(file.path, to: path) }
    return path
  }

  /// Forgets what the cache has of a package.
  func forget(_ package: BlobKey) {
    try? FileManager.default.removeItem(atPath: cacheFolder(of: package))
  }

  /// The folder of a package in the cache, by its tenant and its hash.
  private func cacheFolder(of package: BlobKey) -> String {
    "\(cache)/\(package.names.filter { $0 != Self.packagesFolder }.joined(separator: "/"))"
  }

  /// Gives a file another name, or copies it where that is on another disk; one that is there is no fault.
  static func link(_ path: String, to other: String) throws {
    if unsafe Foundation.link(path, other) == 0 || errno == EEXIST { return }
    let copy = "\(other)-\(RandomName.make())"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    guard unsafe rename(copy, other) == 0 else {
      throw BlobError.unusable(place: other, reason: unsafe String(cString: strerror(errno)))
    }
  }
}

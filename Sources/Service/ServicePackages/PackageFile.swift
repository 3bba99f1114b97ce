internal import Blobs
internal import Digests
internal import Foundation

extension PackageEntry {
  /// The package under its name, which some of what is drawn shows, and by which a scene without a name of its
  /// printed picture is found.
  ///
  /// - Throws: where there is no space for a tenant's own under its name.
  package func namedPath() throws -> String {
    guard let cache else { return path }
    let named = "\(cache)/\(id)"
    if !FileManager.default.fileExists(atPath: named) {
      try PackageFile.makeFolder(cache)
      try PackageFile.link(path, to: named)
    }
    return named
  }
}

/// A tenant's package as a file of this machine.
package struct CachedPackage {
  /// Where it is.
  package var path: String
  /// In the cache, the folder of what belongs to it.
  var folder: String
}

/// A package that was sent, as a file of this machine.
package struct LocalPackage {
  /// Where it is.
  package var path: String
  /// Its length.
  var byteCount: Int64

  package init(path: String, byteCount: Int64) { (self.path, self.byteCount) = (path, byteCount) }
}

/// Files and folders of packages on this machine.
enum PackageFile {
  /// A file's length; 0 where there is none.
  static func byteCount(of path: String) -> Int64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
  }

  /// Makes a folder for the service alone; one that is there is no fault.
  static func makeFolder(_ path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Gives a file another name, or copies it where that is on another disk; one that is there is no fault.
  package static func link(_ path: String, to other: String) throws {
    if unsafe Foundation.link(path, other) == 0 || errno == EEXIST { return }
    let copy = "\(other)-\(RandomName.make())"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    guard unsafe rename(copy, other) == 0 else {
      throw BlobError.unusable(place: other, reason: unsafe String(cString: strerror(errno)))
    }
  }
}

import Avatars
import Foundation
import Text

/// A folder of avatar packages, `Avatars/` by default.
public struct AvatarLibrary: Hashable, Sendable {
  /// The folder.
  public let folder: String

  /// Makes the library of a folder.
  public init(folder: String = "Avatars") {
    self.folder = folder
  }

  /// The names of the avatars in the folder, sorted: folders with a manifest, and archives.
  public var ids: [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let ids = entries.compactMap { entry -> String? in
      if entry.hasPrefix(".") { return nil }
      if let name = FileNames.packageName(ofArchive: entry) { return name }
      let manifest = "\(folder)/\(entry)/\(AvatarManifest.fileName)"
      return FileManager.default.fileExists(atPath: manifest) ? entry : nil
    }
    return Set(ids).sorted()
  }

  /// The path of the package that a name or a path means.
  ///
  /// A name is looked up in the library; whatever has a slash in it, and whatever is no name there
  /// but exists, is a path.
  public func path(of nameOrPath: String) throws(AvatarPackageError) -> String {
    if nameOrPath.contains("/") {
      guard let path = FileNames.existing(nameOrPath) else { throw .notFound(path: nameOrPath) }
      return path
    }
    if ids.contains(nameOrPath) {
      let package = "\(folder)/\(nameOrPath)"
      return FileNames.existing(package) ?? FileNames.archive(of: nameOrPath, in: folder) ?? package
    }
    guard let path = FileNames.existing(nameOrPath) else { throw unknown(nameOrPath, among: ids) }
    return path
  }

  /// The error for a name that is none of `ids`.
  package func unknown(_ name: String, among ids: [String]) -> AvatarPackageError {
    .unknownAvatar(
      name: name, folder: folder, nearest: Spelling.nearest(to: name, among: ids))
  }

  /// Loads the package that a name or a path means.
  ///
  /// - Parameter decoding: as `AvatarPackage.load` has it.
  public func load(
    _ nameOrPath: String, decoding: PictureDecoding = .checked
  ) throws(AvatarPackageError) -> AvatarPackage {
    try AvatarPackage.load(path: path(of: nameOrPath), decoding: decoding)
  }

  /// What the folder holds, in the order of `ids`; pictures are not read.
  public var summaries: [AvatarSummary] {
    ids.map { id in
      do {
        return AvatarSummary(id: id, try AvatarPackage.manifest(path: path(of: id)))
      } catch {
        return AvatarSummary(id: id, fault: "\(error)")
      }
    }
  }
}

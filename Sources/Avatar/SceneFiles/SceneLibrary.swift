internal import AvatarFiles
import Foundation
internal import Scenes
internal import Text

/// A folder of scene packages, `Scenes/` by default.
public struct SceneLibrary: Hashable, Sendable {
  /// The folder.
  public let folder: String
  /// The packages by name, where they lie in no folder under their names.
  private let packages: [String: String]?

  /// The most scenes that are used at once: as many as printed pictures are looked for.
  public static let most = 64
  /// The variable that names the folder of scenes.
  public static let folderVariable = "AVATAR_OVERLAY_SCENES"

  /// Makes the library of a folder.
  public init(folder: String = "Scenes") { (self.folder, packages) = (folder, nil) }

  /// Makes a library of packages that lie anywhere.
  ///
  /// - Parameter packages: their paths, by the scenes' names.
  public init(packages: [String: String]) { (folder, self.packages) = ("", packages) }

  /// Finds the folder of scenes: the one that was named, else `Scenes` here, else the one beside the avatars.
  public static func find(
    named folder: String? = nil, environment: [String: String], besideAvatars avatars: String
  ) -> SceneLibrary {
    if let named = folder ?? environment[folderVariable] { return SceneLibrary(folder: named) }
    let beside = (avatars as NSString).deletingLastPathComponent
    let candidates = ["Scenes", beside.isEmpty ? "Scenes" : "\(beside)/Scenes"]
    let found = candidates.first { !SceneLibrary(folder: $0).ids.isEmpty }
    return SceneLibrary(folder: found ?? "Scenes")
  }

  /// The names of the scenes in the folder, sorted: folders with a manifest, and archives.
  public var ids: [String] {
    if let packages { return packages.keys.sorted() }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let ids = entries.compactMap { entry -> String? in
      if entry.hasPrefix(".") { return nil }
      if let name = FileNames.packageName(ofArchive: entry) { return name }
      let manifest = "\(folder)/\(entry)/\(SceneManifest.fileName)"
      return FileManager.default.fileExists(atPath: manifest) ? entry : nil
    }
    return Set(ids).sorted()
  }

  /// The path of the package that a name or a path means.
  ///
  /// A name is looked up in the library; whatever has a slash in it, and whatever is no name there
  /// but exists, is a path.
  public func path(of nameOrPath: String) throws(ScenePackageError) -> String {
    if let package = packages?[nameOrPath] { return package }
    if !nameOrPath.contains("/"), ids.contains(nameOrPath) {
      let package = "\(folder)/\(nameOrPath)"
      return FileNames.existing(package) ?? FileNames.archive(of: nameOrPath, in: folder) ?? package
    }
    if let path = FileNames.existing(nameOrPath) { return path }
    if nameOrPath.contains("/") { throw .notFound(path: nameOrPath) }
    throw .unknownScene(
      name: nameOrPath, folder: folder, nearest: Spelling.nearest(to: nameOrPath, among: ids))
  }

  /// The paths of the packages of all scenes of the folder, by name; none where there is no such folder.
  public var paths: [String] {
    get throws(ScenePackageError) {
      let ids = ids
      guard ids.count <= Self.most else { throw .tooMany(path: folder, found: ids.count) }
      var paths: [String] = []
      for id in ids { paths.append(try path(of: id)) }
      return paths
    }
  }
}

public import AvatarFiles

/// Scenes that can be named.
public typealias SceneLibrary = PackageLibrary<ScenePackage>

extension PackageLibrary<ScenePackage> {
  /// The most scenes of a folder: as many as printed pictures are looked for at once.
  public static var most: Int { 64 }

  /// The paths of the packages of all scenes that can be named, those of each folder by name, the first
  /// folder's before the others'.
  public var paths: [[String]] {
    get throws(ScenePackageError) {
      let folders = Dictionary(grouping: entries, by: \.layer).sorted { $0.key < $1.key }
      for entries in folders.map(\.value) where entries.count > Self.most {
        throw .tooMany(path: entries[0].folder, found: entries.count)
      }
      return folders.map { $0.value.map(\.path) }
    }
  }
}

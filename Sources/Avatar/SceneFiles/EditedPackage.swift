internal import AvatarFiles
internal import Scenes

/// A package's files with another manifest in the place of its own.
struct EditedPackage: PackageFiles {
  /// The package's own files.
  let files: any PackageFiles
  /// The manifest's bytes.
  let manifest: [UInt8]

  var id: String { files.id }
  var paths: [String] { files.paths }
  var strayPaths: [(path: String, reason: String)] { files.strayPaths }

  func read(
    _ path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8] {
    guard path == SceneManifest.fileName else {
      return try files.read(path, limit: limit, narrowed: narrowed)
    }
    guard manifest.count <= limit else { throw .tooLong(limit: limit) }
    return manifest
  }
}

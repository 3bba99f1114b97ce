internal import AvatarFiles

/// A package's files with others in the place of some of its own, and beside them.
struct EditedPackage: PackageFiles {
  /// The package's own files.
  let files: any PackageFiles
  /// The bytes of the others, by path.
  let edited: [String: [UInt8]]

  var id: String { files.id }
  var paths: [String] { Set(files.paths).union(edited.keys).sorted() }
  var strayPaths: [(path: String, reason: String)] { files.strayPaths }

  func read(
    _ path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8] {
    guard let bytes = edited[path] else {
      return try files.read(path, limit: limit, narrowed: narrowed)
    }
    let limit = min(limit, narrowed(bytes))
    guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    return bytes
  }
}

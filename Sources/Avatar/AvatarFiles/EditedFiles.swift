import Avatars

/// A package whose files are in memory.
struct EditedFiles: PackageFiles {
  let id: String
  let strayPaths: [(path: String, reason: String)] = []
  private let files: [String: [UInt8]]

  /// Takes the files by their paths.
  init(id: String, _ files: [String: [UInt8]]) {
    (self.id, self.files) = (id, files)
  }

  var paths: [String] { files.keys.sorted() }

  func read(
    _ path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8] {
    if let reason = PackagePath.fault(of: path) { throw .leadsOut(reason: reason) }
    guard let bytes = files[path] else { throw .missing }
    let allowed = min(limit, narrowed(bytes))
    guard bytes.count <= allowed else { throw .tooLong(limit: allowed) }
    return bytes
  }
}

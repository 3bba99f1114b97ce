public import Blobs
internal import Files

extension FolderBlobStore {
  /// Renames a file or folder.
  public func move(_ key: BlobKey, to other: BlobKey) throws(BlobError) {
    guard let (folder, name) = try parent(of: key), try isThere(key) else { return }
    guard try !isThere(other) else { throw .exists(key: other.text) }
    try put(other) { target, newName throws(FileFault) in
      do throws(FolderFault) {
        try folder.move(name, to: target, as: newName)
        try target.sync()
        try folder.sync()
      } catch {
        throw FileFault(error)
      }
    }
  }

  /// Removes a file or a link.
  public func remove(_ key: BlobKey) throws(BlobError) {
    guard let (folder, name) = try parent(of: key), folder.kind(name) != .folder else { return }
    _ = try reading(key) { () throws(FolderFault) in try folder.remove(name) }
  }

  // MARK: Names

  /// Makes a link whose text is a path within the folder.
  public func point(_ key: BlobKey, to target: BlobKey) throws(BlobError) {
    let (from, to) = (key.names.dropLast(), target.names)
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    let text =
      Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared).map(String.init)
    let hidden = try hiddenName()
    try put(key) { folder, name throws(FileFault) in
      do throws(FolderFault) {
        try hidden.folder.remove(hidden.name)
        try hidden.folder.makeLink(hidden.name, to: text.joined(separator: "/"))
        try hidden.folder.move(hidden.name, to: folder, as: name)
        try folder.sync()
      } catch {
        throw FileFault(error)
      }
    }
  }

  /// Where a link leads.
  public func target(of key: BlobKey) throws(BlobError) -> BlobKey? {
    guard let (folder, _) = try parent(of: key) else { return nil }
    return Self.target(of: key, in: folder)
  }

  /// The key that a link in a folder leads to; nil where it is none, or leads out of the store.
  static func target(of key: BlobKey, in folder: OpenFolder) -> BlobKey? {
    guard let text = folder.link(key.names.last ?? "") else { return nil }
    var names = Array(key.names.dropLast())
    for name in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard name == ".." else {
        names.append(name)
        continue
      }
      guard names.popLast() != nil else { return nil }
    }
    return try? BlobKey(names.joined(separator: "/"))
  }
}

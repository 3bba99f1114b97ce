public import Blobs
internal import Files
internal import Foundation

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

  /// So often a folder is emptied that somebody writes to.
  private static let removals = 3

  /// Removes a file, or a folder: at one moment for whoever looks at its path.
  ///
  /// It is renamed before it is emptied; one that cannot be emptied has its name again.
  public func removeAll(below key: BlobKey, last: String?) throws(BlobError) {
    guard let (folder, name) = try parent(of: key), let kind = folder.kind(name) else { return }
    guard kind == .folder else { return try remove(key) }
    let hidden = try hiddenName()
    let isMoved: Void? = try reading(key) { () throws(FolderFault) in
      try folder.move(name, to: hidden.folder, as: hidden.name)
    }
    guard isMoved != nil else { return }
    let path = "\(hidden.folder.path)/\(hidden.name)"
    for _ in 1...Self.removals where hidden.folder.kind(hidden.name) != nil {
      try? FileManager.default.removeItem(atPath: path)
    }
    guard hidden.folder.kind(hidden.name) != nil else { return }
    _ = try reading(key) { () throws(FolderFault) in
      try hidden.folder.move(hidden.name, to: folder, as: name)
    }
    throw .unusable(place: self.path(of: key), reason: "it cannot be removed")
  }

  /// A name in the hidden folder that nothing has.
  private func hiddenName() throws(BlobError) -> (folder: OpenFolder, name: String) {
    do throws(FolderFault) {
      try root.makeFolder(Self.unfinished)
      let random = UInt64.random(in: .min ... .max)
      return (try root.folder(Self.unfinished), String(random, radix: 36))
    } catch {
      throw Self.error(error, place: error.path)
    }
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

public import Blobs
internal import Files
internal import Foundation

extension FolderBlobStore {
  /// Writes bytes to a file.
  public func keep(_ bytes: [UInt8], as key: BlobKey, onlyNew: Bool) throws(BlobError) {
    try put(key) { folder, name throws(FileFault) in
      try AtomicFile.write(
        bytes, to: String(name), in: folder, replacing: !onlyNew, permissions: 0o600)
    }
  }

  /// Renames a file, or copies one of another disk.
  public func keep(file path: String, as key: BlobKey, onlyNew: Bool) throws(BlobError) {
    let file = try LocalFile(path)
    try file.sync()
    try put(key) { folder, name throws(FileFault) in
      do throws(FolderFault) {
        if onlyNew {
          try folder.takeLink(path, as: name)
          unsafe unlink(path)
        } else {
          try folder.take(path, as: name)
        }
        try folder.sync()
      } catch {
        guard error.needsCopy else { throw FileFault(error) }
        let copy = try AtomicFile(
          path: String(name), in: folder, replacing: !onlyNew, permissions: 0o600)
        try file.copy(to: copy)
        try copy.commit()
        unsafe unlink(path)
      }
    }
  }

  /// Renames a folder: all of its files appear at one moment.
  public func keep(folder path: String, below key: BlobKey, last: String?) throws(BlobError) {
    try LocalFile.sync(allOf: path)
    guard try !isThere(key) else { throw .exists(key: key.text) }
    try put(key) { folder, name throws(FileFault) in
      do throws(FolderFault) {
        try folder.take(path, as: name)
        try folder.sync()
      } catch {
        throw FileFault(error)
      }
    }
  }

  /// Does something in the folder of a key, which is made where it is not there.
  ///
  /// Again where that folder was removed meanwhile. A folder without a blob that has the name goes.
  func put(
    _ key: BlobKey, _ body: (OpenFolder, Substring) throws(FileFault) -> Void
  ) throws(BlobError) {
    if let (folder, name) = try parent(of: key), folder.kind(name) == .folder, try !isThere(key) {
      try removeAll(below: key, last: nil)
    }
    for attempt in 1... {
      var parent: OpenFolder?
      do throws(FileFault) {
        let folder = try makeParent(of: key)
        parent = folder
        return try body(folder, key.names.last ?? "")
      } catch {
        // What is being emptied has lost the hidden file before it is gone itself.
        let isGone = parent?.isRemoved == true || error.isMissing
        if isGone, attempt < Self.attempts { continue }
        switch error.reason {
        case .exists: throw .exists(key: key.text)
        case .diskFull: throw .full(place: path(of: key))
        default: throw .unusable(place: path(of: key), reason: "\(error.reason)")
        }
      }
    }
  }

  /// How often a folder may be removed during a write to it.
  private static let attempts = 100

  private func makeParent(of key: BlobKey) throws(FileFault) -> OpenFolder {
    var folder = root
    for name in key.names.dropLast() {
      do throws(FolderFault) {
        if let next = try? folder.folder(name) {
          folder = next
        } else {
          try folder.makeFolder(name)
          folder = try folder.folder(name)
        }
      } catch {
        throw FileFault(error)
      }
    }
    return folder
  }
}

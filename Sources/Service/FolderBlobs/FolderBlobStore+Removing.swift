public import Blobs
internal import Files
internal import Foundation

extension FolderBlobStore {
  /// How often a folder is emptied to which another thread writes.
  private static let removals = 3

  /// Removes a file, or a folder: in one step for processes that look at its path.
  ///
  /// It is renamed before it is emptied; one that cannot be emptied has its name again. Where the disk has no
  /// space for its other name it is emptied where it is, the file `last` last, so that a full disk can be freed.
  public func removeAll(below key: BlobKey, last: String?) throws(BlobError) {
    guard let (folder, name) = try parent(of: key), let kind = folder.kind(name) else { return }
    guard kind == .folder else { return try remove(key) }
    let hidden: (folder: OpenFolder, name: String)
    do throws(BlobError) {
      hidden = try hiddenName()
      let isMoved: Void? = try reading(key) { () throws(FolderFault) in
        try folder.move(name, to: hidden.folder, as: hidden.name)
      }
      guard isMoved != nil else { return }
    } catch {
      guard case .full = error else { throw error }
      return try removeInPlace(key, name, of: folder, last: last)
    }
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

  /// Removes a folder under its own name.
  private func removeInPlace(
    _ key: BlobKey, _ name: Substring, of folder: OpenFolder, last: String?
  ) throws(BlobError) {
    var reason: String?
    for _ in 1...Self.removals where folder.kind(name) != nil {
      do throws(FolderFault) {
        try Self.empty(folder.folder(name), last: last)
        try folder.removeFolder(name)
      } catch {
        // Another thread writes to it, or removes it too.
        reason = error.reason
      }
    }
    guard folder.kind(name) != nil else { return }
    throw .unusable(
      place: path(of: key), reason: "it cannot be removed" + (reason.map { ": \($0)" } ?? ""))
  }

  /// Removes all that is in a folder.
  ///
  /// - Parameter last: the name of a file in it that goes when all others are gone.
  private static func empty(_ folder: OpenFolder, last: String?) throws(FolderFault) {
    for name in try folder.names() where name != last {
      if folder.kind(name) == .folder {
        try empty(folder.folder(name), last: nil)
        try folder.removeFolder(name)
      } else {
        try folder.remove(name)
      }
    }
    if let last { try folder.remove(last) }
  }

  /// A name in the hidden folder that nothing has.
  func hiddenName() throws(BlobError) -> (folder: OpenFolder, name: String) {
    do throws(FolderFault) {
      try root.makeFolder(Self.unfinished)
      let random = UInt64.random(in: .min ... .max)
      return (try root.folder(Self.unfinished), String(random, radix: 36))
    } catch {
      throw Self.error(error, place: error.path)
    }
  }

  /// Removes what killed removals left in the hidden folder, and makes that where it is not there: on a disk
  /// that runs full later there may be no space for it.
  func clearUnfinished() {
    // What cannot be removed, or made, is not in the way: names are random, and the folder is made later.
    guard let hidden = try? hiddenName().folder else { return }
    for name in (try? hidden.names()) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(hidden.path)/\(name)")
    }
  }
}

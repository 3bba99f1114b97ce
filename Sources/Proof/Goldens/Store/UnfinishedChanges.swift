internal import Foundation

/// What a process left in a suite's folder that was killed while it replaced goldens.
enum UnfinishedChanges {
  /// Puts the goldens back as they were, or, if all changes had been made, only tidies up.
  ///
  /// - Parameter lock: the suite's lock; without it the files may be those of a process that runs,
  ///   and are left alone.
  static func settle(in suite: GoldenSuite, _ lock: borrowing FolderLock) {
    guard lock.isHeld else { return }
    let found = hiddenFiles(in: suite.folder)
    guard !found.isEmpty else { return }
    // The file of records is the last to get its name: while it waits for it, others may wait too.
    let records = suite.paths.provenance
    let unfinished = Set(
      found.filter { $0.hidden.role == .staged && $0.path == records }.map(\.hidden.process))
    // And it is the last to go, so that this may be killed as well.
    let inOrder = found.filter { $0.path != records } + found.filter { $0.path == records }
    for file in inOrder {
      if unfinished.contains(file.hidden.process) {
        if file.hidden.role == .kept { Links.rename(file.hiddenPath, file.path) }
        if file.hidden.role == .made { Links.unlink(file.path) }
      }
      // A rename between two links of one file does nothing, and both stay.
      Links.unlink(file.hiddenPath)
      removeEmptyFolders(above: file.path, in: suite.folder)
    }
  }

  private struct File {
    var hidden: HiddenName
    var hiddenPath: String
    /// The file that it is about.
    var path: String
  }

  private static func hiddenFiles(in folder: String) -> [File] {
    let walk = FileManager.default.enumerator(atPath: folder)
    var found: [File] = []
    while let entry = walk?.nextObject() as? String {
      guard let last = entry.split(separator: "/").last, last.hasPrefix(".") else { continue }
      if walk?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
        walk?.skipDescendants()
      } else if let hidden = HiddenName(String(last)) {
        let path = SuitePath.joined(folder, entry)
        found.append(
          File(hidden: hidden, hiddenPath: path, path: path.dropLast(last.count) + hidden.name))
      }
    }
    return found
  }

  private static func removeEmptyFolders(above path: String, in folder: String) {
    var place = SuitePath.folder(of: path)
    while place != folder, place != ".", Links.removeFolder(place) == 0 {
      place = SuitePath.folder(of: place)
    }
  }
}

internal import Files

/// What a process left in a suite's folder that was killed while it replaced goldens.
enum UnfinishedChanges {
  /// Puts the goldens back as they were, or, if all changes had been made, only tidies up.
  ///
  /// - Parameter lock: the suite's lock; without it the files may be those of a process that runs,
  ///   and are left alone.
  static func settle(in suite: GoldenSuite, _ lock: borrowing FolderLock) {
    guard lock.isHeld else { return }
    let found = hiddenFiles(of: suite)
    guard !found.isEmpty else { return }
    // The file of records is the last to get its name: while it waits for it, others may wait too.
    let records = GoldenPaths.provenanceName
    let unfinished = Set(
      found.filter { $0.hidden.role == .staged && $0.isOf(records) }.map(\.hidden.process))
    // And it is the last to go, so that this may be killed as well.
    let inOrder = found.filter { !$0.isOf(records) } + found.filter { $0.isOf(records) }
    for file in inOrder {
      // Links on the way were not followed when it was found, and are not now.
      guard let (folder, name) = try? file.place.located(keepsLast: true) else { continue }
      if unfinished.contains(file.hidden.process) {
        if file.hidden.role == .kept {
          try? folder.move(name, to: folder, as: file.hidden.name)
        }
        if file.hidden.role == .made { try? folder.remove(file.hidden.name) }
      }
      // A rename between two links of one file does nothing, and both stay.
      try? folder.remove(name)
      removeEmptyFolders(above: file.place)
    }
  }

  private struct File {
    var hidden: HiddenName
    /// The hidden file.
    var place: SuitePlace

    /// Whether it is about a file that lies in the suite's folder itself.
    func isOf(_ name: String) -> Bool { place.outer == nil && hidden.name == name }
  }

  private static func hiddenFiles(of suite: GoldenSuite) -> [File] {
    var found: [File] = []
    (try? OpenFolder(path: suite.folder))?.walk { entry in
      guard entry.name.hasPrefix(".") else { return true }
      if entry.information.kind != .folder, let hidden = HiddenName(String(entry.name)) {
        found.append(File(hidden: hidden, place: suite.paths.place(entry.path)))
      }
      return false
    }
    return found
  }

  private static func removeEmptyFolders(above place: SuitePlace) {
    var outer = place.outer
    while let one = outer {
      guard let (folder, name) = try? one.located(keepsLast: true), folder.kind(name) == .folder,
        (try? folder.removeFolder(name)) != nil
      else { return }
      outer = one.outer
    }
  }
}

internal import Files
import Imaging

/// Several files that are replaced and removed together, or not at all.
///
/// New files lie hidden beside their places until `commit()`. Until all of them have their names,
/// a hard link keeps each old file, and one marks each that had none, so that everything can be
/// put back: here where something fails, and by `UnfinishedChanges` where the process was killed.
struct FileTransaction: ~Copyable {
  private struct Change {
    /// Where the file is to be, for messages.
    var path: String
    /// The folder, and the file's name in it.
    var folder: OpenFolder
    var name: String
    /// The new content, by its hidden name; nil to remove the file.
    var staged: String?
    /// The old content, by its hidden name; nil where there was none.
    var kept: String?
    /// The new content by another hidden name, where there was no old one.
    var made: String?

    var hidden: [String] { [staged, kept, made].compactMap(\.self) }
  }

  private var changes: [Change] = []
  /// Folders that were made for new files, outer ones first.
  private var folders: [SuitePlace] = []

  /// Makes a transaction without changes.
  init() {}

  deinit {
    for change in changes {
      for name in change.hidden { try? change.folder.remove(name) }
    }
    // Those that something came into stay.
    for place in folders.reversed() {
      guard let (folder, name) = try? place.located(keepsLast: true) else { continue }
      try? folder.removeFolder(name)
    }
  }

  /// Writes a file's new content, hidden; its folder is made where there is none.
  mutating func write(_ bytes: [UInt8], to place: SuitePlace) throws(GoldenError) {
    var missing: [SuitePlace] = []
    var outer = place.outer
    while let folder = outer, !folder.exists {
      missing.append(folder)
      outer = folder.outer
    }
    folders += missing.reversed()
    let (folder, name) = try place.place(makesFolders: true)
    let staged = HiddenName.name(name, .staged)
    do throws(FileFault) {
      try AtomicFile.write(bytes, to: staged, in: folder, replacing: true)
    } catch {
      // The hidden name would not help the user.
      throw .file(ImagingError(FileFault(path: place.path, error.reason)))
    }
    changes.append(Change(path: place.path, folder: folder, name: name, staged: staged))
  }

  /// Notes that a file is to go; one that is not there is gone already.
  mutating func remove(_ place: SuitePlace) throws(GoldenError) {
    guard place.exists else { return }
    let (folder, name) = try place.place()
    changes.append(Change(path: place.path, folder: folder, name: name))
  }

  /// Makes all changes.
  ///
  /// The change that was asked for last is made last: it tells `UnfinishedChanges` that all are.
  mutating func commit() throws(GoldenError) {
    for index in changes.indices {
      let change = changes[index]
      let isThere = change.folder.kind(change.name) != nil
      guard let old = isThere ? change.name : change.staged else { continue }
      let link = HiddenName.name(change.name, isThere ? .kept : .made)
      do throws(FolderFault) {
        try change.folder.remove(link)
        try change.folder.makeName(link, of: old)
      } catch {
        throw Self.failure(change.path, error)
      }
      if isThere { changes[index].kept = link } else { changes[index].made = link }
    }
    for index in changes.indices {
      let change = changes[index]
      do throws(FolderFault) {
        if let staged = change.staged {
          try change.folder.move(staged, to: change.folder, as: change.name)
        } else {
          try change.folder.remove(change.name)
        }
      } catch {
        undo(upTo: index)
        throw Self.failure(change.path, error)
      }
      changes[index].staged = nil
    }
  }

  /// Gives the old files their names back.
  private func undo(upTo end: Int) {
    for change in changes[..<end] {
      if let kept = change.kept {
        try? change.folder.move(kept, to: change.folder, as: change.name)
      } else {
        try? change.folder.remove(change.name)
      }
    }
  }

  private static func failure(_ path: String, _ fault: FolderFault) -> GoldenError {
    .file(.file(path: path, .unwritable(reason: fault.reason)))
  }
}

internal import Files
internal import Foundation
import Imaging

/// Several files that are replaced and removed together, or not at all.
///
/// New files lie hidden beside their places until `commit()`. Until all of them have their names,
/// a hard link keeps each old file, and one marks each that had none, so that everything can be
/// put back: here where something fails, and by `UnfinishedChanges` where the process was killed.
struct FileTransaction: ~Copyable {
  private struct Change {
    /// Where the file is to be.
    var path: String
    /// The new content, hidden; nil to remove the file.
    var staged: String?
    /// The old content, hidden; nil where there was none.
    var kept: String?
    /// The new content by another hidden name, where there was no old one.
    var made: String?

    var hidden: [String] { [staged, kept, made].compactMap(\.self) }
  }

  private var changes: [Change] = []
  /// Folders that were made for new files, outer ones first.
  private var folders: [String] = []

  /// Makes a transaction without changes.
  init() {}

  deinit {
    for path in changes.flatMap(\.hidden) { Links.unlink(path) }
    // Those that something came into stay.
    for folder in folders.reversed() { Links.removeFolder(folder) }
  }

  /// Writes a file's new content, hidden; its folder is made where there is none.
  mutating func write(_ bytes: [UInt8], to path: String) throws(GoldenError) {
    try makeFolder(SuitePath.folder(of: path))
    let staged = HiddenName.path(path, .staged)
    do throws(FileFault) {
      try AtomicFile.write(bytes, to: staged, replacing: true)
    } catch {
      // The hidden name would tell nobody anything.
      throw .file(ImagingError(FileFault(path: path, error.reason)))
    }
    changes.append(Change(path: path, staged: staged))
  }

  private mutating func makeFolder(_ folder: String) throws(GoldenError) {
    var missing: [String] = []
    var place = folder
    while !SuitePath.exists(place), place != "/", place != "." {
      missing.append(place)
      place = SuitePath.folder(of: place)
    }
    folders += missing.reversed()
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .file(.file(path: folder, .unwritable(reason: "the folder cannot be made")))
    }
  }

  /// Notes that a file is to go; one that is not there is gone already.
  mutating func remove(_ path: String) {
    if SuitePath.exists(path) { changes.append(Change(path: path)) }
  }

  /// Makes all changes.
  ///
  /// The change that was asked for last is made last: it tells `UnfinishedChanges` that all are.
  mutating func commit() throws(GoldenError) {
    for index in changes.indices {
      let change = changes[index]
      guard let old = SuitePath.exists(change.path) ? change.path : change.staged else { continue }
      let link = HiddenName.path(change.path, old == change.path ? .kept : .made)
      Links.unlink(link)
      guard Links.link(old, link) == 0 else { throw Self.failure(change.path) }
      if old == change.path { changes[index].kept = link } else { changes[index].made = link }
    }
    for index in changes.indices {
      let change = changes[index]
      let failed =
        change.staged.map { Links.rename($0, change.path) != 0 } ?? (Links.unlink(change.path) != 0)
      if failed {
        let failure = Self.failure(change.path)
        undo(upTo: index)
        throw failure
      }
      changes[index].staged = nil
    }
  }

  /// Gives the old files their names back.
  private func undo(upTo end: Int) {
    for change in changes[..<end] {
      if let kept = change.kept {
        Links.rename(kept, change.path)
      } else {
        Links.unlink(change.path)
      }
    }
  }

  private static func failure(_ path: String) -> GoldenError {
    let reason = unsafe String(cString: strerror(errno))
    return .file(.file(path: path, .unwritable(reason: reason)))
  }
}

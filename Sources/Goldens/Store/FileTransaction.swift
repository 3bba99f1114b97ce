internal import Foundation
import Imaging

/// Several files that are replaced and removed together, or not at all.
///
/// New files lie hidden beside their places until `commit()`; the old ones are kept as hard links
/// until all new ones have their names, and get theirs back where one does not.
struct FileTransaction: ~Copyable {
  private struct Change {
    /// Where the file is to be.
    var path: String
    /// The new content, hidden; nil to remove the file.
    var staged: String?
    /// The old content, hidden; nil where there was none.
    var kept: String?
  }

  private var changes: [Change] = []

  /// Makes a transaction without changes.
  init() {}

  deinit {
    for change in changes {
      for path in [change.staged, change.kept].compactMap(\.self) { Links.unlink(path) }
    }
  }

  /// Writes a file's new content, hidden; its folder is made where there is none.
  mutating func write(_ bytes: [UInt8], to path: String) throws(GoldenError) {
    let folder = SuitePath.folder(of: path)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .file(.file(path: folder, .unwritable(reason: "the folder cannot be made")))
    }
    let staged = Self.hidden(path, "staged")
    do throws(ImagingError) {
      try AtomicFile.write(bytes, to: staged, replacing: true)
    } catch {
      // The hidden name would tell nobody anything.
      throw .file(.file(path: path, error))
    }
    changes.append(Change(path: path, staged: staged))
  }

  /// Notes that a file is to go; one that is not there is gone already.
  mutating func remove(_ path: String) {
    if SuitePath.exists(path) { changes.append(Change(path: path)) }
  }

  /// Makes all changes.
  mutating func commit() throws(GoldenError) {
    for index in changes.indices where SuitePath.exists(changes[index].path) {
      let kept = Self.hidden(changes[index].path, "kept")
      Links.unlink(kept)
      guard Links.link(changes[index].path, kept) == 0 else {
        throw Self.failure(changes[index].path)
      }
      changes[index].kept = kept
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

  /// A hidden name in the same folder; the process's number keeps two runs apart.
  private static func hidden(_ path: String, _ ending: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return path.dropLast(name.count) + ".\(name).\(getpid()).\(ending)"
  }
}

/// The system's calls on paths; what they return is 0 where all is well.
private enum Links {
  @discardableResult static func unlink(_ path: String) -> Int32 { systemUnlink(path) }
  static func link(_ from: String, _ to: String) -> Int32 { systemLink(from, to) }
  @discardableResult static func rename(_ from: String, _ to: String) -> Int32 {
    systemRename(from, to)
  }
}

// The calls by names that the type above does not have.
private func systemUnlink(_ path: String) -> Int32 { unsafe unlink(path) }
private func systemLink(_ from: String, _ to: String) -> Int32 { unsafe link(from, to) }
private func systemRename(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file beside the one that is wanted, under a hidden name, until it is published.
///
/// Several that belong together are completed first and published then. One that is not published is
/// removed with its owner.
public final class HiddenFile: Sendable {
  /// The file that is wanted.
  public let path: String
  /// Where it is until it is published.
  public let temporaryPath: String
  /// The folder of both.
  public let folder: String
  /// What the paths are seen from; nil for the process's own folder.
  private let parent: OpenFolder?
  private let replacing: Bool
  /// Whether the hidden file exists.
  private let isThere = Atomic(false)

  /// Of a long name only so many bytes: with what is added it must stay within the 255 of a file system.
  package static let longestStem = 160

  /// The descriptor of the folder that the paths are seen from.
  var place: Int32 { parent?.descriptor ?? AT_FDCWD }

  /// Chooses the hidden name of a file.
  init(for path: String, in parent: OpenFolder?, replacing: Bool) throws(FileFault) {
    let (folder, name) = FilePath.split(path)
    try FilePath.check(path, in: parent, replacing: replacing)
    // Hidden, so that nobody takes an unfinished file for the result; the process number keeps two runs
    // apart, the random one two writers in a run.
    let stem = String(decoding: name.utf8.prefix(Self.longestStem), as: Unicode.UTF8.self)
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    temporaryPath = "\(folder)/.\(stem).\(getpid())-\(unique).partial"
    (self.path, self.folder, self.parent, self.replacing) = (path, folder, parent, replacing)
  }

  deinit { if isThere.load(ordering: .relaxed) { _ = unsafe unlinkat(place, temporaryPath, 0) } }

  /// Notes whether the hidden file exists, so that it is removed with its owner.
  func note(isThere: Bool) { self.isThere.store(isThere, ordering: .relaxed) }

  /// Gives the file its name, in one step, and waits until the folder is on disk.
  ///
  /// - Parameter syncsFolder: false where several are published and the folder is waited for once, by
  ///   `FolderSync.wait(for:)`.
  public func publish(syncsFolder: Bool = true) throws(FileFault) {
    if replacing {
      try rename()
    } else if unsafe linkat(place, temporaryPath, place, path, 0) != 0 {
      // `link` fails where the target appeared meanwhile, which `rename` would overwrite.
      guard errno != EEXIST else { throw FileFault(path: path, .exists) }
      // A file system without hard links.
      guard !FilePath.isThere(path, in: parent) else { throw FileFault(path: path, .exists) }
      try rename()
    }
    if syncsFolder { try FolderSync.wait(for: folder, in: parent) }
  }

  private func rename() throws(FileFault) {
    guard unsafe renameat(place, temporaryPath, place, path) == 0 else {
      throw FileFault(path: path, errno)
    }
    note(isThere: false)
  }
}

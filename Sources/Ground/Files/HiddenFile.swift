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

  /// A descriptor that keeps the file's lock; -1 where there is none.
  private let lock = Atomic<Int32>(-1)

  /// As many bytes of a long name are in the hidden one.
  package static let longestStem = UnfinishedName.longestStem

  /// The descriptor of the folder that the paths are seen from.
  var place: Int32 { parent?.descriptor ?? AT_FDCWD }

  /// Chooses the hidden name of a file.
  init(for path: String, in parent: OpenFolder?, replacing: Bool) throws(FileFault) {
    let (folder, name) = FilePath.split(path)
    try FilePath.check(path, in: parent, replacing: replacing)
    temporaryPath = "\(folder)/\(UnfinishedName.new(for: name))"
    (self.path, self.folder, self.parent, self.replacing) = (path, folder, parent, replacing)
  }

  deinit {
    if isThere.load(ordering: .relaxed) {
      _ = unsafe unlinkat(place, temporaryPath, 0)
      note(isThere: false)
    }
    let lock = lock.load(ordering: .relaxed)
    if lock >= 0 { close(lock) }
  }

  /// Notes whether the hidden file exists, so that it is removed with its owner.
  func note(isThere: Bool) {
    self.isThere.store(isThere, ordering: .relaxed)
    Self.unpublished.withLock { $0[temporaryPath] = isThere ? .some(parent) : nil }
  }

  /// The hidden files of this process, and what their paths are seen from.
  private static let unpublished = Mutex<[String: OpenFolder?]>([:])

  /// Removes all hidden files of this process, which ends without waiting for their owners.
  public static func removeAllOfProcess() {
    unpublished.withLock { files in
      for (path, parent) in files { _ = unsafe unlinkat(parent?.descriptor ?? AT_FDCWD, path, 0) }
      files = [:]
    }
  }

  /// Keeps the lock of an open file as long as this is there.
  func keepLock(of descriptor: Int32) {
    lock.store(fcntl(descriptor, F_DUPFD_CLOEXEC, 3), ordering: .relaxed)
  }

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

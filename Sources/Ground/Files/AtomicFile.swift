#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that appears under its name complete or not at all, whatever is killed at whatever moment, and is
/// on disk when it has its name.
///
/// The bytes go to a hidden file beside the target (the same file system, so that a rename is atomic).
/// `commit()` waits until they are on disk, renames the file, and waits for the folder. An owner that goes
/// away without a commit removes the hidden file.
public struct AtomicFile: ~Copyable {
  /// The hidden file, for programs that write it themselves.
  public var temporaryPath: String { hidden.temporaryPath }
  private let hidden: HiddenFile
  private let descriptor: Int32

  /// So often the hidden file may be taken for an abandoned one before it is locked.
  private static let attempts = 16

  /// Makes the empty hidden file, which is locked (flock) as long as it is written: that tells others that its
  /// writer lives.
  ///
  /// - Parameters:
  ///   - path: the file, whose folder must be there.
  ///   - folder: an open folder that the path is seen from; nil for the process's own.
  ///   - replacing: whether a file that is there is replaced.
  ///   - permissions: its mode, less what the process's mask takes away.
  ///   - tidies: whether hidden files are removed that killed writers left in the folder. A caller that writes
  ///     many files into one folder does so with the first of them.
  public init(
    path: String, in folder: OpenFolder? = nil, replacing: Bool = false,
    permissions: UInt32 = 0o666, tidies: Bool = true
  ) throws(FileFault) {
    var hidden = try HiddenFile(for: path, in: folder, replacing: replacing)
    if tidies { AbandonedFiles.remove(in: hidden.folder, of: folder) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var attempt = 0
    while true {
      attempt += 1
      let made = unsafe openat(hidden.place, hidden.temporaryPath, flags, mode_t(permissions))
      guard made >= 0 else { throw FileFault(path: path, errno) }
      hidden.note(isThere: true)
      let isOurs = FileLock.take(made) && FileLock.isAt(hidden.temporaryPath, in: folder, made)
      if isOurs || attempt == Self.attempts {
        (self.hidden, descriptor) = (hidden, made)
        return
      }
      close(made)
      hidden = try HiddenFile(for: path, in: folder, replacing: replacing)
    }
  }

  deinit { _ = close(descriptor) }

  /// Adds bytes at the end.
  public func append(_ bytes: [UInt8]) throws(FileFault) {
    try Self.append(bytes, to: descriptor, of: hidden.path)
  }

  /// Adds bytes at the end of an open file.
  ///
  /// - Parameter path: the file, for messages.
  public static func append(
    _ bytes: [UInt8], to descriptor: Int32, of path: String
  ) throws(FileFault) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFault(path: path, count < 0 ? errno : EIO) }
      written += count
    }
  }

  /// Waits until the file is on disk; it stays hidden until it is published.
  ///
  /// - Parameter keepsLock: whether its lock is held as long, which takes a descriptor. Of the hidden files of a
  ///   process in one folder one with a lock is enough.
  public consuming func complete(keepsLock: Bool = true) throws(FileFault) -> HiddenFile {
    try sync()
    if keepsLock { hidden.keepLock(of: descriptor) }
    return hidden
  }

  /// Gives the file its name.
  public consuming func commit() throws(FileFault) {
    // The lock is held until the file has its name.
    try sync()
    try hidden.publish()
  }

  private func sync() throws(FileFault) {
    guard FolderSync.bytes(of: descriptor) else { throw FileFault(path: hidden.path, errno) }
  }

  /// Refuses before any work what could not be written at its end: a folder, a device or a pipe, a file in a
  /// folder that is not there, and one that is there where it is not to be replaced.
  public static func check(_ path: String, replacing: Bool = false) throws(FileFault) {
    try FilePath.check(path, replacing: replacing)
  }

  /// Writes a whole file.
  public static func write(
    _ bytes: [UInt8], to path: String, in folder: OpenFolder? = nil, replacing: Bool = false,
    permissions: UInt32 = 0o666
  ) throws(FileFault) {
    let file = try AtomicFile(
      path: path, in: folder, replacing: replacing, permissions: permissions)
    try file.append(bytes)
    try file.commit()
  }
}

/// `write`, which inside the type means the type's own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

internal import Problems

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An open folder, beneath which files are looked at, opened, made and renamed without following a link.
///
/// Names that lead through a link are refused by the kernel, name by name, so no process can put one in
/// between a look and the opening.
public final class OpenFolder: Sendable {
  /// What lies under a name.
  public enum Kind: Hashable, Sendable { case file, folder, link, other }

  /// What is known of what lies under a name.
  public struct Information: Hashable, Sendable {
    /// What it is.
    public var kind: Kind
    /// Its length in bytes.
    public var bytes: Int64
    /// When its content changed, in nanoseconds since 1970.
    public var changedAt: Int64
    /// Its number in the file system.
    public var number: UInt64
  }

  /// Its path, for messages.
  public let path: String
  /// Its descriptor, which is closed with it.
  public let descriptor: Int32

  /// Opens a folder by its path, which may lead through links: it is the caller's own.
  public init(path: String) throws(FolderFault) {
    let found = unsafe openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard found >= 0 else { throw FolderFault(path: path, number: errno) }
    (self.path, descriptor) = (path, found)
  }

  /// Opens a folder by a path that is seen from another one; nil where it cannot be read.
  convenience init?(readable path: String, in parent: OpenFolder?) {
    let place = parent?.descriptor ?? AT_FDCWD
    let found = unsafe openat(place, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard found >= 0 else { return nil }
    self.init(path: path, descriptor: found)
  }

  private init(path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  // MARK: Looking and opening

  /// Opens a folder in it.
  public func folder(_ name: some StringProtocol) throws(FolderFault) -> OpenFolder {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let found = unsafe openat(descriptor, String(name), flags)
    guard found >= 0 else { throw fault(name) }
    return OpenFolder(path: "\(path)/\(name)", descriptor: found)
  }

  /// Opens what lies in it for reading; gives a descriptor, which is the caller's.
  ///
  /// Opening a pipe does not wait for a writer.
  public func open(_ name: some StringProtocol) throws(FolderFault) -> Int32 {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let found = unsafe openat(descriptor, String(name), flags)
    guard found >= 0 else { throw fault(name) }
    return found
  }

  /// What lies under a name; nil where there is nothing.
  public func information(_ name: some StringProtocol) -> Information? {
    var status = stat()
    guard unsafe fstatat(descriptor, String(name), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    #if canImport(Glibc)
      let changed = status.st_mtim
    #else
      let changed = status.st_mtimespec
    #endif
    return Information(
      kind: kind, bytes: Int64(status.st_size),
      changedAt: Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec),
      number: UInt64(status.st_ino))
  }

  /// Which kind lies under a name; nil where there is nothing.
  public func kind(_ name: some StringProtocol) -> Kind? { information(name)?.kind }

  /// The text of a link in it; nil where it is none, or one of more than 4096 bytes.
  public func link(_ name: some StringProtocol) -> String? {
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = unsafe readlinkat(descriptor, String(name), &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names in it, without an order; bytes of them that are no UTF-8 are replaced, after which nothing has the
  /// name.
  public func names() throws(FolderFault) -> [String] {
    // The stream takes a descriptor for itself, and begins where that one's reading ended.
    let other = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard other >= 0 else { throw FolderFault(path: path, number: errno) }
    guard let stream = unsafe fdopendir(other) else {
      let number = errno
      close(other)
      throw FolderFault(path: path, number: number)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw FolderFault(path: path, number: errno) }
    return names
  }

  // MARK: Changing

  /// Makes a folder in it, and waits until its name is on disk; one that is there is no fault.
  ///
  /// - Parameter permissions: its mode, less what the process's mask takes away; by default this user alone.
  public func makeFolder(
    _ name: some StringProtocol, permissions: UInt32 = 0o700
  ) throws(FolderFault) {
    guard unsafe mkdirat(descriptor, String(name), mode_t(permissions)) == 0 else {
      if errno == EEXIST { return }
      throw fault(name)
    }
    try sync()
  }

  /// Makes a link in it.
  public func makeLink(_ name: String, to text: String) throws(FolderFault) {
    guard unsafe symlinkat(text, descriptor, name) == 0 else { throw fault(name) }
  }

  /// Moves what lies in it, in one step; a file or link that has the other name is replaced.
  public func move(
    _ name: some StringProtocol, to folder: OpenFolder, as other: some StringProtocol
  ) throws(FolderFault) {
    guard unsafe renameat(descriptor, String(name), folder.descriptor, String(other)) == 0 else {
      throw folder.fault(other)
    }
  }

  /// Moves what a path names into it, in one step; a file or link that has the name is replaced.
  public func take(_ path: String, as name: some StringProtocol) throws(FolderFault) {
    guard unsafe renameat(AT_FDCWD, path, descriptor, String(name)) == 0 else { throw fault(name) }
  }

  /// Gives a file that a path names a name in it too, which nothing has yet.
  public func takeLink(_ path: String, as name: some StringProtocol) throws(FolderFault) {
    guard unsafe linkat(AT_FDCWD, path, descriptor, String(name), 0) == 0 else {
      throw fault(name)
    }
  }

  /// Gives a file or link in it another name too, which nothing has yet.
  public func makeName(
    _ other: some StringProtocol, of name: some StringProtocol
  ) throws(FolderFault) {
    guard unsafe linkat(descriptor, String(name), descriptor, String(other), 0) == 0 else {
      throw fault(name)
    }
  }

  /// Removes a file or link in it; one that is not there is no fault.
  public func remove(_ name: some StringProtocol) throws(FolderFault) {
    guard unsafe unlinkat(descriptor, String(name), 0) == 0 || errno == ENOENT else {
      throw fault(name)
    }
  }

  /// Removes an empty folder in it; one that is not there is no fault.
  public func removeFolder(_ name: some StringProtocol) throws(FolderFault) {
    guard unsafe unlinkat(descriptor, String(name), AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw fault(name)
    }
  }

  /// Waits until what was made, renamed or removed in it is on disk.
  public func sync() throws(FolderFault) {
    guard FolderSync.names(of: descriptor) else { throw FolderFault(path: path, number: errno) }
  }

  /// Whether the folder itself was removed meanwhile, so that nothing can be made in it any more.
  public var isRemoved: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  private func fault(_ name: some StringProtocol) -> FolderFault {
    FolderFault(path: "\(path)/\(name)", number: errno)
  }
}

/// Why something in a folder could not be opened or changed.
public struct FolderFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it was done to.
  public let path: String
  /// The system's number (`errno`).
  public let number: Int32

  /// Makes a fault.
  public init(path: String, number: Int32) { (self.path, self.number) = (path, number) }

  /// The number of a path that leads through too many links.
  static let tooManyLinks = ELOOP

  /// Whether there is nothing of the name, or what is there, or leads there, is a link or no folder.
  public var isMissing: Bool { [ENOENT, ELOOP, ENOTDIR].contains(number) }
  /// Whether there is nothing of the name.
  public var isAbsent: Bool { number == ENOENT }
  /// Whether the name is taken.
  public var isTaken: Bool { [EEXIST, ENOTEMPTY].contains(number) }
  /// Whether two names are on different disks, or their file system has no hard links.
  public var needsCopy: Bool { [EXDEV, EPERM, EMLINK, ENOTSUP].contains(number) }
  /// Whether the disk is full.
  public var isDiskFull: Bool { [ENOSPC, EDQUOT].contains(number) }

  /// What is wrong; the system's words where there are no better ones.
  public var reason: String {
    switch number {
    case ENOENT: "it is missing"
    // What a link, a file or a folder in the place of another gives.
    case ELOOP: "it is a link, where a file or folder is expected"
    case ENOTDIR: "it is no folder"
    default: SystemReason.words(number: number, reading: path)
    }
  }
  /// One line for people.
  public var description: String { "\(path): \(reason)" }
}

extension FileFault {
  /// The same fault of a file that is to be written.
  public init(_ fault: FolderFault) {
    if fault.isTaken {
      self.init(path: fault.path, .exists)
    } else if fault.isMissing, fault.number != ENOENT {
      self.init(path: fault.path, .failed(fault.reason))
    } else {
      self.init(path: fault.path, fault.number)
    }
  }

  /// Whether something was missing that was there a moment ago, or its folder.
  public var isMissing: Bool { reason == FileFault(path: path, ENOENT).reason }
}

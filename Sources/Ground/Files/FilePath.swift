#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What is asked of paths of files that are written.
public enum FilePath {
  /// The folder of a path, `.` where it names none, and the name in it; the name of a folder's path that
  /// ends in a slash is empty.
  public static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  /// Whether a file that was found, not named, is this user's own, or the system's: code of it is run.
  public static func isOfTrustedOwner(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && (status.st_uid == 0 || status.st_uid == geteuid())
  }

  /// Refuses what could not get its name when it is written.
  static func check(
    _ path: String, in parent: OpenFolder? = nil, replacing: Bool
  ) throws(FileFault) {
    let place = parent?.descriptor ?? AT_FDCWD
    let (folder, name) = split(path)
    guard !name.isEmpty, !isFolder(path, in: parent) else {
      throw FileFault(path: path, .isFolder)
    }
    guard isFolder(folder, in: parent) else { throw FileFault(path: path, .folderMissing(folder)) }
    var status = stat()
    // What a link leads to counts, where it leads anywhere: a device behind one is no file either.
    if unsafe fstatat(place, path, &status, 0) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw FileFault(
        path: path, .failed("it is a device or a pipe; use - for standard output"))
    }
    guard unsafe fstatat(place, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      // A name that is too long, a folder that may not be looked into.
      if errno != ENOENT { throw FileFault(path: path, errno) }
      return
    }
    // A link is replaced itself, as by other programs that rename.
    guard replacing else { throw FileFault(path: path, .exists) }
  }

  /// Whether there is anything of a name, a link that leads nowhere too.
  public static func isThere(_ path: String, in parent: OpenFolder? = nil) -> Bool {
    var status = stat()
    let place = parent?.descriptor ?? AT_FDCWD
    return unsafe fstatat(place, path, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Whether there is a folder at a path, or a link to one.
  public static func isFolder(_ path: String, in parent: OpenFolder? = nil) -> Bool {
    var status = stat()
    let place = parent?.descriptor ?? AT_FDCWD
    return unsafe fstatat(place, path, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is something else than a folder at a path, or where a link there leads.
  public static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }
}

extension FileFault {
  /// The fault of a system's error number.
  init(path: String, _ number: Int32) {
    let reason: Reason =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .tooLarge
      case EEXIST: .exists
      case EISDIR: .isFolder
      default: unsafe .failed(String(cString: strerror(number)))
      }
    self.init(path: path, reason)
  }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What is asked of paths of files that are written.
enum FilePath {
  /// The folder of a path, `.` where it names none, and the name in it; the name of a folder's path that
  /// ends in a slash is empty.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  /// Whether there is a folder at a path, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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

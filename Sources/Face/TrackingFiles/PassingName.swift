internal import Files
internal import Foundation

/// Names of files that are there only during their writing.
///
/// Each has the number of its process, and a random part: two runs to one output, or two threads of one
/// process, never share one.
public enum PassingName {
  /// The random part.
  public static func unique() -> String { String(UInt64.random(in: 0...(.max)), radix: 36) }

  /// Whether a file of a folder with such a name, or that of a process in it, was left by a killed writer: no process
  /// holds its lock, and its process has ended or it is older than an hour.
  public static func isLeft(_ name: String, in folder: String) -> Bool {
    guard let process = process(of: name) else { return false }
    let path = "\(folder)/\(name)"
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      FileLock.take(descriptor)
    else { return false }
    let age = time(nil) - status.st_mtim.tv_sec
    return age > 3600 || kill(process, 0) != 0 && errno == ESRCH
  }

  /// The process that a name states: the last number of its parts, with a dash and more behind it or
  /// without.
  private static func process(of name: String) -> pid_t? {
    name.split(separator: ".").reversed().lazy.compactMap { part in
      part.split(separator: "-").first.flatMap { pid_t($0) }
    }.first { $0 > 0 }
  }
}

internal import Foundation

/// Whose files may not be read: what `Permission denied` leaves open.
extension SystemReason {
  /// Why nothing is found under a path that is to be read: there is nothing, or this user may not look.
  public static func absence(of path: String, _ what: String = "file or folder") -> String {
    refusal(ofReading: path) ?? "there is no such \(what)"
  }

  /// The system's words for an error number (`errno`) of a path that is to be read, with the owner where it is
  /// the rights that are missing.
  public static func words(number: Int32, reading path: String) -> String {
    if number == EACCES, let refusal = refusal(ofReading: path) { return refusal }
    return unsafe String(cString: strerror(number))
  }

  /// That this user may not read what a path names, and whose it is; nil where rights are not in the way, or there
  /// is nothing that could be read.
  public static func refusal(ofReading path: String) -> String? {
    refusal(ofReading: path, links: mostLinks)
  }

  /// The most links that are followed from a path to what may not be read.
  private static let mostLinks = 8

  private static func refusal(ofReading path: String, links: Int) -> String? {
    guard isRefused(path, R_OK) else { return nil }
    // A folder on the way that may not be searched hides whether there is anything.
    for folder in folders(above: path) where isRefused(folder, X_OK) {
      return words(whose: folder, "the folder \(folder)")
    }
    if links > 0, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let place = target.hasPrefix("/") ? target : folder + target
      return refusal(ofReading: place, links: links - 1)
    }
    return words(whose: path, "it")
  }

  /// Whether this process's user, and not another cause, keeps it from a path.
  private static func isRefused(_ path: String, _ right: Int32) -> Bool {
    unsafe faccessat(AT_FDCWD, path, right, AT_EACCESS) != 0 && errno == EACCES
  }

  /// The folders that lead to a path, the outermost first.
  private static func folders(above path: String) -> [String] {
    let ends = path.indices.filter { path[$0] == "/" && $0 > path.startIndex }
    return (path.hasPrefix("/") ? ["/"] : ["."]) + ends.map { String(path[..<$0]) }
  }

  private static func words(whose path: String, _ name: String) -> String {
    let user = "the user \(userName(geteuid()))"
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "may not be read by \(user)" }
    let (owner, rights) = (userName(status.st_uid), String(status.st_mode & 0o7777, radix: 8))
    return "may not be read by \(user): \(name) belongs to \(owner) (mode \(rights))"
  }

  /// A user's name, or the number of one that the system does not know.
  private static func userName(_ number: uid_t) -> String {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    let error = unsafe getpwuid_r(number, &entry, &buffer, buffer.count, &found)
    guard error == 0, unsafe found != nil, let name = unsafe entry.pw_name else {
      return "\(number)"
    }
    return unsafe String(cString: name)
  }
}

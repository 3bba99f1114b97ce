internal import Foundation

/// An open folder, beneath which files are opened without following a link.
///
/// Names that lead through a link are refused by the kernel, name by name, so nobody can put one in between
/// a look and the opening.
final class FolderDescriptor {
  /// What lies under a name.
  enum Kind: Hashable { case file, folder, link, other }

  let path: String
  let descriptor: Int32

  /// Opens a folder by its path, which may lead through links: whoever names it knows them.
  init(path: String) throws(BackupError) {
    let found = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard found >= 0 else { throw Self.failure(path) }
    (self.path, descriptor) = (path, found)
  }

  private init(path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Opens a folder in it.
  func folder(_ name: String) throws(BackupError) -> FolderDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let found = unsafe openat(descriptor, name, flags)
    guard found >= 0 else { throw Self.failure("\(path)/\(name)") }
    return FolderDescriptor(path: "\(path)/\(name)", descriptor: found)
  }

  /// Opens a regular file in it or in a folder of it.
  func file(_ names: some BidirectionalCollection<String>) throws(BackupError) -> SourceFile {
    var folder = self
    for name in names.dropLast() { folder = try folder.folder(name) }
    let name = names.last ?? ""
    let place = "\(folder.path)/\(name)"
    // A pipe would wait for a writer.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let found = unsafe openat(folder.descriptor, name, flags)
    guard found >= 0 else { throw Self.failure(place) }
    return try SourceFile(descriptor: found, path: place)
  }

  /// What lies under a name; nil where there is nothing.
  func kind(_ name: String) -> Kind? {
    var information = stat()
    guard unsafe fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    return switch information.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Where a link in it leads; nil where it is none.
  func link(_ name: String) -> String? {
    var buffer = [CChar](repeating: 0, count: BackupLimits.pathBytes + 1)
    let count = unsafe readlinkat(descriptor, name, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names in it, without an order.
  func names() throws(BackupError) -> [String] {
    // The stream takes a descriptor for itself, and begins where that one's reading ended.
    let other = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard other >= 0 else { throw Self.failure(path) }
    guard let stream = unsafe fdopendir(other) else {
      close(other)
      throw Self.failure(path)
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
    guard errno == 0 else { throw Self.failure(path) }
    return names
  }

  private static func failure(_ path: String, _ number: Int32 = errno) -> BackupError {
    let reason =
      switch number {
      case ENOENT: "it is missing"
      // What a link, a file or a folder in the place of another gives.
      case ELOOP: "it is a link, where a file or folder is expected"
      case ENOTDIR: "it is no folder"
      default: unsafe String(cString: strerror(number))
      }
    return [ENOENT, ELOOP, ENOTDIR].contains(number)
      ? .damaged(path: path, reason: reason) : .unreadable(path: path, reason: reason)
  }
}

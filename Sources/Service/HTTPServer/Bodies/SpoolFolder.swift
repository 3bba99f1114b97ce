internal import Files
internal import Foundation
internal import Glibc
internal import HTTPMessages

/// Where one server's uploads lie while they arrive: a folder of its own, for its user alone.
///
/// The folder is locked while the server lives; unlocked folders, left by servers that were killed,
/// are removed by the next one.
final class SpoolFolder: Sendable {
  private static let prefix = "avatar-overlay-uploads-"

  private let path: String
  private let lock: Int32

  init(in parent: String) throws(HTTPServerError) {
    Self.removeAbandoned(in: parent)
    var name = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else {
      throw .cannotSpool(folder: parent, reason: errorText(errno))
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    lock = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    _ = FileLock.attempt(lock)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    _ = close(lock)
  }

  func makeRequestFolder() throws(HTTPFault) -> RequestFolder {
    var name = Array("\(path)/XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw .cannotSpool(reason: errorText(errno)) }
    return RequestFolder(
      path: String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  private static func removeAbandoned(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if FileLock.attempt(descriptor) == .taken {
        try? FileManager.default.removeItem(atPath: path)
      }
      _ = close(descriptor)
    }
  }
}

/// The folder of one request's parts, removed with its last owner.
final class RequestFolder: Sendable {
  let path: String

  init(path: String) { self.path = path }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

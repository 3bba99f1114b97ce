internal import Files
internal import Foundation

/// A file that is made for this user alone, and is not there before.
struct NewFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  init(path: String) throws(BackupError) {
    let made = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o600)
    guard made >= 0 else { throw Folders.failure(path) }
    (self.path, descriptor) = (path, made)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws(BackupError) {
    do throws(FileFault) {
      try AtomicFile.append(bytes, to: descriptor, of: path)
    } catch {
      throw Folders.error(error)
    }
  }
}

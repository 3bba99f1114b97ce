internal import Foundation
internal import Synchronization

/// Room on the disk that nobody else can take, for changes that lead to more room: a job whose files are to go has to
/// be taken out of the database first.
///
/// It is a file beside the database, whose blocks are given back to the disk when a change finds it full.
final class StoreReserve: Sendable {
  /// Its length: a removal writes some tens of KiB to the log.
  static let bytes = 1 << 20
  /// How its name ends, after that of the database.
  static let ending = ".reserve"

  private let path: String
  /// What it has now, in bytes.
  private let held: Mutex<Int>

  /// Takes the room, as far as there is any.
  init(beside database: String) {
    path = database + Self.ending
    held = Mutex(0)
    fill()
  }

  /// Takes the room again that was given back, or a part of it; as much is left to others.
  func fill() {
    held.withLock { held in
      guard held < Self.bytes else { return }
      let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { return }
      defer { close(file) }
      var (disk, own) = (statvfs(), stat())
      guard unsafe fstatvfs(file, &disk) == 0, unsafe fstat(file, &own) == 0 else { return }
      // That of the service before.
      held = max(held, Int(clamping: min(Int64(own.st_size), Int64(own.st_blocks) * 512)))
      let (free, isOver) = Int(clamping: disk.f_bavail)
        .multipliedReportingOverflow(by: Int(clamping: disk.f_frsize))
      var wanted = Self.bytes
      while wanted > max(held, 1 << 15) {
        let isLeft = isOver || free / 2 >= wanted - held
        if isLeft, posix_fallocate(file, 0, off_t(wanted)) == 0 {
          held = wanted
        } else {
          wanted /= 2
        }
      }
    }
  }

  /// Gives the room back to the disk; false where it has none.
  func release() -> Bool {
    held.withLock { held in
      guard unsafe truncate(path, 0) == 0, held > 0 else { return false }
      held = 0
      return true
    }
  }
}

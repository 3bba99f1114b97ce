internal import Files
internal import Foundation
internal import Synchronization

/// Room on the disk that no other writer can take, for changes that lead to more room: a job whose files are to go has to
/// be taken out of the database first.
///
/// It is a file beside the database, whose blocks are given back to the disk when a change finds it full.
final class StoreReserve: Sendable {
  /// Its length: a removal writes some tens of KiB to the log.
  static let bytes = 1 << 20
  /// What is left to the files that a removal makes, in bytes.
  static let leftBytes = 1 << 14
  /// What it grows by, in bytes.
  private static let step = 1 << 12
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

  /// Takes the room again that was given back, or as much of it as there is; a little is left to others.
  func fill() {
    held.withLock { held in
      guard held < Self.bytes else { return }
      let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { return }
      defer { close(file) }
      var own = stat()
      guard let free = DiskSpace.freeBytes(ofDisk: file), unsafe fstat(file, &own) == 0 else {
        return
      }
      // That of the service before.
      held = max(held, Int(clamping: min(Int64(own.st_size), Int64(own.st_blocks) * 512)))
      let room = min(max(free - Self.leftBytes, 0), Self.bytes)
      let wanted = min(Self.bytes, held + room) / Self.step * Self.step
      guard wanted > held, posix_fallocate(file, 0, off_t(wanted)) == 0 else { return }
      held = wanted
    }
  }

  /// Gives the room back to the disk.
  func release() {
    held.withLock { held in
      if unsafe truncate(path, 0) == 0 { held = 0 }
    }
  }
}

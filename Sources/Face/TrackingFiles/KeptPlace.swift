internal import Files
internal import Foundation

/// Where a run keeps what it has written until it is whole: `OUT.partial`, which is its alone as long as it
/// runs.
///
/// Of two runs to one output the second is refused, so that no file is mixed of both.
@safe public final class KeptPlace {
  let path: String
  /// Where its lines are kept.
  let keptPath: String
  private(set) var descriptor: Int32

  /// Takes the place of an output, with what an interrupted run left there.
  ///
  /// - Throws: `TrackingWriteError.inUse` where another run writes there.
  public init(of path: String) throws(TrackingWriteError) {
    do {
      try AtomicFile.check(path, replacing: true)
    } catch {
      throw TrackingWriteError(error)
    }
    self.path = path
    keptPath = PartialTracking.path(besides: path)
    descriptor = -1
    while descriptor < 0 {
      let opened = unsafe open(keptPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard opened >= 0 else { throw failure() }
      guard FileLock.take(opened) else {
        close(opened)
        throw .inUse(file: path, kept: keptPath)
      }
      // A run that ended meanwhile has given the file its name, or removed it.
      if FileLock.isAt(keptPath, opened) { descriptor = opened } else { close(opened) }
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // Nothing was kept before, and nothing has come.
    if lseek(descriptor, 0, SEEK_END) == 0 { unsafe unlink(keptPath) }
    close(descriptor)
  }

  /// Leaves so many bytes of what is there, and writes behind them.
  func cut(to byteCount: Int) throws(TrackingWriteError) {
    guard lseek(descriptor, 0, SEEK_END) >= byteCount, ftruncate(descriptor, byteCount) == 0,
      lseek(descriptor, 0, SEEK_END) == byteCount
    else { throw failure() }
  }

  func write(_ bytes: [UInt8]) throws(TrackingWriteError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
  }

  /// Gives the file its name, once it is on disk.
  func publish() throws(TrackingWriteError) {
    guard FolderSync.bytes(of: descriptor), unsafe rename(keptPath, path) == 0 else {
      throw failure()
    }
    do {
      try FolderSync.wait(forNameOf: path)
    } catch {
      throw TrackingWriteError(error)
    }
  }

  /// Closes the file once it has its name, or was removed.
  func leave() throws(TrackingWriteError) {
    let status = close(descriptor)
    descriptor = -1
    if status != 0 { throw failure() }
  }

  func failure() -> TrackingWriteError {
    .cannotWrite(file: path, reason: unsafe String(cString: strerror(errno)))
  }
}

internal import Foundation
internal import Synchronization

/// The SHA-256 of files that this process has read for it once: a large clip is not read again, however
/// many ask.
///
/// A file is known by its device, its number, its size and its times, so what was written anew is read
/// anew.
public final class FileHashes: Sendable {
  /// Those of this process.
  public static let shared = FileHashes()
  /// The most files that are kept in mind; beyond them all are forgotten.
  public static let most = 1024

  private struct Identity: Hashable {
    var device, number, bytes: Int
    var changed, written: [Int]

    init?(_ path: String) {
      var info = stat()
      guard unsafe stat(path, &info) == 0 else { return nil }
      (device, number) = (
        Int(truncatingIfNeeded: info.st_dev), Int(truncatingIfNeeded: info.st_ino)
      )
      bytes = Int(info.st_size)
      changed = [info.st_ctim.tv_sec, info.st_ctim.tv_nsec]
      written = [info.st_mtim.tv_sec, info.st_mtim.tv_nsec]
    }
  }

  private let known = Mutex<(hashes: [Identity: String], reads: Int)>(([:], 0))

  /// Makes an empty collection.
  public init() {}

  /// How often a file was read.
  package var reads: Int { known.withLock { $0.reads } }

  /// The hash of a regular file, as `SHA256.hex(ofFile:)` gives it.
  ///
  /// - Throws: `DigestError.unreadable` where it cannot be read to its end.
  public func hex(ofFile path: String) throws(DigestError) -> String {
    // Before it is read: where it changes meanwhile, the next caller finds it changed.
    let identity = Identity(path)
    if let identity, let hash = known.withLock({ $0.hashes[identity] }) { return hash }
    let hash = try SHA256.hex(ofFile: path)
    known.withLock { known in
      known.reads += 1
      guard let identity else { return }
      if known.hashes.count >= Self.most { known.hashes = [:] }
      known.hashes[identity] = hash
    }
    return hash
  }
}

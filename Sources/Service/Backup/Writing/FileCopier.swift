internal import Foundation

/// Copies files out of a data folder into a backup.
///
/// Copies and not links: what damages a file in place damages all that share its bytes, and a backup is for
/// that. The bytes that are written are the ones that are counted and hashed, read once.
final class FileCopier {
  private let source: FolderDescriptor
  private let target: String
  private let isCancelled: () -> Bool
  private let progress: (Int) -> Void
  private var copied = 0

  init(
    from source: FolderDescriptor, to target: String, isCancelled: @escaping () -> Bool,
    progress: @escaping (Int) -> Void
  ) {
    (self.source, self.target) = (source, target)
    (self.isCancelled, self.progress) = (isCancelled, progress)
  }

  /// Copies a file under the same path; nil where it is not there.
  func copy(_ path: BackupPath) throws -> BackupEntry? {
    let file: SourceFile
    do throws(BackupError) {
      file = try source.file(path.names)
    } catch .damaged {
      return nil
    }
    try Folders.make(path.names.dropLast(), in: target)
    let new = try NewFile(path: "\(target)/\(path.text)")
    let (bytes, sha256) = try file.copy { piece in
      if isCancelled() { throw BackupError.interrupted }
      try new.append(piece)
    }
    copied += 1
    progress(copied)
    if isCancelled() { throw BackupError.interrupted }
    return BackupEntry(path, .file(bytes: bytes, sha256: sha256))
  }

  /// Makes a link of the same path.
  func link(_ path: BackupPath, to text: String) throws(BackupError) -> BackupEntry {
    try Folders.make(path.names.dropLast(), in: target)
    try Folders.link("\(target)/\(path.text)", to: text)
    return BackupEntry(path, .link(text))
  }

  /// Takes back what was copied below a path.
  func drop(_ path: BackupPath) { Folders.remove("\(target)/\(path.text)") }
}

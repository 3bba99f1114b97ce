/// `files.jsonl` while it is read, line by line: as much of it is in memory as one line takes.
struct EntryReader {
  private let backup: FolderDescriptor
  private let manifest: BackupManifest
  private var path: String { "\(backup.path)/\(BackupManifest.listName)" }

  init(of backup: FolderDescriptor, _ manifest: BackupManifest) {
    (self.backup, self.manifest) = (backup, manifest)
  }

  /// Gives every entry; the whole list is held against the manifest at its end.
  func forEach(_ body: (BackupEntry) throws -> Void) throws {
    let file = try backup.file([BackupManifest.listName])
    guard file.bytes == manifest.listBytes else {
      throw damaged("it has \(file.bytes) bytes, expected \(manifest.listBytes)")
    }
    var (line, rest) = (0, [UInt8]())
    var bytes: Int64 = 0
    let (_, sha256) = try file.copy(upTo: manifest.listBytes) { piece in
      rest += piece
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        line += 1
        let entry = try self.entry(rest[start..<end], line: line)
        bytes += entry.bytes
        guard line <= manifest.entries else {
          throw damaged(
            "it has more than the \(manifest.entries) lines that \(BackupManifest.fileName) states")
        }
        try body(entry)
        start = end + 1
      }
      rest.removeSubrange(..<start)
      try checkLength(rest.count, line: line + 1)
    }
    guard rest.isEmpty, line == manifest.entries else {
      throw damaged("it ends after \(line) lines, expected \(manifest.entries)")
    }
    guard sha256 == manifest.listSHA256 else {
      throw damaged("its SHA-256 is \(sha256), expected \(manifest.listSHA256)")
    }
    guard bytes == manifest.bytes else {
      throw damaged("its files have \(bytes) bytes, expected \(manifest.bytes)")
    }
  }

  private func entry(_ bytes: ArraySlice<UInt8>, line: Int) throws(BackupError) -> BackupEntry {
    try checkLength(bytes.count, line: line)
    do throws(BackupFault) {
      return try BackupEntry(line: bytes)
    } catch {
      throw .damaged(path: "\(path):\(line)", reason: error.reason)
    }
  }

  private func checkLength(_ count: Int, line: Int) throws(BackupError) {
    guard count <= BackupLimits.lineBytes else {
      throw .overLimit(
        path: "\(path):\(line)", what: "bytes of a line", found: Int64(count),
        limit: Int64(BackupLimits.lineBytes))
    }
  }

  private func damaged(_ reason: String) -> BackupError { .damaged(path: path, reason: reason) }
}

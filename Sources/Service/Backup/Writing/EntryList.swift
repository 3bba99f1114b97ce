internal import Digests

/// `files.jsonl` while it is written.
struct EntryList: ~Copyable {
  private let path: String
  private let file: NewFile
  private var hash = SHA256()
  private var buffer: [UInt8] = []
  private var listBytes: Int64 = 0
  private(set) var count = 0
  private(set) var bytes: Int64 = 0

  init(path: String) throws(BackupError) {
    self.path = path
    file = try NewFile(path: path)
  }

  mutating func append(_ entries: [BackupEntry]) throws(BackupError) {
    for entry in entries {
      buffer += entry.line
      count += 1
      bytes += entry.bytes
      if buffer.count >= 1 << 16 { try flush() }
    }
    guard count <= BackupLimits.entries else {
      throw .overLimit(
        path: path, what: "files and links", found: Int64(count), limit: Int64(BackupLimits.entries)
      )
    }
  }

  private mutating func flush() throws(BackupError) {
    try file.append(buffer)
    hash.append(buffer)
    listBytes += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, and gives the manifest of what was written.
  consuming func finish(
    program: String, schema: Int64, createdAt: String, jobs: Int
  ) throws(BackupError) -> BackupManifest {
    try flush()
    return BackupManifest(
      program: program, schema: schema, createdAt: createdAt, jobs: jobs, entries: count,
      bytes: bytes, listBytes: listBytes, listSHA256: hash.hex)
  }
}

internal import Blobs
internal import Store

/// What there is of each job, by one list of all blobs.
struct JobInventory {
  struct Entry {
    /// Whether it was removed on demand, or is about to be.
    var isRemoved = false
    /// What was sent for it, in bytes.
    var sentBytes: Int64 = 0
    /// All of it, in bytes.
    var bytes: Int64 = 0
    /// When the youngest of its blobs was kept, in milliseconds since 1970.
    var youngest = Int64.min
  }

  private var entries: [String: Entry] = [:]
  /// The jobs, in the order of their ids.
  var ids: [String] { entries.keys.sorted() }

  /// Reads a list of the blobs below `jobs`.
  init(_ list: [BlobInformation]) {
    for blob in list {
      let names = blob.key.names.dropFirst()
      guard names.count > 1, let id = names.first, let name = names.dropFirst().first else {
        continue
      }
      entries[String(id), default: Entry()].add(blob, name)
    }
  }

  /// Takes a job out.
  mutating func remove(_ id: String) { entries[id] = nil }

  /// What there is of a job; nil where that is nothing.
  subscript(id: String) -> Entry? { entries[id] }

  /// Whether what was sent for a job is complete, by its size: not where its folder was not restored yet.
  func isWhole(_ job: JobFiles) -> Bool {
    guard let entry = entries[job.id] else { return false }
    return !job.isWaiting || entry.sentBytes >= job.storedBytes
  }
}

extension JobInventory.Entry {
  fileprivate mutating func add(_ blob: BlobInformation, _ name: Substring) {
    bytes += blob.bytes
    if name == JobFolder.removed { isRemoved = true }
    if name == JobFolder.recording { sentBytes += blob.bytes }
    youngest = max(youngest, blob.keptAt)
  }
}

internal import Blobs
internal import Store

extension StorageQuota {
  /// What the names of what was set aside begin with.
  public static let setAside = SetAsideFiles.name + "/"
  /// The longest name of a tenant, in bytes: of a file that should have one no more is read.
  private static let longestTenant: Int64 = 256

  static func item(ofJob id: String) -> String { "\(JobFolders.jobs)/\(id)" }

  /// Counts all that is kept already.
  ///
  /// To be called before anything is kept or removed, and after what is left was put in order.
  ///
  /// - Parameter inventory: what there is of each job.
  func load(
    _ inventory: JobInventory, from blobs: any BlobStore, of store: any JobStore
  ) throws {
    for id in inventory.ids {
      guard let entry = inventory[id] else { continue }
      let item = Self.item(ofJob: id)
      let tenant = try store.job(id)?.tenant ?? Self.owner(ofJobAt: item, in: blobs)
      note(entry.bytes, for: item, of: tenant)
    }
    for folder in folders {
      for blob in try blobs.list(below: BlobKey(folder)) {
        note(blob.bytes, for: blob.key.text, of: Self.tenant(of: blob.key.names[...]))
      }
    }
    try loadSetAside(from: blobs)
  }

  private func loadSetAside(from blobs: any BlobStore) throws(BlobError) {
    var jobs: [String: Int64] = [:]
    for blob in try blobs.list(below: BlobKey(SetAsideFiles.name)) {
      // After the folder's name and the time of a start, keys are what they were.
      let names = blob.key.names.dropFirst(2)
      if names.first == JobFolders.jobs[...], names.count > 2 {
        jobs[blob.key.names.prefix(4).joined(separator: "/"), default: 0] += blob.bytes
      } else {
        note(blob.bytes, for: blob.key.text, of: Self.tenant(of: names))
      }
    }
    for (item, bytes) in jobs {
      note(bytes, for: item, of: try Self.owner(ofJobAt: item, in: blobs))
    }
  }

  /// The tenant whose digits are the second name of a key; none has what is otherwise.
  private static func tenant(of names: ArraySlice<Substring>) -> String {
    names.dropFirst().first.flatMap(TenantFolder.tenant) ?? ""
  }

  /// The tenant that a job's files name; none where there is no such file.
  private static func owner(
    ofJobAt place: String, in blobs: any BlobStore
  ) throws(BlobError) -> String {
    let key = try BlobKey(place).appending(JobFolder.owner)
    guard let blob = try blobs.information(of: key) else { return "" }
    let bytes = try blobs.bytes(of: key, in: 0..<min(blob.bytes, longestTenant))
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}

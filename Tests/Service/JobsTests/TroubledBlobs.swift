import Blobs
import FolderBlobs
import Synchronization

/// The blobs of a folder, as of a store that others share and that has troubles.
final class TroubledBlobs: BlobStore {
  /// What is done to blobs, as far as tests tell it apart.
  enum Call {
    case read, list, fetch, keepBytes, keepFolder, change, remove, tidy
  }

  let place = "s3://bucket/prefix"
  let isShared = true
  private let blobs: FolderBlobStore
  /// The error that a call on a key ends with, where it is to fail.
  private let trouble: Mutex<@Sendable (Call, BlobKey?) -> BlobError?> = Mutex({ _, _ in nil })
  private let counts = Mutex<[Call: Int]>([:])

  init(folder: String) throws { blobs = try FolderBlobStore(folder: folder) }

  /// From now on calls fail as they are told to.
  func fail(_ error: @escaping @Sendable (Call, BlobKey?) -> BlobError?) {
    trouble.withLock { $0 = error }
  }

  /// From now on none fails.
  func recover() { fail { _, _ in nil } }

  /// How many calls there were, those that failed too.
  func count(of call: Call) -> Int { counts.withLock { $0[call] ?? 0 } }

  private func ask(_ call: Call, _ key: BlobKey?) throws(BlobError) {
    counts.withLock { $0[call, default: 0] += 1 }
    if let error = trouble.withLock({ $0 })(call, key) { throw error }
  }

  func information(of key: BlobKey) throws(BlobError) -> BlobInformation? {
    try ask(.read, key)
    return try blobs.information(of: key)
  }

  func list(below key: BlobKey?) throws(BlobError) -> [BlobInformation] {
    try ask(.list, key)
    return try blobs.list(below: key)
  }

  func names(below key: BlobKey?) throws(BlobError) -> [String] {
    try ask(.list, key)
    return try blobs.names(below: key)
  }

  func bytes(of key: BlobKey, in range: Range<Int64>?) throws(BlobError) -> [UInt8]? {
    try ask(.read, key)
    return try blobs.bytes(of: key, in: range)
  }

  func keep(_ bytes: [UInt8], as key: BlobKey, onlyNew: Bool) throws(BlobError) {
    try ask(.keepBytes, key)
    try blobs.keep(bytes, as: key, onlyNew: onlyNew)
  }

  func keep(file path: String, as key: BlobKey, onlyNew: Bool) throws(BlobError) {
    try ask(.change, key)
    try blobs.keep(file: path, as: key, onlyNew: onlyNew)
  }

  func keep(folder path: String, below key: BlobKey, last: String?) throws(BlobError) {
    try ask(.keepFolder, key)
    try blobs.keep(folder: path, below: key, last: last)
  }

  func localFile(of key: BlobKey, scratch: String) throws(BlobError) -> String? {
    try ask(.fetch, key)
    return try blobs.localFile(of: key, scratch: scratch)
  }

  func localFolder(below key: BlobKey, scratch: String) throws(BlobError) -> String? {
    try ask(.fetch, key)
    return try blobs.localFolder(below: key, scratch: scratch)
  }

  func move(_ key: BlobKey, to other: BlobKey) throws(BlobError) {
    try ask(.change, key)
    try blobs.move(key, to: other)
  }

  func remove(_ key: BlobKey) throws(BlobError) {
    try ask(.remove, key)
    try blobs.remove(key)
  }

  func removeAll(below key: BlobKey, last: String?) throws(BlobError) {
    try ask(.remove, key)
    try blobs.removeAll(below: key, last: last)
  }

  func point(_ key: BlobKey, to target: BlobKey) throws(BlobError) {
    try ask(.change, key)
    try blobs.point(key, to: target)
  }

  func target(of key: BlobKey) throws(BlobError) -> BlobKey? {
    try ask(.read, key)
    return try blobs.target(of: key)
  }

  func link(
    to key: BlobKey, seconds: Int, contentType: String, fileName: String?
  ) throws(BlobError) -> String? {
    try blobs.link(to: key, seconds: seconds, contentType: contentType, fileName: fileName)
  }

  func tidy() throws(BlobError) {
    try ask(.tidy, nil)
    try blobs.tidy()
  }
}

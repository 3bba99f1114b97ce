public import Blobs
internal import Digests
internal import Foundation
internal import Transfers

extension S3BlobStore {
  /// The field of an object's metadata with the SHA-256 of the whole.
  static let hashField = "x-amz-meta-sha256"
  /// The field of an object's metadata that tells its writer: a random name for each call.
  static let writerField = "x-amz-meta-writer"
  /// The most bytes that S3 takes in one request.
  static let longestSingle: Int64 = 5 << 30

  /// Keeps bytes under a key, in place of what was there; the server checks their SHA-256.
  ///
  /// A name of that key stays, and leads nowhere: `target(of:)` looks for the blob.
  public func keep(
    _ bytes: [UInt8], as key: BlobKey, onlyNew: Bool
  ) throws(BlobError) {
    if onlyNew { try refuseName(key) }
    let hash = SHA256.hex(of: bytes)
    let object = NewObject(object(key), .blob, key: key, hash: hash, onlyNew: onlyNew)
    try put(object, .bytes(bytes))
  }

  /// Keeps a local file under a key, in place of what was there; the file is gone afterwards.
  public func keep(file path: String, as key: BlobKey, onlyNew: Bool) throws(BlobError) {
    try upload(path, as: key, onlyNew: onlyNew)
    _ = unsafe unlink(path)
  }

  /// Keeps all regular files of a local folder below a key; the folder is gone afterwards.
  public func keep(
    folder path: String, below key: BlobKey, last: String?
  ) throws(BlobError) {
    var names = try RegularFiles.names(in: path)
    if let last, let index = names.firstIndex(of: last) { names.append(names.remove(at: index)) }
    // All keys are keys before any is written.
    let keys = try names.map { name throws(BlobError) in try key.appending(name) }
    try refuseOccupied(key)
    for (name, key) in zip(names, keys) {
      try upload("\(path)/\(name)", as: key, onlyNew: false)
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Sends a file, in one request or in parts.
  ///
  /// One that must be new goes in one request as long as S3 takes it: not every server knows the condition
  /// for parts.
  private func upload(_ path: String, as key: BlobKey, onlyNew: Bool) throws(BlobError) {
    if onlyNew { try refuseName(key) }
    let file = try HashedFile(path, partBytes: client.settings.partBytes)
    let object = NewObject(object(key), .blob, key: key, hash: file.hash, onlyNew: onlyNew)
    if file.bytes <= (onlyNew ? Self.longestSingle : client.settings.singleBytes) {
      try put(object, .file(path: path, range: 0..<file.bytes))
    } else {
      try S3Upload(object, by: client).send(file)
      // The object counts as kept only if the server has all its bytes.
      guard let head = try head(object.name),
        head.fields["content-length"].flatMap({ Int64($0) }) == file.bytes
      else { throw garbage("no object of \(file.bytes) bytes after it was put together: \(key)") }
    }
  }

  /// Refuses to keep a blob where there is to be nothing and a name is.
  private func refuseName(_ key: BlobKey) throws(BlobError) {
    if try writtenTarget(of: key) != nil { throw .exists(key: key.text) }
  }

  /// Sends an object in one request.
  func put(_ object: NewObject, _ body: TransferBody) throws(BlobError) {
    var call = S3Call("PUT", object.name, fields: object.fields)
    (call.body, call.bodyHash) = (body, object.hash)
    if object.onlyNew { call.fields.append(("If-None-Match", "*")) }
    let answer = try client.sendNew(call) { _ in try? delete(object.name) }
    if answer.status == 412 {
      // The answer to an attempt may have been lost on its way, and not the attempt.
      if answer.failures > 0, try isWritten(object) { return }
      throw .exists(key: object.key.text)
    }
    guard answer.isDone else { throw garbage("status \(answer.status) for a new object") }
  }

  /// Whether an object is what this call wrote.
  func isWritten(_ object: NewObject) throws(BlobError) -> Bool {
    try head(object.name)?.fields[Self.writerField] == object.writer
  }
}

/// An object that is to be written.
struct NewObject {
  /// What it is called in the bucket.
  let name: String
  let key: BlobKey
  /// The SHA-256 of all its bytes.
  let hash: String
  /// Whether there must be none yet.
  let onlyNew: Bool
  /// Tells this call's object from every other one.
  let writer = RandomName.make()
  /// Its header fields: content type and metadata.
  let fields: [(String, String)]

  init(_ name: String, _ kind: ObjectKind, key: BlobKey, hash: String, onlyNew: Bool) {
    (self.name, self.key, self.hash, self.onlyNew) = (name, key, hash, onlyNew)
    fields = [
      ("Content-Type", kind.contentType), (S3BlobStore.hashField, hash),
      (S3BlobStore.writerField, writer),
    ]
  }
}

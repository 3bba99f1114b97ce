public import Blobs

extension S3BlobStore {
  /// The field that names what is copied.
  static let sourceField = "x-amz-copy-source"

  /// Moves the blob of a key, or all that is below it, names too; the other key has nothing yet.
  ///
  /// All is copied before the first is removed: a move that is broken off leaves the old ones complete.
  public func move(_ key: BlobKey, to other: BlobKey) throws(BlobError) {
    guard key != other else { return }
    var objects: [(from: String, to: String, bytes: Int64)] = []
    for kind in ObjectKind.allCases {
      let (from, to) = (client.place.object(kind, key), client.place.object(kind, other))
      for entry in try entries(kind, at: key) {
        guard let rest = entry.object.following(from) else { continue }
        objects.append((entry.object, to + rest, entry.bytes))
      }
    }
    guard !objects.isEmpty else { return }
    try refuseOccupied(other)
    for object in objects { try copy(object.from, to: object.to, bytes: object.bytes, key: other) }
    for object in objects { try delete(object.from) }
  }

  /// Removes a blob or a name; nothing where there is none.
  public func remove(_ key: BlobKey) throws(BlobError) {
    for kind in ObjectKind.allCases { try delete(client.place.object(kind, key)) }
  }

  /// Removes a blob, a name, and all below the key, and what killed uploads left of these; the blob `last` below it
  /// goes when all others are gone.
  public func removeAll(below key: BlobKey, last: String?) throws(BlobError) {
    let final = last.map { client.place.objects(.blob, below: key) + $0 }
    var isFinalThere = false
    for kind in [ObjectKind.name, .blob] {
      for entry in try entries(kind, at: key) {
        if entry.object == final {
          isFinalThere = true
        } else {
          try delete(entry.object)
        }
      }
    }
    // Unfinished uploads would stay for good; where they cannot be listed, `tidy` does it, or a rule of the bucket.
    _ = try? PendingUploads(client).abort(at: client.place.object(.blob, key))
    if isFinalThere, let final { try delete(final) }
  }

  /// Refuses to put many objects where there is one already.
  func refuseOccupied(_ key: BlobKey) throws(BlobError) {
    for kind in ObjectKind.allCases where try !entries(kind, at: key).isEmpty {
      throw .exists(key: key.text)
    }
  }

  /// The objects of a key and of all below it.
  private func entries(_ kind: ObjectKind, at key: BlobKey) throws(BlobError) -> [S3Listing.Entry] {
    let object = client.place.object(kind, key)
    var entries: [S3Listing.Entry] = []
    // Those of longer names, `KEYS`, are in the list as well.
    try pages(below: object, delimiter: nil) { page in
      entries += page.entries.filter { entry in
        guard let rest = entry.object.following(object)?.utf8 else { return false }
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
      }
    }
    return entries
  }

  /// Removes an object; nothing where there is none.
  func delete(_ object: String) throws(BlobError) {
    let answer = try client.send(S3Call("DELETE", object))
    guard answer.isDone || answer.status == 404 else {
      throw garbage("status \(answer.status) for an object that was to be removed")
    }
  }

  private func copy(
    _ source: String, to object: String, bytes: Int64, key: BlobKey
  ) throws(BlobError) {
    guard bytes > client.settings.copyBytes else {
      var call = S3Call("PUT", object, fields: [(Self.sourceField, client.source(source))])
      call.send([])
      call.isWork = true
      let answer = try client.sendNew(call) { _ in try? delete(object) }
      guard answer.isDone, XMLTree(answer.body)?.name == "CopyObjectResult" else {
        throw garbage("status \(answer.status) for a copy of \(source)")
      }
      return
    }
    guard let head = try head(source) else { throw garbage("no \(source), which is listed") }
    // An object of a name is never that long.
    let new = NewObject(
      object, .blob, key: key, hash: head.fields[Self.hashField] ?? "", onlyNew: false)
    let step = client.settings.copyBytes
    let ranges = stride(from: 0, to: bytes, by: Int64.Stride(step)).map {
      $0..<min($0 + step, bytes)
    }
    try S3Upload(new, by: client).copy(source, ranges: ranges)
  }
}

extension S3Client {
  /// An object of the bucket, as `x-amz-copy-source` names it.
  func source(_ object: String) -> String { "/\(place.bucket)/\(S3Escaping.path(object))" }
}

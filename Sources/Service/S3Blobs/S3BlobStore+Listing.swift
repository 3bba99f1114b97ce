public import Blobs
internal import HTTPMessages

extension S3BlobStore {
  static let mostObjects = 10_000_000

  /// What is known of a blob; nil where there is none.
  public func information(of key: BlobKey) throws(BlobError) -> BlobInformation? {
    guard let head = try head(object(key)) else { return nil }
    guard let bytes = head.fields["content-length"].flatMap({ Int64($0) }), bytes >= 0,
      let keptAt = head.fields["last-modified"].flatMap(HTTPDate.lenientSeconds)
    else { throw garbage("no length or no time of \(key)") }
    let tag = S3Tag.plain(head.fields["etag"] ?? "")
    return BlobInformation(key: key, bytes: bytes, tag: tag, keptAt: Int64(keptAt) * 1000)
  }

  /// The blobs below a key, in the order of their keys.
  public func list(below key: BlobKey?) throws(BlobError) -> [BlobInformation] {
    let root = client.place.object(.blob, nil)
    var blobs: [BlobInformation] = []
    try pages(below: client.place.objects(.blob, below: key), delimiter: nil) { page in
      for entry in page.entries {
        // What others put there under names that are no keys is none of ours.
        guard let key = entry.object.following(root).flatMap({ try? BlobKey($0) }) else { continue }
        blobs.append(
          BlobInformation(
            key: key, bytes: entry.bytes, tag: entry.tag, keptAt: entry.keptAt * 1000))
      }
    }
    return blobs.sorted { $0.key < $1.key }
  }

  /// The names right below a key that are a blob or a name, or have such below them, in their order.
  public func names(below key: BlobKey?) throws(BlobError) -> [String] {
    // Of bytes: texts that are spelled in two ways are equal, and two names.
    var names: Set<[UInt8]> = []
    for kind in ObjectKind.allCases {
      let beginning = client.place.objects(kind, below: key)
      try pages(below: beginning, delimiter: "/") { page in
        for object in page.entries.map(\.object) + page.prefixes {
          guard var name = object.following(beginning)?.utf8[...] else { continue }
          if name.last == UInt8(ascii: "/") { name = name.dropLast() }
          guard !name.contains(UInt8(ascii: "/")), let key = try? BlobKey(String(Substring(name)))
          else { continue }
          names.insert(Array(key.text.utf8))
        }
      }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The head of an object; nil where there is none.
  func head(_ object: String) throws(BlobError) -> S3Answer? {
    let answer: S3Answer
    do throws(BlobError) {
      answer = try client.send(S3Call("HEAD", object))
    } catch {
      // An answer to HEAD has no body to say why; one to another request does.
      if case .refused = error { try check() }
      throw error
    }
    if answer.isDone { return answer }
    // A bucket that is not there looks the same.
    if !client.hasSeenBucket { try check() }
    return nil
  }

  /// Goes through the pages of a list.
  func pages(
    below beginning: String, delimiter: String?,
    _ body: (S3Listing) -> Void
  ) throws(BlobError) {
    var (next, count): (String?, Int) = (nil, 0)
    repeat {
      var call = S3Call("GET", nil, query: [("list-type", "2"), ("encoding-type", "url")])
      call.query.append(("prefix", beginning))
      if let delimiter { call.query.append(("delimiter", delimiter)) }
      if let next { call.query.append(("continuation-token", next)) }
      call.maximumBytes = S3Listing.maximumBytes
      let answer = try client.send(call)
      guard answer.isDone, let page = S3Listing(answer.body) else { throw garbage("a list") }
      let objects = page.entries.map(\.object) + page.prefixes
      guard objects.allSatisfy({ $0.following(beginning) != nil }),
        page.next == nil || page.next != next
      else { throw garbage("a list of other objects than were asked for") }
      // Pages of nothing must end too.
      count += max(objects.count, 1000)
      guard count <= Self.mostObjects else {
        throw .unusable(
          place: place, reason: "\(beginning) has more than \(Self.mostObjects) objects")
      }
      body(page)
      next = page.next
    } while next != nil
  }
}

/// One page of a list of objects.
struct S3Listing {
  struct Entry {
    /// Its name in the bucket.
    var object: String
    var bytes: Int64
    var tag: String
    /// When it was kept, in seconds since 1970.
    var keptAt: Int64
  }

  var entries: [Entry] = []
  /// What several objects begin with, up to the delimiter.
  var prefixes: [String] = []
  /// What the next page is asked for by; nil where there is none.
  var next: String?

  /// The most bytes of a page: 1000 objects of 1024 bytes, escaped, with the rest.
  static let maximumBytes: Int64 = 8 << 20

  /// Reads an answer to `ListObjectsV2`; nil where it is none.
  init?(_ body: [UInt8]) {
    guard let tree = XMLTree(body), tree.name == "ListBucketResult" else { return nil }
    let isEscaped = tree.text(of: "EncodingType") == "url"
    func plain(_ text: String?) -> String? {
      isEscaped ? text.flatMap(S3Escaping.plain) : text
    }
    for element in tree.all("Contents") {
      guard let object = plain(element.text(of: "Key")),
        let bytes = element.text(of: "Size").flatMap({ Int64($0) }), bytes >= 0,
        let keptAt = element.text(of: "LastModified").flatMap(UTCTime.listed)
      else { return nil }
      let tag = S3Tag.plain(element.text(of: "ETag") ?? "")
      entries.append(Entry(object: object, bytes: bytes, tag: tag, keptAt: keptAt))
    }
    for element in tree.all("CommonPrefixes") {
      guard let prefix = plain(element.text(of: "Prefix")) else { return nil }
      prefixes.append(prefix)
    }
    switch tree.text(of: "IsTruncated") {
    case "true":
      guard let token = tree.text(of: "NextContinuationToken"), !token.isEmpty else { return nil }
      next = token
    case "false": break
    default: return nil
    }
  }
}

/// Entity tags.
enum S3Tag {
  /// A tag without its quotes.
  static func plain(_ tag: String) -> String {
    tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
      ? String(tag.dropFirst().dropLast()) : tag
  }
}

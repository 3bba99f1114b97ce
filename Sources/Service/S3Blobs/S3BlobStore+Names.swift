public import Blobs
internal import Digests
internal import Foundation
internal import Transfers

extension S3BlobStore {
  /// Makes a key a name of another key; a name is replaced in one step, a blob is gone.
  public func point(_ key: BlobKey, to target: BlobKey) throws(BlobError) {
    let bytes = Array(target.text.utf8)
    let object = NewObject(
      client.place.object(.name, key), .name, key: key, hash: SHA256.hex(of: bytes), onlyNew: false)
    try put(object, .bytes(bytes))
    try delete(self.object(key))
  }

  /// The key that a name leads to; nil where the key is no name, or a blob was kept in its place since.
  public func target(of key: BlobKey) throws(BlobError) -> BlobKey? {
    guard let target = try writtenTarget(of: key) else { return nil }
    return try head(object(key)) == nil ? target : nil
  }

  /// The key that a name leads to, whether or not a blob was kept in its place since.
  func writtenTarget(of key: BlobKey) throws(BlobError) -> BlobKey? {
    let sink = MemorySink(most: Int64(BlobKey.longest))
    let object = client.place.object(.name, key)
    guard try S3Download(object, of: key, range: nil, by: client, to: sink).fetch() else {
      return nil
    }
    guard let text = String(validating: sink.bytes, as: UTF8.self) else { return nil }
    return try? BlobKey(text)
  }

  /// A signed URL from which a client may fetch a blob without the service.
  ///
  /// - Parameters:
  ///   - seconds: for how long, a week at most.
  ///   - contentType: what the server says that the blob is.
  ///   - fileName: under which name a browser keeps it, which shows it where it can.
  public func link(
    to key: BlobKey, seconds: Int, contentType: String, fileName: String?
  ) throws(BlobError) -> String? {
    guard (1...Self.longestLink).contains(seconds) else {
      throw .unusable(
        place: place, reason: "a link is for 1 to \(Self.longestLink) seconds, not \(seconds)")
    }
    // As the service sends files of this machine: the client's own, for an hour.
    var query = [
      ("response-content-type", contentType),
      ("response-cache-control", "private, max-age=3600"),
    ]
    if let fileName {
      query.append(("response-content-disposition", Self.disposition(fileName)))
    }
    do throws(DigestError) {
      return try S3Signature(of: client.server, at: Int64(Date().timeIntervalSince1970))
        .link(to: object(key), query: query, seconds: seconds)
    } catch {
      throw .unusable(place: place, reason: "\(error)")
    }
  }

  /// The most seconds of a link, by S3's rules: a week.
  static let longestLink = 604_800

  /// A header that gives a file its name (RFC 6266): as ASCII, and as it is.
  private static func disposition(_ fileName: String) -> String {
    let plain = fileName.unicodeScalars.map { scalar in
      (0x20..<0x7F).contains(scalar.value) && scalar != "\"" && scalar != "\\" && scalar != "%"
        ? Character(scalar) : "_"
    }
    let isPlain = String(plain) == fileName
    return "inline; filename=\"\(String(plain))\""
      + (isPlain ? "" : "; filename*=UTF-8''\(S3Escaping.value(fileName))")
  }
}

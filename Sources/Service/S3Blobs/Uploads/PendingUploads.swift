public import Blobs
internal import HTTPMessages

/// Uploads in parts that were not completed, which take space until they are aborted.
struct PendingUploads {
  private let client: S3Client

  /// Seconds of a day: an upload that old has no process any more.
  static let day: Int64 = 86_400
  /// The most bytes of a page of 1000 uploads.
  private static let maximumBytes: Int64 = 8 << 20
  /// The most pages that are looked at.
  private static let mostPages = 1000

  init(_ client: S3Client) { self.client = client }

  /// Aborts those of an object and of all below its key, however old; gives their number.
  func abort(at object: String) throws(BlobError) -> Int {
    try abort(below: object, olderThan: .min) { $0.isEmpty || $0.utf8.first == UInt8(ascii: "/") }
  }

  /// Aborts those of objects whose names begin with a text, and which are older than so many seconds by the server's
  /// clock; gives their number.
  ///
  /// - Parameter isMeant: told the rest of an object's name.
  func abort(
    below beginning: String, olderThan seconds: Int64,
    where isMeant: (String) -> Bool = { _ in true }
  ) throws(BlobError) -> Int {
    var (found, markers) = ([(object: String, upload: String)](), [(String, String)]())
    for _ in 0..<Self.mostPages {
      var call = S3Call("GET", nil, query: [("uploads", ""), ("prefix", beginning)] + markers)
      call.maximumBytes = Self.maximumBytes
      let answer = try client.send(call)
      guard answer.isDone, let tree = XMLTree(answer.body),
        tree.name == "ListMultipartUploadsResult",
        let now = answer.fields["date"].flatMap(HTTPDate.lenientSeconds)
      else {
        throw .unusable(
          place: client.place.text, reason: "what answers does not list uploads as S3 does")
      }
      for element in tree.all("Upload") {
        guard let object = element.text(of: "Key"), let upload = element.text(of: "UploadId"),
          let begun = element.text(of: "Initiated").flatMap(UTCTime.listed),
          let rest = object.following(beginning), isMeant(rest), Int64(now) - begun >= seconds
        else { continue }
        found.append((object, upload))
      }
      guard tree.text(of: "IsTruncated") == "true", let key = tree.text(of: "NextKeyMarker"),
        let upload = tree.text(of: "NextUploadIdMarker")
      else { break }
      markers = [("key-marker", key), ("upload-id-marker", upload)]
    }
    for (object, upload) in found {
      _ = try client.send(S3Call("DELETE", object, query: [("uploadId", upload)]))
    }
    return found.count
  }
}

extension S3BlobStore {
  /// Aborts the uploads of processes that were killed.
  public func tidy() throws(BlobError) { try abortUploads(olderThan: PendingUploads.day) }

  /// Aborts uploads that were begun and never completed, because their process was killed; gives their number.
  ///
  /// - Parameter seconds: how old they are at least, by the server's clock: longer than any upload takes.
  @discardableResult
  public func abortUploads(olderThan seconds: Int64) throws(BlobError) -> Int {
    try PendingUploads(client).abort(
      below: client.place.object(.blob, nil), olderThan: max(seconds, 0))
  }
}

public import Blobs

/// Blobs in a bucket of S3, or of a server that speaks as S3 does.
///
/// A blob `KEY` of `s3://BUCKET/PREFIX` is the object `PREFIX/blobs/KEY`, a name the object `PREFIX/names/KEY`. The
/// SHA-256 of a blob is in its object's metadata, and checked whenever the whole blob is read.
///
/// All calls may come from any thread. What the server answers by "later", or not at all, is asked again a few times
/// (`S3Settings`).
public struct S3BlobStore: Sendable {
  let client: S3Client

  /// Makes the store of a place, without asking for anything yet.
  ///
  /// - Parameters:
  ///   - text: `s3://BUCKET` or `s3://BUCKET/PREFIX`.
  ///   - environment: the variables that AWS's own tools read: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
  ///     `AWS_SESSION_TOKEN`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_CA_BUNDLE`.
  /// - Throws: `BlobError.refused` where a variable is missing, `BlobError.unusable` where something is malformed.
  public init(
    _ text: String, environment: [String: String], settings: S3Settings = S3Settings()
  ) throws(BlobError) {
    let place = try S3Place(text)
    let server = try S3Server(environment, for: place)
    client = S3Client(place: place, server: server, settings: settings)
  }

  /// The place, `s3://BUCKET/PREFIX`.
  public var place: String { client.place.text }

  /// Asks the server whether it lists the bucket for these credentials.
  ///
  /// - Throws: `BlobError.refused` with the server's own code, `BlobError.unavailable`.
  public func check() throws(BlobError) {
    var call = S3Call("GET", nil, query: [("list-type", "2"), ("max-keys", "1")])
    call.query.append(("prefix", client.place.object(.blob, nil)))
    call.maximumBytes = S3Listing.maximumBytes
    let answer = try client.send(call)
    guard answer.isDone, S3Listing(answer.body) != nil else {
      throw .unusable(place: place, reason: "what answers does not list as S3 does")
    }
  }

  func object(_ key: BlobKey) -> String { client.place.object(.blob, key) }

  /// The fault of an answer that is not S3's.
  func garbage(_ what: String) -> BlobError {
    .unusable(place: place, reason: "what answers is not S3, or not all of it: \(what)")
  }
}

extension S3BlobStore: BlobStore {
  /// Others may write at the same time.
  public var isShared: Bool { true }
}

internal import Blobs
internal import Text

/// What an answer means, by its status and the code in its body.
struct S3Verdict {
  /// The place, for messages.
  let place: String
  let method: String
  let status: Int
  /// The answer's header.
  let fields: [String: String]
  /// The code and the message of an answer that is an error; nil for one without.
  let error: (code: String, message: String)?

  /// The most bytes of an answer that says what went wrong.
  static let maximumBytes = 64 << 10

  init(
    place: String, method: String, status: Int, fields: [String: String], body: [UInt8]
  ) {
    (self.place, self.method, self.status, self.fields) = (place, method, status, fields)
    error = XMLTree(body).flatMap { tree in
      guard tree.name == "Error", let code = tree.text(of: "Code") else { return nil }
      return (code, tree.text(of: "Message") ?? "")
    }
  }

  /// Whether there is an answer, nothing yet, or a fault, which is thrown.
  func attempt(_ body: [UInt8]) throws(BlobError) -> S3Attempt {
    switch (status, error?.code) {
    case (200..<300, nil), (404, "NoSuchKey"), (404, "NoSuchUpload"), (412, _), (416, _):
      return .answer(S3Answer(status: status, fields: fields, body: body))
    // An answer to HEAD has no body; of another it would be that of a proxy, say, that knows nothing of objects.
    case (404, nil) where method == "HEAD":
      return .answer(S3Answer(status: status, fields: fields, body: body))
    case (507, _), (_, "QuotaExceeded"), (_, "XMinioStorageFull"):
      throw .full(place: place)
    case (_, let code?) where Self.temporary.contains(code): return later
    case (501, _): throw .unusable(place: place, reason: reason)
    case (429, _), (500..., _): return later
    default: throw .refused(place: place, reason: reason)
    }
  }

  /// Codes of what another attempt may do better: the server is busy, or what came was not what was sent.
  private static let temporary: Set = [
    "SlowDown", "ServiceUnavailable", "InternalError", "RequestTimeout", "OperationAborted",
    "ConditionalRequestConflict", "IncompleteBody", "BadDigest", "XAmzContentSHA256Mismatch",
    "Throttling", "ThrottlingException", "RequestLimitExceeded", "TooManyRequests",
  ]

  private var later: S3Attempt {
    .later(reason: reason, seconds: fields["retry-after"].flatMap(Double.init))
  }

  /// What the server says, on one line.
  private var reason: String {
    let region = fields["x-amz-bucket-region"].map { "; the bucket's region is \(Shown.text($0))" }
    guard let error else { return "HTTP status \(status)" + (region ?? "") }
    let message = error.message.isEmpty ? "" : ": \(Shown.text(error.message, upTo: 200))"
    return Shown.text(error.code) + message + (region ?? "")
  }
}

package import Digests

/// Links that are signed by AWS's Signature Version 4 in their query. (Requests are signed by libcurl.)
package enum S3Signature {
  /// A URL from which an object may be fetched for a while.
  ///
  /// - Parameters:
  ///   - query: further items, not escaped.
  ///   - time: seconds since 1970.
  ///   - seconds: for how long.
  package static func link(
    to object: String, on server: S3Server, query: [(String, String)], at time: Int64, seconds: Int
  ) throws(DigestError) -> String {
    let stamp = UTCTime.stamp(time)
    let day = String(stamp.prefix(8))
    let scope = "\(day)/\(server.region)/s3/aws4_request"
    var items = query
    items += [
      ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
      ("X-Amz-Credential", "\(server.credentials.accessKey)/\(scope)"),
      ("X-Amz-Date", stamp), ("X-Amz-Expires", "\(seconds)"), ("X-Amz-SignedHeaders", "host"),
    ]
    if let token = server.credentials.sessionToken { items.append(("X-Amz-Security-Token", token)) }
    let query = S3Escaping.query(items)
    let request = [
      "GET", server.path(object), query, "host:\(server.host)", "", "host", "UNSIGNED-PAYLOAD",
    ]
    let hash = SHA256.hex(of: request.joined(separator: "\n").utf8)
    var key = Array("AWS4\(server.credentials.secret)".utf8)
    for part in [day, server.region, "s3", "aws4_request"] {
      key = try HMACSHA256.code(of: part.utf8, key: key)
    }
    let text = "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n\(hash)"
    let signature = Hexadecimal.text(of: try HMACSHA256.code(of: text.utf8, key: key))
    return server.url(object, query: "\(query)&X-Amz-Signature=\(signature)")
  }
}

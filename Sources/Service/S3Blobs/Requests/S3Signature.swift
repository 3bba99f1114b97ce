package import Digests

/// AWS's Signature Version 4, of requests in their header and of links in their query.
///
/// (libcurl's own signs `x-amz-copy-source` together with `x-amz-copy-source-range` wrongly before version 8.)
package struct S3Signature {
  private let server: S3Server
  /// The time, as `20130524T000000Z`.
  private let stamp: String

  /// Makes what signs at a time.
  ///
  /// - Parameter time: seconds since 1970.
  package init(of server: S3Server, at time: Int64) {
    (self.server, stamp) = (server, UTCTime.stamp(time))
  }

  /// The fields of a request's header with those that sign it, which are all and the host.
  ///
  /// - Parameters:
  ///   - query: escaped and sorted.
  ///   - payload: the SHA-256 of the body.
  package func fields(
    _ method: String, _ object: String?, query: String, fields: [(String, String)], payload: String
  ) throws(DigestError) -> [(String, String)] {
    var fields = fields
    fields += [("x-amz-content-sha256", payload), ("x-amz-date", stamp)]
    if let token = server.credentials.sessionToken {
      fields.append(("x-amz-security-token", token))
    }
    let signed = (fields + [("host", server.host)]).map { ($0.0.lowercased(), $0.1) }
      .sorted { $0.0 < $1.0 }
    let names = signed.map(\.0).joined(separator: ";")
    let signature = try signature(method, object, query: query, signed: signed, payload: payload)
    let credential = "\(server.credentials.accessKey)/\(scope)"
    let value =
      "AWS4-HMAC-SHA256 Credential=\(credential),SignedHeaders=\(names),Signature=\(signature)"
    return fields + [("Host", server.host), ("Authorization", value)]
  }

  /// A URL from which an object may be fetched for a while.
  ///
  /// - Parameters:
  ///   - query: further items, not escaped.
  ///   - seconds: for how long.
  package func link(
    to object: String, query: [(String, String)], seconds: Int
  ) throws(DigestError) -> String {
    var items = query
    items += [
      ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
      ("X-Amz-Credential", "\(server.credentials.accessKey)/\(scope)"),
      ("X-Amz-Date", stamp), ("X-Amz-Expires", "\(seconds)"), ("X-Amz-SignedHeaders", "host"),
    ]
    if let token = server.credentials.sessionToken { items.append(("X-Amz-Security-Token", token)) }
    let query = S3Escaping.query(items)
    let signature = try signature(
      "GET", object, query: query, signed: [("host", server.host)], payload: "UNSIGNED-PAYLOAD")
    return server.url(object, query: "\(query)&X-Amz-Signature=\(signature)")
  }

  private var day: String { String(stamp.prefix(8)) }
  private var scope: String { "\(day)/\(server.region)/s3/aws4_request" }

  /// The signature of a request in its canonical form.
  ///
  /// - Parameter signed: the fields, their names in lower case and sorted.
  private func signature(
    _ method: String, _ object: String?, query: String, signed: [(String, String)], payload: String
  ) throws(DigestError) -> String {
    let lines =
      [method, server.path(object), query] + signed.map { "\($0.0):\($0.1)" }
      + ["", signed.map(\.0).joined(separator: ";"), payload]
    let hash = SHA256.hex(of: lines.joined(separator: "\n").utf8)
    var key = Array("AWS4\(server.credentials.secret)".utf8)
    for part in [day, server.region, "s3", "aws4_request"] {
      key = try HMACSHA256.code(of: part.utf8, key: key)
    }
    let text = "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n\(hash)"
    return Hexadecimal.text(of: try HMACSHA256.code(of: text.utf8, key: key))
  }
}

package import Blobs
internal import Text

/// A server of S3 as its clients see it, from the usual variables of the environment.
package struct S3Server: Sendable {
  /// `https` or `http`.
  var scheme: String
  /// The host, with its port where that is not the usual one: what requests say in `Host`.
  package var host: String
  /// What paths begin with: `/BUCKET`, or nothing where the host names the bucket.
  var root: String
  /// Which hosts belong to the endpoint.
  let domain: S3Domain
  /// The region that signatures name.
  let region: String
  let credentials: S3Credentials
  /// A file of certificates to trust instead of the system's (PEM).
  let certificateFile: String?

  /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` (or
  /// `AWS_DEFAULT_REGION`), `AWS_ENDPOINT_URL_S3` (or `AWS_ENDPOINT_URL`) and `AWS_CA_BUNDLE`.
  ///
  /// - Throws: `BlobError.refused` where one is missing, `BlobError.unusable` where one is none; their values are
  ///   in no message but for the endpoint's and the region's.
  package init(_ environment: [String: String], for place: S3Place) throws(BlobError) {
    func variable(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    func needed(_ names: String...) throws(BlobError) -> String {
      guard let value = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
      else { throw .refused(place: place.text, reason: "\(names[0]) is not set") }
      // It becomes a part of a header.
      guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .unusable(
          place: place.text, reason: "\(names[0]) has blanks or characters that are not ASCII")
      }
      return value
    }
    let token = variable("AWS_SESSION_TOKEN") == nil ? nil : try needed("AWS_SESSION_TOKEN")
    credentials = S3Credentials(
      accessKey: try needed("AWS_ACCESS_KEY_ID"), secret: try needed("AWS_SECRET_ACCESS_KEY"),
      sessionToken: token)
    certificateFile = variable("AWS_CA_BUNDLE")
    let endpoint = variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
    let region = variable("AWS_REGION", "AWS_DEFAULT_REGION")
    // Other servers have one region, whose name is this as a rule.
    guard let region = region ?? endpoint.map({ _ in "us-east-1" }) else {
      throw .refused(place: place.text, reason: "AWS_REGION is not set")
    }
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    guard region.utf8.count <= 64, region.lowercased().utf8.allSatisfy(letters.contains) else {
      throw .unusable(
        place: place.text, reason: "AWS_REGION is no region: \"\(Shown.text(region))\"")
    }
    self.region = region
    if let endpoint {
      guard let found = Self.endpoint(endpoint) else {
        throw .unusable(
          place: place.text,
          reason: "AWS_ENDPOINT_URL_S3 is not https://HOST[:PORT] or http://HOST[:PORT]:"
            + " \"\(Shown.url(endpoint))\"")
      }
      (scheme, host) = found
      root = "/\(place.bucket)"
      self.domain = S3Domain(bucket: place.bucket, endpoint: host)
    } else {
      let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
      scheme = "https"
      // A certificate for *.s3.REGION covers no bucket with dots.
      let isDotted = place.bucket.contains(".")
      host = (isDotted ? "" : "\(place.bucket).") + "s3.\(region).\(domain)"
      root = isDotted ? "/\(place.bucket)" : ""
      self.domain = S3Domain(bucket: place.bucket, region: region, domain: domain)
    }
  }

  /// Whether it is this machine.
  var isLocal: Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
  }

  /// The whole URL of an object, or of the bucket.
  ///
  /// - Parameter query: escaped and sorted.
  package func url(_ object: String?, query: String) -> String {
    "\(scheme)://\(host)\(path(object))" + (query.isEmpty ? "" : "?\(query)")
  }

  /// The path of an object, or of the bucket, escaped.
  func path(_ object: String?) -> String {
    guard let object else { return root.isEmpty ? "/" : root }
    return "\(root)/\(S3Escaping.path(object))"
  }

  /// The scheme and host of an endpoint's URL; nil where it has more than these, or is none.
  static func endpoint(_ text: String) -> (scheme: String, host: String)? {
    for (scheme, port) in [("https", ":443"), ("http", ":80")] where text.hasPrefix("\(scheme)://")
    {
      var host = text.dropFirst(scheme.count + 3)
      if host.hasSuffix("/") { host = host.dropLast() }
      let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-._:[]".utf8)
      guard !host.isEmpty, host.utf8.count <= 300,
        host.lowercased().utf8.allSatisfy(allowed.contains)
      else { return nil }
      if host.hasSuffix(port) { host = host.dropLast(port.count) }
      return (scheme, String(host))
    }
    return nil
  }
}

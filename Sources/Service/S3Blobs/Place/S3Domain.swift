internal import Foundation

/// The hosts that serve a bucket for one endpoint, to which it may send a request on.
struct S3Domain: Sendable {
  private let bucket: String
  /// Names of hosts, in lower case.
  private let names: [String]
  /// Whether all hosts below the names are the endpoint's too.
  private let hasHostsBelow: Bool

  /// Those of an endpoint of one's own: its host, and what is below it.
  ///
  /// - Parameter endpoint: a host, with its port where that is not the usual one.
  init(bucket: String, endpoint: String) {
    let name = Self.name(of: endpoint)
    (self.bucket, names) = (bucket, [name])
    // Below an address there is nothing.
    hasHostsBelow = !name.hasSuffix("]") && name.contains { $0.isLetter }
  }

  /// Those of a region of Amazon's: other buckets' hosts are not among them.
  init(bucket: String, region: String, domain: String) {
    (self.bucket, hasHostsBelow) = (bucket, false)
    names = ["s3.\(region)", "s3-\(region)", "s3.dualstack.\(region)"].map {
      "\($0.lowercased()).\(domain)"
    }
  }

  /// What paths begin with at a host that serves the bucket; nil at any other host.
  ///
  /// - Parameter path: of a URL at the host, which says whether the host names the bucket or the path does.
  func root(at host: String, path: String) -> String? {
    let name = Self.name(of: host)
    let root = "/\(bucket)"
    if path == root || path.hasPrefix(root + "/"), isOwn(name) { return root }
    let beginning = "\(bucket)."
    guard name.hasPrefix(beginning) else { return nil }
    return isOwn(String(name.dropFirst(beginning.count))) ? "" : nil
  }

  private func isOwn(_ name: String) -> Bool {
    names.contains { name == $0 || hasHostsBelow && name.hasSuffix(".\($0)") }
  }

  /// A host without its port.
  private static func name(of host: String) -> String {
    let host = host.lowercased()
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
    return String(host[..<colon])
  }
}

extension S3Server {
  /// The most redirects that one attempt follows.
  static let mostRedirects = 5

  /// The server that a redirect of a request leads to; nil where it leads to another object or bucket, out of
  /// the endpoint's domain, or from TLS to plain text.
  package func redirected(to location: String, object: String?) -> S3Server? {
    let authority = location.firstRange(of: "://").map { location[$0.upperBound...] } ?? ""
    guard let end = authority.firstIndex(where: { $0 == "/" || $0 == "?" }),
      let found = Self.endpoint(String(location[..<end])),
      found.scheme == "https" || scheme == "http"
    else { return nil }
    let path = String(location[end...].prefix { $0 != "?" })
    guard let root = domain.root(at: found.host, path: path) else { return nil }
    var server = self
    (server.scheme, server.host, server.root) = (found.scheme, found.host, root)
    let expected = server.path(object)
    guard
      path == expected || path.removingPercentEncoding == expected.removingPercentEncoding
        || object == nil && path == expected + "/"
    else { return nil }
    return server
  }
}

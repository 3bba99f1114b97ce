internal import Foundation
internal import HTTPMessages
internal import Problems
internal import ServiceInterface
internal import Text

/// Tells a program of this machine from a web page that uses its browser against it.
///
/// Without keys every client that reaches the service may do everything, and any page that a user of
/// this machine opens reaches it: by a form, which browsers send anywhere, and where its own name leads to
/// 127.0.0.1 from the second look on (DNS rebinding) it reads the answers too. Browsers say which
/// name they meant (`Host`) and whose page asks (`Origin`); both must be of this machine, or of the
/// service's public URL.
struct LocalRequest {
  /// The host of the service's public URL; nil where it has none.
  private let publicHost: String?

  init(publicURL: String) {
    publicHost = URLComponents(string: publicURL)?.host.map(Self.plain)
  }

  /// Throws where a page of elsewhere is behind a request.
  func check(_ head: HTTPRequestHead) throws(ServiceProblem) {
    if let host = head.header("Host"), !isOwn(Self.host(ofAuthority: host)) {
      throw Self.refused("Host", host)
    }
    if let origin = head.header("Origin"), !isOwn(URLComponents(string: origin)?.host ?? "") {
      throw Self.refused("Origin", origin)
    }
  }

  private func isOwn(_ host: String) -> Bool {
    let host = Self.plain(host)
    return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || Self.isLoopback(host) || host == publicHost
  }

  /// Whether a host is an address of 127.0.0.0/8, in four decimal numbers.
  private static func isLoopback(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }

  /// The host of `host:port`.
  private static func host(ofAuthority text: String) -> String {
    if text.hasPrefix("[") { return String(text.prefix { $0 != "]" }) + "]" }
    return String(text.prefix { $0 != ":" })
  }

  /// In lower case, without the brackets of IPv6.
  private static func plain(_ host: String) -> String {
    host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
  }

  private static func refused(_ field: String, _ found: String) -> ServiceProblem {
    ServiceProblem(
      .missingCredentials,
      "\(field): \(Shown.text(found)) is not this machine, and a service without API keys"
        + " answers local requests only; create a key, or set --public-url to its address",
      headers: [HTTPField("WWW-Authenticate", AccessControl.challenge)])
  }
}

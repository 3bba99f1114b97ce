internal import Glibc

/// Addresses of peers as text.
package enum RemoteAddress {
  /// The client's address behind proxies: the last of `X-Forwarded-For` that is no proxy of ours.
  ///
  /// Every proxy appends its peer, so that only what trusted ones appended is worth anything.
  package static func client(peer: String, forwarded: [String], trusted: [String]) -> String {
    guard trusted.contains(peer) else { return peer }
    let hops = forwarded.flatMap { $0.split(separator: ",").map(\.withoutBlanks) }
    for hop in hops.reversed() where !trusted.contains(hop) {
      return isAddress(hop) ? hop : peer
    }
    return peer
  }

  /// The network that an address belongs to, as a text to count by.
  ///
  /// An IPv4 address stands for itself, also within IPv6 (`::ffff:192.0.2.1`). Of IPv6 the first 64
  /// bits count: a site gets a /64 at least (RFC 6177), and can use any of its addresses. A text
  /// that is no address stands for itself.
  package static func network(of text: String) -> String {
    var address = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &address) == 1 else { return text }
    let bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    if bytes.starts(with: mappedPrefix) {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    let groups = stride(from: 0, to: 8, by: 2).map { index in
      String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/64"
  }

  /// What IPv4 addresses within IPv6 begin with (RFC 4291, section 2.5.5.2).
  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

  /// Whether a text is a numeric address of IPv6.
  static func isIPv6(_ text: String) -> Bool {
    var place = in6_addr()
    return unsafe inet_pton(AF_INET6, text, &place) == 1
  }

  /// Whether a text is a numeric address.
  package static func isAddress(_ text: String) -> Bool {
    var place = in6_addr()
    return unsafe inet_pton(AF_INET, text, &place) == 1 || inet_pton(AF_INET6, text, &place) == 1
  }
}

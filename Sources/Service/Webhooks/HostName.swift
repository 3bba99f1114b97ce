/// Names of hosts, and addresses in their place, as a URL has them.
enum HostName {
  /// A host in the one way in which it is written here: lower case, IPv6 without brackets and
  /// compressed.
  ///
  /// Refused is what different programs read differently: addresses in other notations than four
  /// decimal numbers (`0x7f.1`, `2130706433`, `127.1`, `0177.0.0.1`), zones, escapes, a dot at the
  /// end.
  static func normalized(_ host: String) throws(WebhookFault) -> String {
    guard !host.isEmpty else { throw .badHost(host, reason: "is missing") }
    if host.hasPrefix("[") || host.contains(":") { return try sixth(host) }
    if let address = IPAddress(host) { return address.text }
    // What ends in a number is an address to every browser (WHATWG URL, "ends in a number").
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let last = labels.last ?? ""
    let isNumber = last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
    guard !isNumber || last.isEmpty else {
      throw .badHost(host, reason: "is not an address; write it as four decimal numbers")
    }
    guard !last.isEmpty else { throw .badHost(host, reason: "ends in a dot; leave it out") }
    guard host.utf8.count <= 253, labels.allSatisfy(isLabel) else {
      throw .badHost(host, reason: "is not a host name")
    }
    return host
  }

  private static func sixth(_ host: String) throws(WebhookFault) -> String {
    guard host.hasPrefix("["), host.hasSuffix("]"),
      let address = IPAddress(String(host.dropFirst().dropLast())),
      address.bytes.count == 16
    else { throw .badHost(host, reason: "is not an IPv6 address in brackets") }
    return address.text
  }

  /// Letters, digits, dashes within (RFC 1123), and the underscore that some names have.
  private static func isLabel(_ label: Substring) -> Bool {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    return (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(allowed.contains)
      && !label.hasPrefix("-") && !label.hasSuffix("-")
  }
}

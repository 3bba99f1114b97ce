public import Problems

/// Why a webhook's URL is not taken, or an entry of the list of allowed hosts cannot be read.
public enum WebhookFault: Error, Hashable, Sendable {
  /// It is longer than may be.
  case tooLong(limit: Int)
  /// A character that has no place in a URL; names in other scripts are written in punycode.
  case badCharacter
  /// It does not begin with https:// or http://.
  case badScheme
  /// There is a name or a password before the host.
  case userinfo
  case fragment
  /// The host is none; the reason.
  case badHost(String, reason: String)
  /// The port is none.
  case badPort(String)
  /// The host is not on the list, or not with this scheme and port.
  case notAllowed(origin: String)
  /// The host's address is one of this network, and the list does not say that it may be.
  case privateAddress(String)
  /// An entry of the list of allowed hosts cannot be read; the reason.
  case badEntry(String, reason: String)
}

extension WebhookFault: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .tooLong(let limit): "the webhook's URL is longer than \(limit) characters"
    case .badCharacter:
      "the webhook's URL has a character that a URL cannot have; escape it (%20), and write names "
        + "in other scripts in punycode (xn--...)"
    case .badScheme:
      "the webhook's URL must begin with https:// (or http://, where that is allowed)"
    case .userinfo: "the webhook's URL must have no name or password before the host"
    case .fragment: "the webhook's URL must have no \"#\""
    case .badHost(let host, let reason): "the webhook's host \"\(host.prefix(100))\" \(reason)"
    case .badPort(let port): "the webhook's port must be 1 to 65535, found \"\(port.prefix(20))\""
    case .notAllowed(let origin):
      "\(origin.prefix(300)) is not a host that webhooks may go to; ask the operator to allow it"
    case .privateAddress(let address):
      "the webhook's host has the address \(address), which is not public"
    case .badEntry(let entry, let reason):
      "allowed webhook host \"\(entry.prefix(100))\": \(reason); expected for example hooks.example.org, "
        + "*.example.org:8443 or \"http://10.0.0.7:9000 private\""
    }
  }
}

extension WebhookFault: ProblemReporting {
  /// The address may not be told, whatever it is.
  public var problemCode: ProblemCode {
    .webhookNotAllowed
  }
}

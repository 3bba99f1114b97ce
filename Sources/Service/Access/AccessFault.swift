public import Problems

/// Why a request is not authorised.
public enum AccessFault: Error, Hashable, Sendable {
  /// What was sent as a key does not look like one.
  case malformedKey
  /// The key's check does not fit: a character is wrong.
  case mistypedKey
  /// There is no such key, or its secret is another.
  case unknownKey
  case disabledKey
  case expiredKey
  /// The key does not have the scope.
  case missingScope(AccessScope)
  /// A part of a signed link is missing or is not of its form.
  case malformedLink(part: String)
  /// The link's signature does not match its path, time and tenant.
  case badSignature
  case expiredLink
  /// A link may not be valid for so long, in seconds.
  case unfitLinkTime(maximum: Int)
  /// A tenant's name has a character that it must not have, or is too long.
  case badTenant(String)
}

extension AccessFault: CustomStringConvertible {
  /// One line for people; no secret in it.
  public var description: String {
    switch self {
    case .malformedKey:
      "this is not an API key; a key looks like ao_<\(APIKey.idLength) characters>_<59 characters>"
    case .mistypedKey: "the API key has a wrong character or is cut off; copy it again"
    case .unknownKey: "there is no such API key"
    case .disabledKey: "the API key was disabled; ask for a new one"
    case .expiredKey: "the API key has expired; ask for a new one"
    case .missingScope(let scope): "the API key does not have the scope \"\(scope.rawValue)\""
    case .malformedLink(let part):
      "the link's \"\(part)\" is missing or malformed; use the link exactly as it was given"
    case .badSignature:
      "the link's signature does not match; use the link exactly as given, or ask for a new one"
    case .expiredLink: "the link has expired; ask for a new one"
    case .unfitLinkTime(let maximum): "a link is valid for 1 to \(maximum) seconds"
    case .badTenant(let name):
      "a tenant's name is 1 to \(TenantName.maximumLength) letters a to z, digits, \"-\", \"_\" "
        + "and \".\"; found \"\(name.prefix(80))\""
    }
  }
}

extension AccessFault: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .malformedKey, .mistypedKey, .unknownKey, .disabledKey, .expiredKey: .invalidCredentials
    case .missingScope: .missingScope
    case .malformedLink, .badSignature: .invalidLink
    case .expiredLink: .expiredLink
    case .unfitLinkTime, .badTenant: .usage
    }
  }
}

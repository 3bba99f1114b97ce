internal import Digests

/// A link with which a client fetches one thing for some time, without a key.
///
/// The query says until when, for which tenant and under which key; the signature is HMAC-SHA256
/// over those, the method and the path. Times are seconds since 1970.
public struct SignedLink: Hashable, Sendable {
  /// The longest that a link is valid, in seconds: a week.
  public static let maximumSeconds = 7 * 86_400
  /// The names of the query's fields, in their order.
  public static let fields = ["expires", "tenant", "key", "signature"]

  /// The path, percent-decoded.
  public let path: String
  /// From when on it is not valid any more.
  public let expires: Int64
  /// The tenant that it was made for.
  public let tenant: String
  /// Which key signed.
  public let key: String
  /// The signature, base 64 for URLs.
  public let signature: String

  /// Signs a link for `GET` (and `HEAD`) of a path.
  ///
  /// - Throws: `AccessFault.unfitLinkTime` unless `seconds` is 1 to `maximumSeconds`; `DigestError`.
  public init(
    path: String, tenant: String, seconds: Int, now: Int64, keys: SigningKeys
  ) throws {
    guard (1...Self.maximumSeconds).contains(seconds) else {
      throw AccessFault.unfitLinkTime(maximum: Self.maximumSeconds)
    }
    let expires = now + Int64(seconds)
    let message = Self.message(method: "GET", path: path, expires: expires, tenant: tenant)
    self.init(
      path: path, expires: expires, tenant: tenant, key: keys.current.id,
      signature: TextEncodings.base64URL(try keys.current.code(of: message)))
  }

  private init(path: String, expires: Int64, tenant: String, key: String, signature: String) {
    (self.path, self.expires, self.tenant) = (path, expires, tenant)
    (self.key, self.signature) = (key, signature)
  }

  /// The query, in the order of `fields`; no value has a character that a URL must escape.
  public var query: String {
    zip(Self.fields, ["\(expires)", tenant, key, signature])
      .map { "\($0)=\($1)" }.joined(separator: "&")
  }

  /// What logs call the link, which opens nothing: the begin of the signature's SHA-256, 16 hexadecimal digits.
  public var id: String { Self.id(ofSignature: signature) }

  /// What logs call the link of a signature.
  public static func id(ofSignature signature: String) -> String {
    String(SHA256.hex(of: signature.utf8).prefix(16))
  }

  /// Whether a query wants to be a signed link: it has any of the fields that one has.
  public static func isMeant(by query: [(name: String, value: String)]) -> Bool {
    query.contains { fields.contains($0.name) }
  }

  /// Checks a link that a client opened; gives the tenant that it was made for, and when it ends.
  ///
  /// - Parameters:
  ///   - method: `HEAD` is as good as `GET`; other methods have no links.
  ///   - path: percent-decoded.
  ///   - query: percent-decoded; each of `fields` once, others are ignored and not signed.
  /// - Throws: `AccessFault`, or `DigestError` where the signature cannot be checked.
  public static func admit(
    method: String, path: String, query: [(name: String, value: String)], now: Int64,
    keys: SigningKeys
  ) throws -> (tenant: String, expires: Int64) {
    var values: [String] = []
    for name in fields {
      let found = query.filter { $0.name == name }
      // One of 64 characters for the longest tenant, 43 for the signature.
      guard found.count == 1, !found[0].value.isEmpty, found[0].value.utf8.count <= 64 else {
        throw AccessFault.malformedLink(part: name)
      }
      values.append(found[0].value)
    }
    // The one way to write a number, so that the signed text is the text that was sent.
    guard let expires = Int64(values[0]), "\(expires)" == values[0] else {
      throw AccessFault.malformedLink(part: "expires")
    }
    let signer = keys.all.first { $0.id == values[2] }
    let message = message(
      method: method == "HEAD" ? "GET" : method, path: path, expires: expires, tenant: values[1])
    // The text is compared, not its bytes: the last digit has spare bits, and one link is one text.
    let expected = try signer.map { TextEncodings.base64URL(try $0.code(of: message)) } ?? ""
    guard ConstantTime.areEqual(Array(values[3].utf8), Array(expected.utf8)) else {
      throw AccessFault.badSignature
    }
    guard now < expires else { throw AccessFault.expiredLink }
    // A clock that was set back must not make a link valid for longer than it may be.
    guard expires - now <= Int64(maximumSeconds) else {
      throw AccessFault.unfitLinkTime(maximum: maximumSeconds)
    }
    return (values[1], expires)
  }

  /// What is signed: each part with its length, so that no two different links give one text.
  private static func message(
    method: String, path: String, expires: Int64, tenant: String
  ) -> [UInt8] {
    ["avatar-overlay link 1", method, path, "\(expires)", tenant]
      .flatMap { "\($0.utf8.count):\($0),".utf8 }
  }
}

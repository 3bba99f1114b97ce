internal import Foundation

/// A webhook's URL, taken apart by strict rules and put together again in one way, so that what is
/// checked is what libcurl connects to.
public struct WebhookURL: Hashable, Sendable {
  /// The most characters of a URL.
  public static let maximumLength = 2048

  /// The server that is called.
  public struct Origin: Hashable, Sendable {
    /// `https` or `http`.
    public var scheme: String
    /// The name in lower case, or an address; IPv6 without brackets.
    public var host: String
    /// The port, also where the URL leaves it out.
    public var port: UInt16

    /// The origin as a URL without a path.
    public var text: String {
      let host = self.host.contains(":") ? "[\(self.host)]" : self.host
      return port == Self.usualPort(of: scheme)
        ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// The port where none is given.
    static func usualPort(of scheme: String) -> UInt16 { scheme == "https" ? 443 : 80 }
  }

  /// The server that is called.
  public let origin: Origin
  /// The path with its query; it begins with `/`.
  public let path: String

  /// The whole URL.
  public var text: String { origin.text + path }

  /// Takes a URL apart.
  public init(_ text: String) throws(WebhookFault) {
    guard text.utf8.count <= Self.maximumLength else {
      throw .tooLong(limit: Self.maximumLength)
    }
    // A backslash is a slash to some readers and not to others.
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"\"<>^`{|}"#.utf8.contains($0) })
    else { throw .badCharacter }
    guard !text.contains("#") else { throw .fragment }
    let (scheme, rest) = try Self.scheme(of: text)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    origin = try Self.origin(scheme, authority: String(rest[..<end]))
    let path = String(rest[end...])
    self.path = path.hasPrefix("/") ? path : "/" + path
  }

  private static func scheme(of text: String) throws(WebhookFault) -> (String, Substring) {
    for scheme in ["https", "http"] {
      let beginning = text.prefix(scheme.count + 3)
      if beginning.lowercased() == scheme + "://" { return (scheme, text[beginning.endIndex...]) }
    }
    throw .badScheme
  }

  /// An origin of what stands between `://` and the path.
  static func origin(_ scheme: String, authority: String) throws(WebhookFault) -> Origin {
    guard !authority.contains("@") else { throw .userinfo }
    var (host, port) = (Substring(authority), Substring?.none)
    if let end = authority.lastIndex(of: "]") {
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw .badPort(String(rest)) }
      host = authority[...end]
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    let number = try port.map { port throws(WebhookFault) in try Self.port(port) }
    return Origin(
      scheme: scheme, host: try HostName.normalized(host.lowercased()),
      port: number ?? Origin.usualPort(of: scheme))
  }

  private static func port(_ text: Substring) throws(WebhookFault) -> UInt16 {
    // Digits only: UInt16 takes a sign too.
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let port = UInt16(text), port > 0
    else { throw .badPort(String(text)) }
    return port
  }
}

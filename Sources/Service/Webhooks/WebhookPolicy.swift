/// Where webhooks may go: a list of hosts, none where it is empty.
public struct WebhookPolicy: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    /// Scheme, host and port; without the `*.` of an entry for all names below one.
    var origin: WebhookURL.Origin
    /// Whether names below the host are meant, and not the host itself.
    var isWildcard: Bool
    /// Whether the address may be one of this network.
    var allowsPrivate: Bool

    func matches(_ other: WebhookURL.Origin) -> Bool {
      guard origin.scheme == other.scheme, origin.port == other.port else { return false }
      return isWildcard ? other.host.hasSuffix("." + origin.host) : other.host == origin.host
    }
  }

  let entries: [Entry]

  /// Reads a list of entries, separated by commas: `HOST`, `*.HOST`, each with `:PORT` where it is
  /// not the usual one, `http://` before it for plain HTTP, and ` private` behind it where its
  /// address may be one of this machine or network.
  public init(_ list: String) throws(WebhookFault) {
    var entries: [Entry] = []
    for entry in list.split(separator: ",") {
      let words = entry.split(whereSeparator: \.isWhitespace).map(String.init)
      if !words.isEmpty { entries.append(try Self.entry(words)) }
    }
    self.entries = entries
  }

  /// Whether there is any host to which webhooks may go.
  public var isEmpty: Bool { entries.isEmpty }

  /// Checks a URL at submission; gives it as it is kept.
  ///
  /// The name is not looked up: its address is checked each time a connection is made, by that
  /// time it may be another.
  @discardableResult
  public func check(_ text: String) throws(WebhookFault) -> WebhookURL {
    let url = try WebhookURL(text)
    guard let allowsPrivate = allowsPrivate(url.origin) else {
      throw .notAllowed(origin: url.origin.text)
    }
    if let address = IPAddress(url.origin.host) {
      try Self.check(address, allowsPrivate: allowsPrivate)
    }
    return url
  }

  /// Whether a host's address may be one of this network; nil where it may not be called at all.
  func allowsPrivate(_ origin: WebhookURL.Origin) -> Bool? {
    let matching = entries.filter { $0.matches(origin) }
    return matching.isEmpty ? nil : matching.contains(where: \.allowsPrivate)
  }

  /// Refuses an address that no webhook goes to.
  static func check(_ address: IPAddress, allowsPrivate: Bool) throws(WebhookFault) {
    switch AddressReach(of: address) {
    case .global: return
    case .local where allowsPrivate: return
    case .local, .none: throw .privateAddress(address.text)
    }
  }

  private static func entry(_ words: [String]) throws(WebhookFault) -> Entry {
    let text = words.joined(separator: " ")
    guard words.count == 1 || words[1...] == ["private"] else {
      throw .badEntry(text, reason: "only the word \"private\" may follow the host")
    }
    var (scheme, authority) = ("https", words[0].lowercased())
    for known in ["https", "http"] where authority.hasPrefix(known + "://") {
      scheme = known
      authority.removeFirst(known.count + 3)
    }
    guard !authority.contains(where: { "/?#".contains($0) }) else {
      throw .badEntry(text, reason: "a host must have no path")
    }
    let isWildcard = authority.hasPrefix("*.")
    if isWildcard { authority.removeFirst(2) }
    do throws(WebhookFault) {
      let origin = try WebhookURL.origin(scheme, authority: authority)
      guard !isWildcard || IPAddress(origin.host) == nil && origin.host.contains(".") else {
        throw .badEntry(text, reason: "\"*.\" must stand before a name of at least two parts")
      }
      return Entry(origin: origin, isWildcard: isWildcard, allowsPrivate: words.count == 2)
    } catch {
      if case .badEntry = error { throw error }
      throw .badEntry(text, reason: "\(error)")
    }
  }
}

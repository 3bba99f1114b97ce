/// What the conditions of a request say of what is there (RFC 9110, section 13).
public enum Preconditions: Hashable, Sendable {
  /// The request is answered as one without conditions.
  case met
  /// The client has what is there: 304, to `GET` and `HEAD` alone.
  case notModified
  /// What is there is not what the client thinks: 412, and nothing was done.
  case failed

  /// Decides, in the order of section 13.2.2.
  ///
  /// - Parameters:
  ///   - tag: the strong entity tag of what is there, with quotes; nil where there is nothing.
  ///   - modified: when it changed, in seconds since 1970; nil where that is not told, and conditions on it are
  ///     passed over.
  public init(_ head: HTTPRequestHead, tag: String?, modified: Int? = nil) {
    let reads = head.method == "GET" || head.method == "HEAD"
    self = .met
    if let field = head.list("If-Match") {
      guard Self.matches(field, tag, isWeak: false) else { self = .failed; return }
    } else if let since = head.header("If-Unmodified-Since").flatMap(HTTPDate.seconds),
      let modified,
      modified > since
    {
      self = .failed
      return
    }
    if let field = head.list("If-None-Match") {
      if Self.matches(field, tag, isWeak: true) { self = reads ? .notModified : .failed }
    } else if reads, let since = head.header("If-Modified-Since").flatMap(HTTPDate.seconds),
      let modified, modified <= since
    {
      self = .notModified
    }
  }

  /// Throws where a condition is not met by what is to be changed.
  ///
  /// - Throws: `HTTPFault.preconditionFailed`.
  public static func check(_ head: HTTPRequestHead, tag: String?) throws(HTTPFault) {
    if Preconditions(head, tag: tag) == .failed { throw .preconditionFailed }
  }

  /// Whether a list of tags names what is there.
  ///
  /// - Parameter isWeak: whether a weak tag and a strong one are alike (section 8.8.3.2).
  private static func matches(_ field: String, _ tag: String?, isWeak: Bool) -> Bool {
    guard let tag else { return false }
    return field == "*"
      || field.split(separator: ",").contains { candidate in
        let text = candidate.withoutBlanks
        return (isWeak && text.hasPrefix("W/") ? String(text.dropFirst(2)) : text) == tag
      }
  }
}

extension HTTPRequestHead {
  /// The values of all header fields of a name that holds a list, as one (section 5.3); nil for none.
  fileprivate func list(_ name: String) -> String? {
    let values = headers.filter { $0.isNamed(name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

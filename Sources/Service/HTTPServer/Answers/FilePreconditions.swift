/// What is to be sent of a file (RFC 9110, sections 13 and 14).
enum FilePreconditions: Equatable {
  /// The whole file.
  case whole
  /// A part of it.
  case part(Range<Int>)
  /// Nothing: the client has it.
  case notModified
  /// Nothing: the client asked for bytes that it does not have.
  case unsatisfiable

  /// Decides by a request's header fields.
  ///
  /// - Parameters:
  ///   - size: the file's bytes.
  ///   - tag: its strong entity tag, with quotes.
  ///   - modified: when it changed, in seconds since 1970.
  init(_ head: HTTPRequestHead, size: Int, tag: String, modified: Int) {
    if let field = head.header("If-None-Match") {
      if Self.matches(field, tag) { self = .notModified; return }
    } else if let since = head.header("If-Modified-Since").flatMap(HTTPDate.seconds),
      modified <= since
    {
      self = .notModified
      return
    }
    self = .whole
    // A range is defined for GET alone.
    guard head.method == "GET", Self.isCurrent(head.header("If-Range"), tag, modified) else {
      return
    }
    switch ByteRange(head.header("Range"), size: size) {
    case .whole: break
    case .part(let range): self = .part(range)
    case .unsatisfiable: self = .unsatisfiable
    }
  }

  /// Whether a list of tags names the file; weak and strong tags are alike here.
  private static func matches(_ field: String, _ tag: String) -> Bool {
    field == "*"
      || field.split(separator: ",").contains { candidate in
        let text = candidate.filter { $0 != " " && $0 != "\t" }
        return (text.hasPrefix("W/") ? String(text.dropFirst(2)) : text) == tag
      }
  }

  /// Whether the client's copy is this file, so that a part continues it.
  private static func isCurrent(_ field: String?, _ tag: String, _ modified: Int) -> Bool {
    guard let field else { return true }
    return field == tag || HTTPDate.seconds(field) == modified
  }
}

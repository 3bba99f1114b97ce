/// What is to be sent of a file (RFC 9110, sections 13 and 14).
package enum FilePreconditions: Equatable {
  case whole
  case part(Range<Int>)
  /// Nothing: the client has it.
  case notModified
  /// Nothing: it is not the file that the client thinks it is.
  case failed
  /// Nothing: the client asked for bytes that it does not have.
  case unsatisfiable

  /// Decides by a request's header fields.
  ///
  /// - Parameters:
  ///   - size: the file's bytes.
  ///   - tag: its strong entity tag, with quotes.
  ///   - modified: when it changed, in seconds since 1970.
  package init(_ head: HTTPRequestHead, size: Int, tag: String, modified: Int) {
    switch Preconditions(head, tag: tag, modified: modified) {
    case .notModified: self = .notModified; return
    case .failed: self = .failed; return
    case .met: break
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

  /// Whether the client's copy is this file, so that a part continues it.
  private static func isCurrent(_ field: String?, _ tag: String, _ modified: Int) -> Bool {
    guard let field else { return true }
    return field == tag || HTTPDate.seconds(field) == modified
  }
}

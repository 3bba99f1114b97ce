import Text

/// What can be wrong with a value of a format whose files may have only so many bytes.
package protocol JSONSizedFaultKind: JSONFaultKind {
  /// More than the format allows.
  static func overLimit(what: String, found: String, limit: String) -> Self
}

extension JSONField where Kind: JSONSizedFaultKind {
  /// The outermost value of a text of a limited size; nil, and a fault, where it is longer or no JSON.
  ///
  /// - Parameters:
  ///   - limit: the most bytes.
  ///   - what: what is too large then, such as "the manifest's size".
  ///   - format: what the text should be, as above.
  ///   - isCut: whether `bytes` end one byte beyond the limit, so that their number is unknown.
  package static func root(
    of bytes: some Collection<UInt8>, limit: Int, what: String, expecting format: String? = nil,
    isCut: Bool = false, log: JSONFaultLog<Kind>
  ) -> JSONField? {
    guard bytes.count > limit else { return root(of: bytes, expecting: format, log: log) }
    let found = isCut ? "more than \(limit) bytes" : "\(bytes.count) bytes"
    log.report(
      .overLimit(what: what, found: found, limit: "\(limit) bytes"),
      at: TextPlace(line: 1, column: 1), path: "")
    return nil
  }
}

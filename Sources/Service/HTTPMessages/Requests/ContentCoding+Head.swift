internal import Text

extension ContentCoding {
  /// The coding of a request's body; nil for one that is not encoded.
  ///
  /// - Throws: `unsupportedEncoding` for other codings, and for several: what is packed twice can grow to the square.
  package init?(_ head: HTTPRequestHead) throws(HTTPFault) {
    let fields = head.headers.filter { $0.isNamed("Content-Encoding") }.map(\.value)
    let found = fields.flatMap { field in
      field.split(separator: ",").map { $0.withoutBlanks.lowercased() }
    }.filter { $0 != "" && $0 != "identity" }
    guard let name = found.first else { return nil }
    // What it was called once (RFC 9110, section 8.4.1.3).
    guard found.count == 1, let coding = Self(rawValue: name == "x-gzip" ? "gzip" : name) else {
      throw .unsupportedEncoding(Shown.text(fields.joined(separator: ", ")))
    }
    self = coding
  }
}

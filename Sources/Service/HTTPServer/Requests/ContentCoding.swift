internal import Text

/// How a body is encoded as a whole (`Content-Encoding`; RFC 9110, section 8.4.1, and RFC 9659).
package enum ContentCoding: String, CaseIterable {
  /// RFC 1952.
  case gzip
  /// zlib's format (RFC 1950).
  case deflate
  /// RFC 8878, with windows of at most 8 MiB.
  case zstd

  /// All of them, as `Accept-Encoding` lists them.
  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// The coding of a request's body; nil for one that is not encoded.
  ///
  /// - Throws: `unsupportedEncoding` for other codings, and for several: what is packed twice can grow to the square.
  init?(_ head: HTTPRequestHead) throws(HTTPFault) {
    let fields = head.headers.filter { $0.isNamed("Content-Encoding") }.map(\.value)
    let found = fields.flatMap { field in
      field.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }.filter { $0 != "" && $0 != "identity" }
    guard let name = found.first else { return nil }
    // What it was called once (RFC 9110, section 8.4.1.3).
    guard found.count == 1, let coding = Self(rawValue: name == "x-gzip" ? "gzip" : name) else {
      throw .unsupportedEncoding(Shown.text(fields.joined(separator: ", ")))
    }
    self = coding
  }
}

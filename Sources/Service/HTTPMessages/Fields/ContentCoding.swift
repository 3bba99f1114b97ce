/// How a body is encoded as a whole (`Content-Encoding`; RFC 9110, section 8.4.1, and RFC 9659).
package enum ContentCoding: String, CaseIterable {
  /// RFC 1952.
  case gzip
  /// zlib's format (RFC 1950).
  case deflate
  /// RFC 8878, with windows of at most 8 MiB.
  case zstd

  /// All of them, as `Accept-Encoding` lists them.
  package static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

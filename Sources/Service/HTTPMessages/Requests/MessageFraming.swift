/// How a request's body is delimited (RFC 9112, section 6).
package enum MessageFraming: Equatable {
  /// So many bytes; 0 where there is none.
  case length(Int)
  case chunked

  /// Decides by the fields; refuses whatever a proxy and this server might understand differently.
  package init(_ fields: [HTTPField], isVersion10: Bool) throws(HTTPFault) {
    func values(_ name: String) -> [String] {
      fields.filter { $0.isNamed(name) }.map(\.value)
    }
    let hosts = values("Host")
    guard hosts.count == 1 || (hosts.isEmpty && isVersion10) else {
      throw .malformed("\(hosts.count) Host fields found, expected one")
    }
    guard hosts.allSatisfy(HostField.isValid) else {
      throw .malformed("the Host is no host name with or without a port")
    }
    let (lengths, codings) = (values("Content-Length"), values("Transfer-Encoding"))
    guard lengths.count + codings.count <= 1 else {
      throw .malformed("the body's length is given twice")
    }
    if let coding = codings.first {
      guard !isVersion10 else { throw .malformed("a Transfer-Encoding in HTTP/1.0") }
      guard coding.lowercased() == "chunked" else {
        throw .malformed("a Transfer-Encoding other than chunked")
      }
      self = .chunked
      return
    }
    guard let text = lengths.first else {
      self = .length(0)
      return
    }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .malformed("a Content-Length that is not a number")
    }
    // A length beyond Int is over every limit; were it not known, its end would be waited for.
    self = .length(Int(text) ?? .max)
  }
}

/// The host and port of a URL (RFC 3986, section 3.2), as `Host` has them.
enum HostField {
  /// Whether a text is one; an empty one is, of a URL without an authority.
  static func isValid(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = rest[(rest.startIndex + 1)..<end]
      guard RemoteAddress.isIPv6(String(decoding: address, as: UTF8.self)) else { return false }
      rest = rest[(end + 1)...]
    } else {
      rest = rest.drop { isNameByte($0) }
    }
    if rest.isEmpty { return true }
    return rest.first == UInt8(ascii: ":") && rest.count <= 6
      && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// `unreserved / sub-delims / pct-encoded`; no name that is encoded wrongly is looked up here.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    // $ & ' ( ) * + , ; = ~ ! %
    case 0x21, 0x24...0x2e, 0x3b, 0x3d, 0x7e, UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

/// A request's target, taken apart (RFC 9112, section 3.2).
package struct RequestTarget {
  /// The path, percent-decoded.
  package var path: String
  /// The path's segments, decoded one by one, so that `%2F` is no slash; nil where one of them can
  /// belong to no route: an empty one, `.`, `..`, or one with a slash in it.
  package var segments: [String]?
  /// The query's fields.
  package var query: [HTTPField]

  /// The target `*`: the server as a whole.
  package var isServer: Bool { path == "*" }

  /// Takes a target apart: a path with a query, an absolute URL, or `*`.
  package init(_ target: [UInt8]) throws(HTTPFault) {
    if target == [UInt8(ascii: "*")] {
      (path, segments, query) = ("*", nil, [])
      return
    }
    var rest = try Self.afterAuthority(target[...])
    guard rest.first == UInt8(ascii: "/") else {
      throw .malformed("the path begins with neither a slash nor http://")
    }
    guard !rest.contains(where: { $0 <= 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "#") }) else {
      throw .malformed("the path or query holds a space, a control character or a #")
    }
    var queryText = rest[rest.endIndex...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      queryText = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    var decoded: [String] = []
    for segment in rest.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      decoded.append(try Self.decoded(segment, plusIsBlank: false, "path"))
    }
    path = "/" + decoded.joined(separator: "/")
    let isRoot = decoded == [""]
    let canMatch = decoded.allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("/")
    }
    segments = isRoot ? [] : canMatch ? decoded : nil
    query = try Self.fields(queryText)
  }

  /// The path and query of `http://host/path`; an authority alone stands for `/`.
  private static func afterAuthority(
    _ target: ArraySlice<UInt8>
  ) throws(HTTPFault) -> ArraySlice<UInt8> {
    for scheme in ["http://", "https://"] {
      let head = target.prefix(scheme.utf8.count)
      guard String(decoding: head, as: UTF8.self).lowercased() == scheme else { continue }
      let rest = target.dropFirst(scheme.utf8.count)
      let marks: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?")]
      let end = rest.firstIndex(where: marks.contains)
      let authority = String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
      guard !authority.isEmpty, HostField.isValid(authority) else {
        throw .malformed("the URL names no host")
      }
      guard let start = end else { return [UInt8(ascii: "/")] }
      let path = rest[start...]
      return path.first == UInt8(ascii: "?") ? ([UInt8(ascii: "/")] + path)[...] : path
    }
    return target
  }

  /// Takes a query apart: `a=1&b=%20`; a plus is a blank, as forms write it (WHATWG URL).
  private static func fields(_ text: ArraySlice<UInt8>) throws(HTTPFault) -> [HTTPField] {
    var fields: [HTTPField] = []
    for pair in text.split(separator: UInt8(ascii: "&")) {
      let mark = pair.firstIndex(of: UInt8(ascii: "="))
      let name = pair[..<(mark ?? pair.endIndex)]
      let value = mark.map { pair[($0 + 1)...] } ?? []
      fields.append(
        HTTPField(
          try decoded(name, plusIsBlank: true, "query"),
          try decoded(value, plusIsBlank: true, "query")))
    }
    return fields
  }

  /// Decodes percent signs; refuses broken ones, NUL and what is not UTF-8.
  private static func decoded(
    _ text: ArraySlice<UInt8>, plusIsBlank: Bool, _ place: String
  ) throws(HTTPFault) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "%"):
        guard index + 1 < text.endIndex, let high = FieldGrammar.hexDigit(text[index]),
          let low = FieldGrammar.hexDigit(text[index + 1])
        else { throw .malformed("a percent sign in the \(place) without two hexadecimal digits") }
        bytes.append(high << 4 | low)
        index += 2
      case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { throw .malformed("a NUL in the \(place)") }
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw .malformed("the \(place) is not UTF-8")
    }
    return string
  }
}

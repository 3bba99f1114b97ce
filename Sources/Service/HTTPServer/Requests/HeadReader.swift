internal import CMicrohttpd

/// Reads a request's head from the library.
enum HeadReader {
  /// The header fields, in their order.
  static func fields(_ handle: ConnectionHandle) -> [HTTPField] {
    var fields: [HTTPField] = []
    unsafe withUnsafeMutablePointer(to: &fields) { pointer in
      _ = unsafe MHD_get_connection_values_n(
        handle.raw, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          let fields = unsafe context?.assumingMemoryBound(to: [HTTPField].self)
          unsafe fields?.pointee.append(
            HTTPField(HeadReader.text(name, nameSize), HeadReader.text(value, valueSize)))
          return .YES
        }, pointer)
    }
    return fields
  }

  /// Checks what a proxy and this server might understand differently (RFC 9112, section 6.3), and
  /// gives the body's length.
  static func checkFraming(_ fields: [HTTPField], version: String) throws(HTTPFault) -> Int? {
    func values(_ name: String) -> [String] {
      fields.filter { $0.isNamed(name) }.map(\.value)
    }
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw .malformed("the version is neither HTTP/1.1 nor HTTP/1.0")
    }
    let hosts = values("host")
    guard hosts.count == 1 || (hosts.isEmpty && version == "HTTP/1.0") else {
      throw .malformed("\(hosts.count) Host fields found, expected one")
    }
    let lengths = Set(values("content-length"))
    let encodings = values("transfer-encoding")
    guard lengths.count <= 1, lengths.isEmpty || encodings.isEmpty else {
      throw .malformed("the body's length is given twice")
    }
    guard encodings.allSatisfy({ $0.lowercased() == "chunked" }), encodings.count <= 1 else {
      throw .malformed("a Transfer-Encoding other than chunked")
    }
    guard let text = lengths.first else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .malformed("a Content-Length that is not a number")
    }
    // A length beyond Int is over every limit; were it not known, its end would be waited for.
    return Int(text) ?? .max
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let start = unsafe start else { return "" }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}

/// The header of a part of `multipart/form-data` (RFC 7578, section 4).
package struct PartHeader {
  /// The field's name.
  package var name: String
  /// The file's name, as sent.
  package var fileName: String?
  /// The media type in lower case, without parameters.
  package var mediaType: String?

  /// Reads the lines of a header.
  init(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .badMultipart("a part's header is not UTF-8")
    }
    var disposition: String?
    for line in text.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else {
        throw .badMultipart("a line without a colon in a part's header")
      }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
      switch line[..<colon].lowercased() {
      case "content-disposition": disposition = disposition ?? value
      case "content-type": mediaType = MediaType.name(value)
      case "content-transfer-encoding":
        guard ["7bit", "8bit", "binary"].contains(MediaType.name(value)) else {
          throw .badMultipart("a part is encoded; send its bytes as they are")
        }
      default: break
      }
    }
    guard let disposition, MediaType.name(disposition) == "form-data" else {
      throw .badMultipart("a part without Content-Disposition: form-data")
    }
    let parameters = MediaType.parameters(disposition)
    guard let name = parameters["name"], !name.isEmpty else {
      throw .badMultipart("a part without a name")
    }
    self.name = Self.unescaped(name)
    fileName = parameters["filename"].map(Self.unescaped)
  }

  /// Quotes and line ends, which browsers and curl write so (WHATWG HTML, "multipart/form-data").
  private static func unescaped(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var rest = text[...]
    var plain = ""
    while let character = rest.first {
      let escape = Self.escapes[String(rest.prefix(3)).uppercased()]
      plain.append(escape ?? character)
      rest = rest.dropFirst(escape == nil ? 1 : 3)
    }
    return plain
  }

  private static let escapes: [String: Character] = ["%22": "\"", "%0D": "\r", "%0A": "\n"]
}

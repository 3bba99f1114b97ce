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
    guard !bytes.contains(0) else { throw .badMultipart("a part's header holds a zero byte") }
    var disposition: String?
    for line in Self.lines(of: Self.text(of: bytes)) {
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
    fileName =
      parameters["filename*"].flatMap(EncodedText.extended)
      ?? parameters["filename"].map { EncodedText.words(Self.unescaped($0)) }
  }

  /// A header's text: UTF-8, as RFC 7578 has it, or else Latin-1, as older programs write names of files.
  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? EncodedText.latin1(bytes)
  }

  /// The lines, each with those that continue it: some programs fold long ones.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\r\n") {
      let goesOn = line.first == " " || line.first == "\t"
      if goesOn, let last = lines.indices.last {
        lines[last] += line
      } else {
        lines.append(String(line))
      }
    }
    return lines
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

/// The header of a part of `multipart/form-data` (RFC 7578, section 4).
struct PartHeader {
  /// The field's name.
  var name: String
  /// The file's name, as sent.
  var fileName: String?
  /// The media type in lower case, without parameters.
  var mediaType: String?

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
    self.name = name
    fileName = parameters["filename"]
  }
}

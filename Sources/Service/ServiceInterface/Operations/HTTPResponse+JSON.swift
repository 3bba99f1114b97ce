package import HTTPMessages
package import JSON

extension HTTPResponse {
  /// An answer in JSON, which no cache keeps.
  package static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    .bytes(
      value.bytes, mediaType: MediaTypes.json, status: status,
      headers: [HTTPField("Cache-Control", "no-store")])
  }
}

/// The media types that several operations send or take.
package enum MediaTypes {
  package static let json = "application/json"
  package static let form = "multipart/form-data"
  package static let archive = "application/zip"
  /// JSON Lines.
  package static let lines = "application/x-ndjson"
  package static let events = "text/event-stream"
  /// Bytes of any kind.
  package static let bytes = "application/octet-stream"
}

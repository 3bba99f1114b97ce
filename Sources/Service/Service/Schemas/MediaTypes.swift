/// The media types that several operations send or take.
enum MediaTypes {
  static let json = "application/json"
  static let form = "multipart/form-data"
  static let archive = "application/zip"
  /// JSON Lines.
  static let lines = "application/x-ndjson"
  static let events = "text/event-stream"
  /// Bytes of any kind.
  static let bytes = "application/octet-stream"
}

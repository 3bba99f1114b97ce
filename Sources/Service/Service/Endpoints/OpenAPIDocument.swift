internal import COpenAPI

/// The interface's description, OpenAPI 3.1.
public enum OpenAPIDocument {
  /// The document as JSON.
  public static var bytes: [UInt8] {
    let file = unsafe openapi_json()
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}

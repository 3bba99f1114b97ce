internal import JSON
public import ServiceConfiguration
internal import ServiceInterface

/// The description of the interface in OpenAPI 3.1, made from its operations.
public enum OpenAPIDocument {
  /// The document as JSON, on one line.
  ///
  /// - Parameter settings: those whose limits it states.
  public static func bytes(for settings: ServiceSettings) -> [UInt8] {
    InterfaceDescription(Operation.all, settings).json.bytes
  }

  /// The document as JSON for people.
  public static func lines(for settings: ServiceSettings) -> String {
    InterfaceDescription(Operation.all, settings).json.lines
  }
}

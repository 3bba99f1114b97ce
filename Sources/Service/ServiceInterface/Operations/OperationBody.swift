package import HTTPServer
package import JSON
package import ServiceConfiguration

/// The body that an operation takes.
package struct OperationBody: Sendable {
  /// What it is.
  package enum Content: Sendable {
    /// Parts of `multipart/form-data`.
    case form(Form)
    /// Bytes of one media type.
    case bytes(String)
  }

  package let description: String
  package let content: Content
  /// Whether it goes to files while it arrives, rather than into memory.
  package let isSpooled: Bool
  /// The setting for the most bytes of it.
  package let limit: any ServiceSetting.Path<Int>

  package init(
    description: String, content: Content, isSpooled: Bool, limit: any ServiceSetting.Path<Int>
  ) {
    (self.description, self.content) = (description, content)
    (self.isSpooled, self.limit) = (isSpooled, limit)
  }

  /// A form.
  package static func form(
    _ form: Form, _ description: String, isSpooled: Bool, limit: any ServiceSetting.Path<Int>
  ) -> Self {
    Self(description: description, content: .form(form), isSpooled: isSpooled, limit: limit)
  }

  /// Its media type.
  package var mediaType: String {
    switch content {
    case .form: MediaTypes.form
    case .bytes(let mediaType): mediaType
    }
  }

  /// How the server takes it in.
  package func policy(_ settings: ServiceSettings) -> HTTPRoute.BodyPolicy {
    let most = settings[keyPath: limit]
    return isSpooled ? .files(maximumBytes: most) : .memory(maximumBytes: most)
  }

  /// The options of the settings that limit it.
  package var limits: [String] {
    var options = ServiceSettings.table.filter { $0.sets(limit) }.map(\.option)
    if case .form = content { options.append("--max-parts") }
    return options + [isSpooled ? "--upload-seconds" : "--request-seconds"]
  }

  /// What the document says of it.
  package var json: JSONValue {
    let content: JSONValue =
      switch self.content {
      case .form(let form): form.json
      case .bytes(let mediaType): ["schema": JSONSchema.bytes(mediaType).json]
      }
    return [
      "required": true, "description": .string(description),
      "content": .object([(mediaType, content)]),
    ]
  }

  /// The named schemas that it refers to.
  var references: [NamedSchema] {
    if case .form(let form) = content { form.references } else { [] }
  }
}

internal import HTTPServer
internal import JSON

/// The body that an operation takes.
struct OperationBody: Sendable {
  /// What it is.
  enum Content: Sendable {
    /// Parts of `multipart/form-data`.
    case form(Form)
    /// Bytes of one media type.
    case bytes(String)
  }

  let description: String
  let content: Content
  /// Whether it goes to files while it arrives, rather than into memory.
  let isSpooled: Bool
  /// The setting for the most bytes of it.
  let limit: any ServiceSetting.Path<Int>

  /// A form.
  static func form(
    _ form: Form, _ description: String, isSpooled: Bool, limit: any ServiceSetting.Path<Int>
  ) -> Self {
    Self(description: description, content: .form(form), isSpooled: isSpooled, limit: limit)
  }

  /// Its media type.
  var mediaType: String {
    switch content {
    case .form: MediaTypes.form
    case .bytes(let mediaType): mediaType
    }
  }

  /// How the server takes it in.
  func policy(_ settings: ServiceSettings) -> HTTPRoute.BodyPolicy {
    let most = settings[keyPath: limit]
    return isSpooled ? .files(maximumBytes: most) : .memory(maximumBytes: most)
  }

  /// The options of the settings that limit it.
  var limits: [String] {
    var options = ServiceSettings.table.filter { $0.sets(limit) }.map(\.option)
    if case .form = content { options.append("--max-parts") }
    return options + [isSpooled ? "--upload-seconds" : "--request-seconds"]
  }

  /// What the document says of it.
  var json: JSONValue {
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

package import JSON

/// A header field of an answer.
package struct AnswerHeader: Sendable {
  /// Its name.
  package let field: String
  /// Its name among the components of the document.
  let component: String
  package let description: String
  package let schema: JSONSchema
  /// A value of it.
  package let example: JSONValue?

  package init(
    _ field: String, as component: String? = nil, _ description: String,
    _ schema: JSONSchema = .text(), example: JSONValue? = nil
  ) {
    self.field = field
    self.component = component ?? field.replacing("-", with: "")
    (self.description, self.schema, self.example) = (description, schema, example)
  }

  /// What the document says of it.
  package var json: JSONValue {
    .object(
      [("description", .string(description)), ("schema", schema.json)]
        + (example.map { [("example", $0)] } ?? []))
  }

  /// A list of them, by reference.
  package static func json(_ headers: [AnswerHeader]) -> JSONValue {
    .object(
      headers.map { ($0.field, ["$ref": .string("#/components/headers/\($0.component)")]) })
  }
}

// Those of every answer, and of many.
extension AnswerHeader {
  package static let requestID = Self(
    "X-Request-ID", as: "RequestID",
    "The request's id, also in the log; a valid `X-Request-ID` that the client sends is kept.",
    example: "429553e65e250f30c3bfb5a6c6554305")
  static let noSniff = Self(
    "X-Content-Type-Options", as: "NoSniff",
    "Always `nosniff`: the media type is what Content-Type says.",
    .text().with("const", "nosniff"))
  static let resourcePolicy = Self(
    "Cross-Origin-Resource-Policy", as: "ResourcePolicy",
    "Which pages may show the answer: `same-origin`; `cross-origin` for files that a signed link opens, which"
      + " are meant to be shown elsewhere.",
    .text().with("enum", ["same-origin", "cross-origin"]), example: "same-origin")
  static let cacheControl = Self(
    "Cache-Control", "How long caches may keep the answer.", example: "no-store")
  package static let location = Self(
    "Location", "The path of what was made.",
    example: "/v1/renders/0f8fad5bd9cb469fa16570867728950e")
  package static let vary = Self(
    "Vary", "The request's headers that the answer depends on.", example: "Accept")
}

// Those of files.
extension AnswerHeader {
  static let eTag = Self(
    "ETag",
    "Identifies these exact bytes; send it back as `If-None-Match`, and 304 says that they have not"
      + " changed.", example: "\"0f8fad5bd9cb469fa16570867728950e-output\"")
  static let acceptRanges = Self("Accept-Ranges", "bytes", example: "bytes")
  static let contentRange = Self(
    "Content-Range", "Which bytes, of how many.", example: "bytes 0-1023/6859")
  static let lastModified = Self(
    "Last-Modified", "When the file was written (RFC 9110).",
    example: "Sun, 22 Nov 2026 00:03:46 GMT")
  package static let contentDisposition = Self(
    "Content-Disposition", "The name under which to save the file.",
    example: "inline; filename=\"output.mp4\"")
}

// Those of what can be sent or changed twice.
extension AnswerHeader {
  package static let packageTag = Self(
    "ETag", as: "PackageTag",
    "Identifies the package's bytes; send it back as `If-Match` to replace or remove that one alone.",
    example: "\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"")
  package static let fitProfileTag = Self(
    "ETag", as: "FitProfileTag",
    "Identifies the profile's bytes; send it back as `If-Match` to replace or remove that one alone.",
    example: "\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"")
  package static let idempotentReplayed = Self(
    "Idempotent-Replayed",
    "`true` where the `Idempotency-Key` was seen before, and the answer is of the render that was made then.",
    .text().with("const", "true"))
}

// Those of problems.
extension AnswerHeader {
  static let retryAfter = Self(
    "Retry-After", "Seconds to wait before the request is sent again.", .whole(from: 0), example: 2)
  package static let allow = Self(
    "Allow", "The methods that the path allows.", example: "GET, HEAD, OPTIONS, POST")
  static let authenticate = Self(
    "WWW-Authenticate", "Which key is needed (RFC 6750).",
    example: "Bearer realm=\"avatar-overlay\"")
  static let rateLimit = Self(
    "RateLimit",
    "What is left of the key's rate limit (draft-ietf-httpapi-ratelimit-headers): `r` requests at once;"
      + " all of them in `t` seconds. With `rate_limited`.", example: "\"key\";r=7;t=13")
  static let rateLimitPolicy = Self(
    "RateLimit-Policy",
    "The key's rate limit: `q` requests in `w` seconds. With `rate_limited`.",
    example: "\"key\";q=200;w=2")
  static let acceptPost = Self(
    "Accept-Post", "The media type that is accepted.", example: "multipart/form-data")
  static let acceptEncoding = Self(
    "Accept-Encoding", "Always `identity`, to a body that is compressed as a whole.",
    .text().with("const", "identity"))
}

internal import Glibc
internal import HTTPMessages

/// Responses of routes and problems as they are sent.
extension ServerCore {
  /// Fields that are the server's own.
  private static let ownFields = [
    "Content-Length", "Transfer-Encoding", "Connection", "Date", "X-Request-ID",
    "X-Content-Type-Options",
  ]

  /// The answer of a handler's response.
  func answer(_ response: HTTPResponse, _ head: HTTPRequestHead) throws -> Answer {
    let fields = fields(response, head)
    switch response.body {
    case .none: return try Answer(status: status(response), fields: fields, bytes: [])
    case .bytes(let bytes):
      return try bytesAnswer(bytes, status: status(response), fields: fields, head)
    case .file(let path): return try fileAnswer(path, response, head, fields)
    case .absentFile(let bytes, let modified):
      return try absentFileAnswer(bytes, modified, response, head, fields)
    case .events(let stream): return try eventAnswer(stream, response, head, fields)
    }
  }

  func problemAnswer(_ error: any Error, _ head: HTTPRequestHead) -> Answer? {
    safeAnswer(problemResponse(error, head), head)
  }

  /// The response of an error: the table's, with the fields that its status must have.
  func problemResponse(_ error: any Error, _ head: HTTPRequestHead) -> HTTPResponse {
    var response = problem(error, head)
    let field: HTTPField? =
      switch error {
      case HTTPFault.methodNotAllowed(let allowed):
        HTTPField("Allow", allowed.joined(separator: ", "))
      case HTTPFault.busy(let seconds), HTTPFault.bodyShareUsed(let seconds),
        HTTPFault.noRoomForBody(let seconds):
        HTTPField("Retry-After", String(seconds))
      case HTTPFault.unsupportedEncoding: HTTPField("Accept-Encoding", ContentCoding.names)
      case HTTPFault.rangeNotSatisfiable(let size): HTTPField("Content-Range", "bytes */\(size)")
      default: nil
      }
    if let field, !has(response.headers, field.name) { response.headers.append(field) }
    return response
  }

  /// An answer of bytes that needs no handler; a plain 500 where the response cannot be sent.
  func safeAnswer(_ response: HTTPResponse, _ head: HTTPRequestHead) -> Answer? {
    var bytes: [UInt8] = []
    if case .bytes(let given) = response.body { bytes = given }
    return (try? Answer(status: status(response), fields: fields(response, head), bytes: bytes))
      ?? (try? Answer(status: 500, fields: [], bytes: []))
  }

  private func status(_ response: HTTPResponse) -> Int {
    (200...599).contains(response.status) ? response.status : 500
  }

  private func fields(_ response: HTTPResponse, _ head: HTTPRequestHead) -> [HTTPField] {
    var fields = response.headers.filter { field in
      !Self.ownFields.contains { field.isNamed($0) }
    }
    fields.append(HTTPField("X-Request-ID", head.id))
    fields.append(HTTPField("X-Content-Type-Options", "nosniff"))
    // No page of another origin shows an answer, but those that a route sends to be shown elsewhere.
    if !has(fields, "Cross-Origin-Resource-Policy") {
      fields.append(HTTPField("Cross-Origin-Resource-Policy", "same-origin"))
    }
    return fields
  }

  private func has(_ fields: [HTTPField], _ name: String) -> Bool {
    fields.contains { $0.isNamed(name) }
  }

  // MARK: Files

  private func fileAnswer(
    _ path: String, _ response: HTTPResponse, _ head: HTTPRequestHead, _ given: [HTTPField]
  ) throws -> Answer {
    let file = try descriptors.checked(
      unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    ) { _ in .notFound(path: head.path) }
    var information = stat()
    guard unsafe fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      _ = close(file)
      throw HTTPFault.notFound(path: head.path)
    }
    let size = Int(information.st_size)
    let modified = Int(information.st_mtim.tv_sec)
    var fields = given
    if !has(fields, "ETag") { fields.append(HTTPField("ETag", tag(information))) }
    if !has(fields, "Last-Modified") {
      fields.append(HTTPField("Last-Modified", HTTPDate.text(modified)))
    }
    fields.append(HTTPField("Accept-Ranges", "bytes"))
    let tag = fields.first { $0.isNamed("ETag") }?.value ?? ""
    let wanted =
      status(response) == 200
      ? FilePreconditions(head, size: size, tag: tag, modified: modified) : .whole
    switch wanted {
    case .whole:
      return try Answer(status: status(response), fields: fields, file: file, range: 0..<size)
    case .part(let range):
      let field = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      fields.append(HTTPField("Content-Range", field))
      return try Answer(status: 206, fields: fields, file: file, range: range)
    case .notModified:
      fields.removeAll { $0.isNamed("Content-Type") }
      // Not sent, but its length is told: a 304 that states another than the 200 would is wrong
      // (RFC 9110, section 8.6).
      return try Answer(status: 304, fields: fields, file: file, range: 0..<size)
    case .unsatisfiable:
      _ = close(file)
      throw HTTPFault.rangeNotSatisfiable(size: size)
    case .failed:
      _ = close(file)
      throw HTTPFault.preconditionFailed
    }
  }

  private func absentFileAnswer(
    _ size: Int, _ modified: Int, _ response: HTTPResponse, _ head: HTTPRequestHead,
    _ given: [HTTPField]
  ) throws -> Answer {
    guard head.method == "HEAD", size >= 0 else {
      throw HTTPFault.methodNotAllowed(allowed: ["HEAD"])
    }
    var fields = given
    fields.append(HTTPField("Last-Modified", HTTPDate.text(modified)))
    fields.append(HTTPField("Accept-Ranges", "bytes"))
    let tag = fields.first { $0.isNamed("ETag") }?.value ?? ""
    let wanted = FilePreconditions(head, size: size, tag: tag, modified: modified)
    if wanted == .failed { throw HTTPFault.preconditionFailed }
    if wanted == .notModified { fields.removeAll { $0.isNamed("Content-Type") } }
    return try Answer(
      status: wanted == .notModified ? 304 : status(response), fields: fields, unsentBytes: size)
  }

  /// A tag that changes when the file does, for responses that bring none.
  private func tag(_ file: stat) -> String {
    let numbers = [
      UInt64(file.st_ino), UInt64(file.st_size), UInt64(file.st_mtim.tv_sec),
      UInt64(file.st_mtim.tv_nsec),
    ]
    return "\"" + numbers.map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }

  // MARK: Events

  private func eventAnswer(
    _ stream: HTTPEventStream, _ response: HTTPResponse, _ head: HTTPRequestHead,
    _ given: [HTTPField]
  ) throws -> Answer {
    var fields = given
    // Proxies that gather answers would hold events back.
    for field in [
      HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
      HTTPField("X-Accel-Buffering", "no"),
    ] where !has(fields, field.name) { fields.append(field) }
    return try Answer(status: status(response), fields: fields, stream: stream)
  }
}

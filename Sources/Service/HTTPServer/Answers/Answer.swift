internal import Glibc
internal import HTTPMessages

/// A response that is ready to be sent.
final class Answer: Sendable {
  /// What follows the header.
  enum Body: Sendable {
    case bytes([UInt8])
    case file(OpenFile, Range<Int>)
    /// Nothing, though it would have so many bytes: to `HEAD`, and where the client has it.
    case unsent(Int)
    /// Events, until they end.
    case events(HTTPEventStream)
  }

  let status: Int
  /// What follows the header.
  let body: Body
  /// The status line and the fields, each line with its end; those that tell the body's length and what
  /// becomes of the connection are added when it is sent.
  let head: [UInt8]
  /// What a long one takes while it is sent.
  private let room: AnswerRoom?

  private init(
    status: Int, fields: [HTTPField], body: Body, room: AnswerRoom? = nil
  ) throws(HTTPServerError) {
    (self.status, self.body, self.room) = (status, body, room)
    var head: [UInt8] = []
    head.reserveCapacity(512)
    head += "HTTP/1.1 \(status) \(StatusReason.text(status))\r\nDate: ".utf8
    head += HTTPDate.now
    head += "\r\n".utf8
    for field in fields {
      guard FieldGrammar.isName(field.name), field.value.utf8.allSatisfy(FieldGrammar.isValue)
      else { throw .badAnswerField(field.name) }
      head += field.name.utf8
      head += ": ".utf8
      head += field.value.utf8
      head += "\r\n".utf8
    }
    self.head = head
  }

  convenience init(
    status: Int, fields: [HTTPField], bytes: [UInt8], room: AnswerRoom? = nil
  ) throws(HTTPServerError) {
    try self.init(status: status, fields: fields, body: .bytes(bytes), room: room)
  }

  /// An answer with bytes of an open file, which it closes.
  convenience init(
    status: Int, fields: [HTTPField], file: Int32, range: Range<Int>, room: AnswerRoom? = nil
  ) throws(HTTPServerError) {
    try self.init(status: status, fields: fields, body: .file(OpenFile(file), range), room: room)
  }

  /// An answer to `HEAD`, which tells the length of a body that is not sent.
  convenience init(
    status: Int, fields: [HTTPField], unsentBytes: Int
  ) throws(HTTPServerError) {
    try self.init(status: status, fields: fields, body: .unsent(unsentBytes))
  }

  convenience init(
    status: Int, fields: [HTTPField], stream: HTTPEventStream
  ) throws(HTTPServerError) {
    try self.init(status: status, fields: fields, body: .events(stream))
  }

  /// The events, where it has some.
  var stream: HTTPEventStream? { if case .events(let stream) = body { stream } else { nil } }

  /// Whether it takes room of the server's while it is sent.
  var takesRoom: Bool { room != nil }

  /// The bytes of its body; nil for events.
  var byteCount: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .file(_, let range): range.count
    case .unsent(let count): count
    case .events: nil
    }
  }
}

/// A file that is closed with its last owner.
final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }
}

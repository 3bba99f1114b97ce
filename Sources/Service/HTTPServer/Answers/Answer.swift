internal import CMicrohttpd
internal import Glibc

/// A response in the library's form, destroyed with its owner.
@safe final class Answer: @unchecked Sendable {
  /// The status.
  let status: Int
  /// The bytes of its body; for events what was taken so far.
  let byteCount: Int
  /// The events, where it is a stream.
  let stream: HTTPEventStream?
  private let response: OpaquePointer
  private let bytes: [UInt8]
  private let fields: [HTTPField]

  private init(
    status: Int, byteCount: Int, stream: HTTPEventStream? = nil, bytes: [UInt8] = [],
    fields: [HTTPField], response: OpaquePointer?
  ) throws(HTTPServerError) {
    guard let response = unsafe response else { throw .cannotStart }
    (self.status, self.byteCount, self.stream) = (status, byteCount, stream)
    (self.bytes, self.fields) = (bytes, fields)
    unsafe self.response = response
    for field in fields {
      guard unsafe MHD_add_response_header(response, field.name, field.value) == .YES else {
        throw .badAnswerField(field.name)
      }
    }
  }

  deinit { unsafe MHD_destroy_response(response) }

  /// An answer with bytes; the library keeps a copy.
  convenience init(status: Int, fields: [HTTPField], bytes: [UInt8]) throws(HTTPServerError) {
    let response = unsafe bytes.withUnsafeBytes { bytes in
      unsafe MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    try unsafe self.init(
      status: status, byteCount: bytes.count, bytes: bytes, fields: fields, response: response)
  }

  /// An answer with bytes of an open file, which the library closes.
  convenience init(
    status: Int, fields: [HTTPField], file: Int32, range: Range<Int>
  ) throws(HTTPServerError) {
    let response = unsafe MHD_create_response_from_fd_at_offset64(
      UInt64(range.count), file, UInt64(range.lowerBound))
    if unsafe response == nil { _ = close(file) }
    try unsafe self.init(
      status: status, byteCount: range.count, fields: fields, response: response)
  }

  /// An answer to `HEAD`, which tells the length of a body that is not sent.
  convenience init(
    status: Int, fields: [HTTPField], unsentBytes: Int
  ) throws(HTTPServerError) {
    // The library asks for no byte of it.
    let response = unsafe MHD_create_response_from_callback(
      UInt64(unsentBytes), 4096, { _, _, _, _ in -2 }, nil, nil)
    try unsafe self.init(
      status: status, byteCount: unsentBytes, fields: fields, response: response)
  }

  /// An answer with events.
  convenience init(
    status: Int, fields: [HTTPField], stream: HTTPEventStream, feed: EventFeed
  ) throws(HTTPServerError) {
    // From here on the library owns a reference to the feed; it gives it back when it is done.
    let context = unsafe Unmanaged.passRetained(feed).toOpaque()
    let response = unsafe MHD_create_response_from_callback(
      UInt64.max, 4096,
      { context, _, buffer, capacity in
        guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
        let feed = unsafe Unmanaged<EventFeed>.fromOpaque(context).takeUnretainedValue()
        return unsafe feed.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
      }, context,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<EventFeed>.fromOpaque(context).release()
        }
      })
    if unsafe response == nil { unsafe Unmanaged<EventFeed>.fromOpaque(context).release() }
    try unsafe self.init(
      status: status, byteCount: 0, stream: stream, fields: fields, response: response)
  }

  /// Hands the answer to the library; false where it does not take it.
  func queue(on handle: ConnectionHandle) -> Bool {
    unsafe MHD_queue_response(handle.raw, UInt32(status), response) == .YES
  }

  /// The whole answer as it goes over the wire, for connections that are closed after it.
  var message: [UInt8] {
    let reason = unsafe MHD_get_reason_phrase_for(UInt32(status)).map { unsafe String(cString: $0) }
    var now = time_t()
    unsafe time(&now)
    var text = "HTTP/1.1 \(status) \(reason ?? "")\r\nDate: \(HTTPDate.text(now))\r\n"
    for field in fields where !field.isNamed("Connection") {
      text += "\(field.name): \(field.value)\r\n"
    }
    text += "Connection: close\r\nContent-Length: \(bytes.count)\r\n\r\n"
    return Array(text.utf8) + bytes
  }
}

/// A connection as the library names it.
@safe struct ConnectionHandle: @unchecked Sendable {
  /// The library's pointer, valid until it tells that the connection is closed.
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) { unsafe self.raw = raw }

  /// The bytes of the request's line and header.
  var headerSize: Int { unsafe ao_mhd_header_size(raw) }
}

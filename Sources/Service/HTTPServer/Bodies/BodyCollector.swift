import HTTPMessages

/// Takes a request's body in while it arrives.
final class BodyCollector {
  /// The bytes so far, decoded.
  private(set) var byteCount = 0

  /// The bytes that are still decoded in this turn of the thread that serves the sockets; what is over it waits for
  /// the next.
  var decodableBytes = Int.max
  /// Whether bytes wait to be decoded; none may be added until they are, by `goOn`.
  private(set) var hasMore = false

  /// Told at its end how many bytes it took, as they were sent or decoded, whichever are more.
  var atEnd: (@Sendable (Int) -> Void)?

  private let limit: Int
  private let maximumParts: Int
  private let mediaType: String
  private let place: PartBytes.Place
  private var decoder: BodyDecoder?
  private var sentCount = 0
  /// Bytes that came and are not decoded yet; at most those of one `append`.
  private var encoded: [UInt8] = []
  private var parser: MultipartParser?
  private var header: PartHeader?
  /// The part that arrives, or a body that is no form.
  private var store: PartBytes?
  private var parts: [HTTPPart] = []

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - limit: the most bytes, as they are sent and decoded.
  ///   - coding: how the body is encoded as a whole; nil: as it is.
  ///   - place: where parts go.
  init(
    head: HTTPRequestHead, limit: Int, maximumParts: Int, coding: ContentCoding?,
    place: PartBytes.Place
  ) throws(HTTPFault) {
    (self.limit, self.maximumParts, self.place) = (limit, maximumParts, place)
    decoder = try coding.map { (coding) throws(HTTPFault) in
      try BodyDecoder(coding, reservation: place.reservation)
    }
    let contentType = head.header("Content-Type")
    mediaType = contentType.map(MediaType.name) ?? "application/octet-stream"
    parser = try MultipartParser.boundary(contentType).map { MultipartParser(boundary: $0) }
    if parser == nil { store = try PartBytes(place) }
  }

  deinit { atEnd?(max(sentCount, byteCount)) }

  /// Takes more bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    sentCount += bytes.count
    guard sentCount <= limit else { throw HTTPFault.bodyTooLarge(limit: limit) }
    guard decoder != nil else { return try unsafe take(bytes) }
    let taken = try unsafe decode(bytes)
    if hasMore { unsafe encoded += bytes[taken...] }
  }

  /// Decodes on, after `hasMore`.
  func goOn() throws {
    let bytes = encoded
    encoded = []
    let taken = try unsafe bytes.withUnsafeBytes { try unsafe decode($0) }
    if hasMore { encoded += bytes[taken...] }
  }

  /// Decodes as much as this turn allows; gives how many bytes it took.
  private func decode(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    guard let decoder else { return 0 }
    var count = 0
    let (taken, isDone) = try unsafe decoder.decode(bytes, most: decodableBytes) { decoded in
      count += decoded.count
      try unsafe take(decoded)
    }
    decodableBytes -= count
    hasMore = !isDone
    return taken
  }

  /// The body, when it is complete.
  func finish() throws(HTTPFault) -> HTTPBody {
    try decoder?.finish()
    decoder = nil
    guard parser == nil else {
      try parser?.finish()
      return .parts(parts)
    }
    switch store?.content {
    case nil: return .none
    case .bytes(let bytes): return .bytes(bytes, mediaType: mediaType)
    case .file(let path, let size):
      let content = HTTPPart.Content.file(path: path, size: size)
      return place.isSpooled
        ? .parts([HTTPPart(name: "body", mediaType: mediaType, content: content)])
        : .file(path: path, size: size, mediaType: mediaType)
    }
  }

  /// Whether a part of a name has begun, or is complete.
  func hasPart(named name: String) -> Bool {
    header?.name == name || parts.contains { $0.name == name }
  }

  /// Takes bytes as they are without their encoding.
  private func take(_ bytes: UnsafeRawBufferPointer) throws {
    byteCount += bytes.count
    guard byteCount <= limit else { throw HTTPFault.bodyTooLarge(limit: limit) }
    if parser == nil {
      try unsafe store?.append(bytes)
    } else {
      try unsafe parser?.feed(bytes) { event in try take(event) }
    }
  }

  private func take(_ event: MultipartParser.Event) throws(HTTPFault) {
    switch event {
    case .begin(let header):
      guard parts.count < maximumParts else { throw .tooManyParts(limit: maximumParts) }
      self.header = header
      store = try PartBytes(place)
    case .bytes(let bytes):
      try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(HTTPFault) in
        try unsafe store?.append(UnsafeRawBufferPointer(bytes))
      }
    case .end:
      guard let header, let content = store?.content else { return }
      parts.append(
        HTTPPart(
          name: header.name, fileName: header.fileName, mediaType: header.mediaType,
          content: content))
      (store, self.header) = (nil, nil)
    }
  }
}

/// Takes a request's body in while it arrives.
final class BodyCollector {
  /// The bytes so far.
  private(set) var byteCount = 0

  private enum Content {
    case memory([UInt8])
    case file(SpoolFile)
  }

  private let limit: Int
  private let maximumParts: Int
  private let mediaType: String
  private let folder: RequestFolder?
  private var parser: MultipartParser?
  private var header: PartHeader?
  private var content: Content
  private var parts: [HTTPPart] = []

  /// Makes a collector by a route's policy.
  ///
  /// - Parameters:
  ///   - limit: the most bytes.
  ///   - folder: where parts go as files; nil keeps them in memory.
  init(
    head: HTTPRequestHead, limit: Int, maximumParts: Int, folder: RequestFolder?
  ) throws(HTTPFault) {
    (self.limit, self.maximumParts, self.folder) = (limit, maximumParts, folder)
    let contentType = head.header("Content-Type")
    mediaType = contentType.map(MediaType.name) ?? "application/octet-stream"
    parser = try MultipartParser.boundary(contentType).map { MultipartParser(boundary: $0) }
    content = .memory([])
    if parser == nil {
      content = try newContent()
      if case .memory = content { content = .memory(Self.reserved(head.contentLength, limit)) }
    }
  }

  /// Takes more bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    byteCount += bytes.count
    guard byteCount <= limit else { throw HTTPFault.bodyTooLarge(limit: limit) }
    if parser == nil {
      try unsafe store(bytes)
    } else {
      try unsafe parser?.feed(bytes) { event in try take(event) }
    }
  }

  /// The body, when it is complete.
  func finish() throws(HTTPFault) -> HTTPBody {
    guard parser == nil else {
      try parser?.finish()
      return .parts(parts)
    }
    switch content {
    case .memory(let bytes): return .bytes(bytes, mediaType: mediaType)
    case .file:
      return .parts([HTTPPart(name: "body", mediaType: mediaType, content: finished(content))])
    }
  }

  /// Whether a part of a name has begun, or is complete.
  func hasPart(named name: String) -> Bool {
    header?.name == name || parts.contains { $0.name == name }
  }

  private func take(_ event: MultipartParser.Event) throws(HTTPFault) {
    switch event {
    case .begin(let header):
      guard parts.count < maximumParts else { throw .tooManyParts(limit: maximumParts) }
      self.header = header
      content = try newContent()
    case .bytes(let bytes): try store(bytes)
    case .end:
      guard let header else { return }
      parts.append(
        HTTPPart(
          name: header.name, fileName: header.fileName, mediaType: header.mediaType,
          content: finished(content)))
      content = .memory([])
      self.header = nil
    }
  }

  private func newContent() throws(HTTPFault) -> Content {
    guard let folder else { return .memory([]) }
    return .file(try SpoolFile(creating: "\(folder.path)/part-\(parts.count + 1)"))
  }

  private func store(_ bytes: UnsafeRawBufferPointer) throws(HTTPFault) {
    if case .file(let file) = content { return try unsafe file.append(Array(bytes)[...]) }
    inMemory { unsafe $0.append(contentsOf: bytes) }
  }

  private func store(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) {
    if case .file(let file) = content { return try file.append(bytes) }
    inMemory { $0.append(contentsOf: bytes) }
  }

  /// Changes the bytes in place: while they are taken out there is no other reference to them.
  private func inMemory(_ change: (inout [UInt8]) -> Void) {
    guard case .memory(var bytes) = content else { return }
    content = .memory([])
    change(&bytes)
    content = .memory(bytes)
  }

  private func finished(_ content: Content) -> HTTPPart.Content {
    switch content {
    case .memory(let bytes): .bytes(bytes)
    case .file(let file): .file(path: file.path, size: file.size)
    }
  }

  /// Memory for a body of a stated length, within the limit: a client can state any length.
  private static func reserved(_ contentLength: Int?, _ limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(contentLength ?? 0, limit, 1024 * 1024))
    return bytes
  }
}

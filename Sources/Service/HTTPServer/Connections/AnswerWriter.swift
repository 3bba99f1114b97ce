internal import CSockets
internal import Glibc
internal import HTTPMessages

/// An answer on its way: what of it the system has taken.
struct AnswerWriter {
  /// How far it came.
  enum Progress {
    /// The system has all of it.
    case done
    /// The system takes no more for now.
    case blocked
    /// There are no events for now.
    case waiting
    /// The connection is broken, or the file is shorter than it was.
    case failed
  }

  /// The most bytes of one turn, after which other connections have theirs.
  private static let turnBytes = 1 << 20
  /// The most bytes of events that are taken at once.
  private static let eventBytes = 16 * 1024

  /// The bytes of the body that were sent.
  private(set) var sentBytes = 0
  /// Whether the system took no more at the last try.
  private(set) var isBlocked = false
  private let answer: Answer
  private let isChunked: Bool
  /// The header; then events, with the chunks around them.
  private var front: [UInt8]
  private var frontSent = 0
  private var isStreamEnded = false
  private let isBodySent: Bool

  /// Begins an answer.
  ///
  /// - Parameters:
  ///   - isHead: whether it answers `HEAD`, so that no body is sent.
  ///   - isVersion10: whether the client speaks HTTP/1.0, which knows no chunks.
  ///   - connection: the value of the field `Connection`; nil where it is as the client expects.
  init(_ answer: Answer, isHead: Bool, isVersion10: Bool, connection: String?) {
    self.answer = answer
    isChunked = answer.stream != nil && !isVersion10
    isBodySent = !isHead && answer.status != 204 && answer.status != 304
    front = answer.head
    if let connection { front += "Connection: \(connection)\r\n".utf8 }
    if let count = answer.byteCount {
      // A 304 may tell that of the 200 alone (RFC 9110, section 8.6), which is not known of one without a file.
      let isUnknown = if case .bytes = answer.body { answer.status == 304 } else { false }
      if answer.status != 204, !isUnknown { front += "Content-Length: \(count)\r\n".utf8 }
    } else if isChunked {
      front += "Transfer-Encoding: chunked\r\n".utf8
    }
    front += "\r\n".utf8
  }

  /// The bytes of the body that the client gets, as far as they are known.
  var bodyBytes: Int? { isBodySent ? answer.byteCount : 0 }

  /// Whether the answer takes room of the server's while it is sent.
  var takesRoom: Bool { answer.takesRoom }

  /// Whether it sends events.
  var isStream: Bool { isBodySent && answer.stream != nil }

  /// Lets the events end when those that wait are sent.
  func endStream() { answer.stream?.end() }

  /// Tells the source of the events that the client is gone, or has them all.
  func closeStream() { answer.stream?.close() }

  /// Sends as much as the system takes.
  mutating func write(to socket: Int32) -> Progress {
    let progress = advance(socket)
    isBlocked = progress == .blocked
    return progress
  }

  private mutating func advance(_ socket: Int32) -> Progress {
    guard isBodySent else { return writeFront(to: socket) ?? .done }
    switch answer.body {
    case .unsent: return writeFront(to: socket) ?? .done
    case .bytes(let bytes): return write(bytes, to: socket)
    case .file(let file, let range): return write(file, range, to: socket)
    case .events(let stream): return write(stream, to: socket)
    }
  }

  /// Sends what is left of the header or the events; nil where nothing is.
  private mutating func writeFront(to socket: Int32, moreFollows: Bool = false) -> Progress? {
    while frontSent < front.count {
      let count = unsafe front.withUnsafeBytes { front in
        unsafe sockets_send(
          socket, front.baseAddress.map { unsafe $0 + frontSent }, front.count - frontSent, nil, 0,
          moreFollows ? 1 : 0)
      }
      guard count > 0 else { return Self.failure }
      frontSent += count
    }
    return nil
  }

  private mutating func write(_ bytes: [UInt8], to socket: Int32) -> Progress {
    var left = Self.turnBytes
    while frontSent < front.count || sentBytes < bytes.count {
      guard left > 0 else { return .blocked }
      let count = unsafe front.withUnsafeBytes { front in
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe sockets_send(
            socket, front.baseAddress.map { unsafe $0 + frontSent }, front.count - frontSent,
            bytes.baseAddress.map { unsafe $0 + sentBytes }, min(bytes.count - sentBytes, left), 0)
        }
      }
      guard count > 0 else { return Self.failure }
      let ofFront = min(count, front.count - frontSent)
      frontSent += ofFront
      sentBytes += count - ofFront
      left -= count
    }
    return .done
  }

  private mutating func write(
    _ file: OpenFile, _ range: Range<Int>, to socket: Int32
  ) -> Progress {
    if let stopped = writeFront(to: socket, moreFollows: !range.isEmpty) { return stopped }
    var left = Self.turnBytes
    while sentBytes < range.count {
      guard left > 0 else { return .blocked }
      let count = sockets_send_file(
        socket, file.descriptor, Int64(range.lowerBound + sentBytes),
        min(range.count - sentBytes, left))
      // 0: the file has become shorter, so that its length cannot be kept.
      guard count > 0 else { return count == 0 ? .failed : Self.failure }
      sentBytes += count
      left -= count
    }
    return .done
  }

  private mutating func write(_ stream: HTTPEventStream, to socket: Int32) -> Progress {
    while true {
      if let stopped = writeFront(to: socket) { return stopped }
      if isStreamEnded { return .done }
      let (bytes, isEnd) = stream.take(Self.eventBytes)
      if bytes.isEmpty, !isEnd { return .waiting }
      (front, frontSent, isStreamEnded) = ([], 0, isEnd)
      sentBytes += bytes.count
      if isChunked, !bytes.isEmpty { front += "\(String(bytes.count, radix: 16))\r\n".utf8 }
      front += bytes
      if isChunked, !bytes.isEmpty { front += "\r\n".utf8 }
      if isChunked, isEnd { front += "0\r\n\r\n".utf8 }
    }
  }

  private static var failure: Progress {
    errno == EAGAIN || errno == EINTR ? .blocked : .failed
  }
}

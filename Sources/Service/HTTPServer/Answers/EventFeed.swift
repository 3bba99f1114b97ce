internal import Synchronization

/// Brings a stream's events to a connection, which sleeps while there are none.
final class EventFeed: Sendable {
  private let stream: HTTPEventStream
  private let connection: Connection
  private let serial: UInt64
  private let sent = Atomic(0)

  init(_ stream: HTTPEventStream, on connection: Connection, serial: UInt64) {
    (self.stream, self.connection, self.serial) = (stream, connection, serial)
  }

  /// The bytes that the client was given.
  var byteCount: Int { sent.load(ordering: .relaxed) }

  /// Wakes the connection when there are events.
  func start() {
    stream.whenReady { [connection, serial] in connection.resume(serial) }
  }

  /// Fills a buffer: the bytes, or 0 and the connection sleeps, or -1 at the end, also when cut.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = buffer.count
    let found = connection.sleepUnless(serial) {
      let (bytes, isEnd) = stream.take(count)
      return ((bytes, isEnd), !bytes.isEmpty || isEnd)
    }
    // Not -2, the end with an error: of those that slept and end so, libmicrohttpd 0.9.75 closes only
    // the one that was used longest ago, so that they stay as long as any older connection is open.
    // It tries to send the end instead, which fails.
    guard let (bytes, isEnd) = found else { return -1 }
    if bytes.isEmpty { return isEnd ? -1 : 0 }
    unsafe buffer.copyBytes(from: bytes)
    sent.add(bytes.count, ordering: .relaxed)
    return bytes.count
  }
}

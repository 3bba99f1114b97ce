internal import Glibc
internal import HTTPMessages

// What comes from the client.
extension Connection {
  /// Reads once, as much as the buffer holds.
  func receive() {
    let count = unsafe recv(socket, loop.buffer.baseAddress, loop.buffer.count, 0)
    guard count > 0 else {
      // The end within a request, or between two, is the end of the connection.
      if count == 0 || (errno != EAGAIN && errno != EINTR) { close() }
      return
    }
    lastActivity = loop.now
    let bytes = unsafe Span<UInt8>(
      _unsafeElements: UnsafeBufferPointer(
        start: loop.buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count))
    guard input.isEmpty else { return input.append(bytes) }
    let taken = take(bytes)
    if isOpen, taken < count { input.append(bytes.extracting(taken...)) }
  }

  /// Begins to count anew in each turn of the loop.
  func noteTurn() {
    guard turn != loop.turn else { return }
    (turn, requestsInTurn) = (loop.turn, 0)
    request?.collector?.decodableBytes = Self.mostDecodedInTurn
  }

  /// Takes what was read before, as far as the connection takes anything now, and as one turn of the loop allows.
  func takeInput() {
    noteTurn()
    decodeOn()
    while isOpen, isReading, !input.isEmpty {
      guard requestsInTurn < Self.mostRequestsInTurn, !isDecoding else { break }
      // Out of the connection while it is looked at, which may change the connection.
      var pending = input
      input = PendingBytes()
      let bytes = pending.bytes
      let taken = take(bytes.span.extracting(pending.start...))
      pending.remove(taken)
      input = pending
      if taken == 0 { return }
    }
    if isOpen, isReading, isDecoding || !input.isEmpty { loop.postpone(self) }
  }

  /// Whether more of the body was read than one turn decodes.
  private var isDecoding: Bool { request?.collector?.hasMore == true }

  /// Decodes what the turns before left.
  private func decodeOn() {
    guard isDecoding, case .receiving = phase else { return }
    lastActivity = loop.now
    do {
      try request?.collector?.goOn()
      try noteLargeBody()
    } catch {
      return refuse(error)
    }
    if !isDecoding, request?.body.isComplete == true { bodyIsComplete() }
  }

  /// Takes bytes from the client, up to the end of a request or of what has come; gives how many.
  private func take(_ bytes: Span<UInt8>) -> Int {
    switch phase {
    case .idle, .header: takeHeader(bytes)
    case .holding, .receiving, .discarding: takeBody(bytes)
    case .lingering(let byteCount): throwAway(bytes.count, after: byteCount)
    case .admitting, .working, .answering, .closed: 0
    }
  }

  private func takeHeader(_ bytes: Span<UInt8>) -> Int {
    if case .idle = phase { enter(.header) }
    do {
      let count = try parser.read(bytes)
      if request == nil, parser.hasLine { request = OpenRequest(startedAt: phaseSince) }
      guard let count else { return 0 }
      begin()
      return count
    } catch {
      refuseUnread(error)
      return bytes.count
    }
  }

  private func takeBody(_ bytes: Span<UInt8>) -> Int {
    var index = 0
    do {
      while !isDecoding, let found = try request?.body.next(bytes, &index) {
        request?.bytesIn += found.count
        try takeBodyBytes(bytes.extracting(found))
      }
    } catch {
      // Where the body ends is not known any more, or too far away.
      refuse(error)
      return index
    }
    if !isDecoding, request?.body.isComplete == true { bodyIsComplete() }
    return index
  }

  private func takeBodyBytes(_ bytes: Span<UInt8>) throws {
    switch phase {
    case .holding: unsafe bytes.withUnsafeBufferPointer { unsafe request?.held += $0 }
    case .receiving:
      try unsafe bytes.bytes.withUnsafeBytes { try unsafe request?.collector?.append($0) }
      try noteLargeBody()
    default: break
    }
  }

  private func throwAway(_ count: Int, after byteCount: Int) -> Int {
    if byteCount + count > ServerCore.maximumLingeringBytes {
      close()
    } else {
      phase = .lingering(byteCount: byteCount + count)
    }
    return count
  }
}

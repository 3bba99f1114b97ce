internal import CSockets
internal import Glibc
internal import HTTPMessages

// What goes to the client.
extension Connection {
  // MARK: Refusals

  /// Refuses what cannot be read, after which the beginning of a next request is unknown.
  func refuseUnread(_ fault: HTTPFault) {
    if request == nil { request = OpenRequest(startedAt: phaseSince) }
    if request?.head.id.isEmpty == true { readPartialHead() }
    closesAfterAnswer = true
    lingersAfterAnswer = true
    guard let head = request?.head, let answer = core.problemAnswer(fault, head) else {
      return close()
    }
    begin(answer)
  }

  /// What of a header could be read, for the problem and the log.
  func readPartialHead() {
    var head = HTTPRequestHead(
      method: parser.method, path: String(decoding: parser.target, as: UTF8.self),
      headers: parser.fields, remoteAddress: peer, claimant: network)
    head.id = RequestID.from(head.header("X-Request-ID"))
    request?.head = head
  }

  /// Refuses a request whose body may still be on its way.
  func refuse(_ error: any Error) {
    guard let head = request?.head else { return close() }
    refuse(with: core.problemResponse(error, head))
  }

  /// Answers before a worker saw the request.
  func refuse(with response: HTTPResponse) {
    guard let request, let answer = core.safeAnswer(response, request.head) else {
      return close()
    }
    core.cleanUp(request.collector)
    self.request?.collector = nil
    self.request?.held = []
    if request.body.isComplete { return begin(answer) }
    // A client that asked first need not send the body, so that what comes next is unknown.
    let isAsking = request.expectsContinue && request.bytesIn == 0 && input.isEmpty
    if !isAsking, case .length(let remaining) = request.body,
      remaining <= ServerCore.maximumDiscardedBytes
    {
      self.request?.bodySeconds = settings.requestSeconds
      return enter(.discarding(answer))
    }
    (closesAfterAnswer, lingersAfterAnswer) = (true, true)
    begin(answer)
  }

  /// Tells the client to send the body.
  func sendContinue() throws(HTTPFault) {
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    let count = unsafe line.withUnsafeBytes {
      unsafe sockets_send(socket, $0.baseAddress, $0.count, nil, 0, 0)
    }
    guard count == line.count else { throw .tooSlow(seconds: settings.idleSeconds) }
  }

  // MARK: Answers

  /// A worker has the answer; nil where the request was abandoned.
  func answered(_ answer: Answer?) {
    guard case .working = phase, let answer else { return close() }
    begin(answer)
    goOn()
  }

  func begin(_ answer: Answer) {
    guard let request else { return close() }
    let isEndless = answer.stream != nil && request.isVersion10
    if !request.isKept || isEndless || core.isStopping { closesAfterAnswer = true }
    // HTTP/1.0 closes unless it is told otherwise, HTTP/1.1 keeps.
    let field = closesAfterAnswer ? "close" : request.isVersion10 ? "keep-alive" : nil
    let writer = AnswerWriter(
      answer, isHead: request.head.method == "HEAD", isVersion10: request.isVersion10,
      connection: field)
    self.writer = writer
    self.request?.status = answer.status
    enter(.answering)
    (acknowledged, progressAt) = (0, loop.now)
    if writer.isStream, let stream = answer.stream {
      if isPeerClosed { return close() }
      let (mailbox, id) = (core.mailbox, id)
      stream.whenReady { mailbox.post(.ready(id)) }
      if core.isStopping { stream.end() }
    }
    send()
  }

  /// There may be events to send.
  func eventsAreReady() {
    guard case .answering = phase, writer?.isStream == true, writer?.isBlocked == false else {
      return
    }
    progressAt = loop.now
    send()
    goOn()
  }

  /// Sends on, as much as the system takes.
  func send() {
    switch writer?.write(to: socket) {
    case .done: finishAnswer()
    case .blocked, .waiting: break
    case .failed, nil: close()
    }
  }

  private func finishAnswer() {
    finishRequest()
    guard closesAfterAnswer else {
      parser = Self.parser(settings)
      enter(.idle)
      lastActivity = loop.now
      return
    }
    guard lingersAfterAnswer || !input.isEmpty || hasUnreadBytes else { return close() }
    // Closed with bytes unread the connection would be reset, and the answer lost on its way.
    _ = shutdown(socket, Int32(SHUT_WR))
    input = PendingBytes()
    enter(.lingering(byteCount: 0))
  }

  private var hasUnreadBytes: Bool {
    var byte: UInt8 = 0
    return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }
}

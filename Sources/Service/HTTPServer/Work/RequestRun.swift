/// Takes a request from stage to stage, on the library's thread.
struct RequestRun {
  let core: ServerCore
  let connection: Connection
  let handle: ConnectionHandle
  let exchange: Exchange

  /// Answers the library's call; false closes the connection.
  func advance(method: String, version: String, data: UnsafeRawBufferPointer) -> Bool {
    switch exchange.stage {
    case .header: return begin(method: method, version: version)
    case .holding: return unsafe hold(data)
    case .admitted: return unsafe admitted(data)
    case .receiving: return unsafe data.isEmpty ? finishBody() : receive(data)
    case .complete: return work(.none)
    case .answered(let answer): return unsafe data.isEmpty ? queue(answer) : discard(data.count)
    case .lingering(let byteCount):
      let count = data.count
      exchange.stage = .lingering(byteCount: byteCount + count)
      return count > 0 && byteCount < ServerCore.maximumLingeringBytes
    case .sending: return true
    // Woken without an answer: the connection was given up.
    case .admitting, .handling, .abandoned: return false
    }
  }

  // MARK: Header

  private func begin(method: String, version: String) -> Bool {
    do {
      try readHead(method: method, version: version)
      let target = try RequestTarget(exchange.target)
      (exchange.head.path, exchange.head.query) = (target.path, target.query)
      if core.isStopping { throw HTTPFault.stopping }
      if method == "OPTIONS", let allowed = try optionsAnswer(target) {
        return decide(allowed)
      }
      let match = try core.router.match(method, target)
      (exchange.route, exchange.head.parameters) = (match.route, match.parameters)
      try checkBody(match.route)
      guard exchange.hasBody else {
        exchange.stage = .complete
        return true
      }
      guard exchange.isSmall else { return admit(match.route) }
      exchange.stage = .holding
      awaitBody(match.route)
      return true
    } catch {
      return refuse(error)
    }
  }

  private func readHead(method: String, version: String) throws(HTTPFault) {
    let fields = HeadReader.fields(handle)
    exchange.head = HTTPRequestHead(
      method: method, path: String(decoding: exchange.target, as: UTF8.self), headers: fields,
      remoteAddress: connection.peer)
    exchange.head.id = RequestID.from(exchange.head.header("X-Request-ID"))
    let settings = core.settings
    if !settings.trustedProxies.isEmpty {
      exchange.head.remoteAddress = RemoteAddress.client(
        peer: connection.peer,
        forwarded: fields.filter { $0.isNamed("X-Forwarded-For") }.map(\.value),
        trusted: settings.trustedProxies)
    }
    exchange.head.contentLength = try HeadReader.checkFraming(fields, version: version)
    guard exchange.target.count <= settings.maximumTargetBytes else {
      throw .targetTooLong(limit: settings.maximumTargetBytes)
    }
    guard handle.headerSize <= settings.maximumHeaderBytes else {
      throw .headerTooLarge(limit: settings.maximumHeaderBytes)
    }
  }

  /// What the path allows; nil where a route answers by itself.
  private func optionsAnswer(_ target: RequestTarget) throws(HTTPFault) -> HTTPResponse? {
    if !target.isServer, (try? core.router.match("OPTIONS", target)) != nil { return nil }
    let allowed = try core.router.allowed(target).joined(separator: ", ")
    return HTTPResponse(status: 204, headers: [HTTPField("Allow", allowed)])
  }

  /// Refuses a body by what the header tells of it.
  private func checkBody(_ route: HTTPRoute) throws(HTTPFault) {
    guard exchange.hasBody else { return }
    switch route.body {
    case .none: throw .unexpectedBody
    case .memory(let limit), .files(let limit):
      guard (exchange.head.contentLength ?? 0) <= limit else { throw .bodyTooLarge(limit: limit) }
    }
    try checkPool(route)
  }

  /// Refuses a body where every pool that it may need is full.
  private func checkPool(_ route: HTTPRoute) throws(HTTPFault) {
    guard let largeBody = route.largeBody else { return try checkCapacity([route.pool]) }
    exchange.isLargeBody = (exchange.head.contentLength ?? 0) > largeBody.bytes
    try checkCapacity(exchange.isLargeBody ? [largeBody.pool] : [route.pool, largeBody.pool])
  }

  /// Notes that the request takes its route's largeBody, as soon as its body tells; refuses the rest of
  /// the body where that pool is full.
  private func noteLargeBody() throws(HTTPFault) {
    guard !exchange.isLargeBody, let largeBody = exchange.route?.largeBody,
      let collector = exchange.collector,
      collector.byteCount > largeBody.bytes || collector.hasPart(named: largeBody.part)
    else { return }
    exchange.isLargeBody = true
    try checkCapacity([largeBody.pool])
  }

  /// Throws where all of some pools are full.
  private func checkCapacity(_ pools: [HTTPRoute.Pool]) throws(HTTPFault) {
    let pools = pools.map(core.workers)
    guard pools.allSatisfy(\.isFull) else { return }
    throw .busy(retryAfterSeconds: pools.map(\.retryAfterSeconds).min() ?? 1)
  }

  /// Lets a worker decide: rights may need the disk, which would hold up every connection here.
  private func admit(_ route: HTTPRoute) -> Bool {
    exchange.stage = .admitting
    guard connection.sleep(exchange.serial) else { return false }
    let (connection, exchange) = (connection, exchange)
    let isTaken = core.light.submit {
      do { try route.admit(exchange.head) } catch { exchange.refusal = error }
      exchange.stage = .admitted
      _ = connection.handBack(exchange.serial)
    }
    if !isTaken {
      (exchange.refusal, exchange.stage) = (HTTPFault.stopping, .admitted)
      _ = connection.handBack(exchange.serial)
    }
    return true
  }

  // MARK: Body

  /// Keeps bytes of a small body; asks whether it may come when it is complete, or longer than it was to be.
  private func hold(_ data: UnsafeRawBufferPointer) -> Bool {
    guard let route = exchange.route else { return false }
    guard unsafe !data.isEmpty else {
      // The library asks once more when it expects nothing from the client any more. A connection that slept
      // before would be read from when it wakes, and closed where the client has closed its sending side.
      guard exchange.isSettled else {
        exchange.isSettled = true
        return true
      }
      exchange.isHeldWhole = true
      return admit(route)
    }
    exchange.bytesIn += data.count
    unsafe exchange.held.append(contentsOf: data)
    guard exchange.held.count <= Exchange.maximumHeldBytes else { return admit(route) }
    connection.receive(until: exchange.startedAt + exchange.seconds)
    return true
  }

  private func admitted(_ data: UnsafeRawBufferPointer) -> Bool {
    do {
      if let refusal = exchange.refusal { throw refusal }
      try openCollector()
      exchange.stage = .receiving
      try unsafe exchange.held.withUnsafeBytes { held in
        guard unsafe !held.isEmpty else { return }
        try unsafe exchange.collector?.append(held)
        try noteLargeBody()
      }
      exchange.held = []
    } catch {
      return refuse(error, inBody: exchange.bytesIn > 0)
    }
    if exchange.isHeldWhole { return finishBody() }
    return unsafe data.isEmpty || receive(data)
  }

  /// Notes until when the body may come, and what is said to one that does not.
  private func awaitBody(_ route: HTTPRoute) {
    if case .files = route.body {
      exchange.seconds = core.settings.uploadSeconds
    } else {
      exchange.seconds = core.settings.requestSeconds
    }
    let (core, head, seconds) = (core, exchange.head, exchange.seconds)
    exchange.tooSlowMessage = {
      core.problemAnswer(HTTPFault.tooSlow(seconds: seconds), head, closing: true)?.message
    }
    connection.receive(until: exchange.startedAt + exchange.seconds)
  }

  private func openCollector() throws(HTTPFault) {
    guard let route = exchange.route else { return }
    let settings = core.settings
    var folder: RequestFolder?
    let limit: Int
    switch route.body {
    case .none: return
    case .memory(let bytes): limit = bytes
    case .files(let bytes):
      limit = bytes
      folder = try core.spool.makeRequestFolder()
    }
    exchange.collector = try BodyCollector(
      head: exchange.head, limit: limit, maximumParts: settings.maximumParts, folder: folder)
    awaitBody(route)
  }

  private func receive(_ data: UnsafeRawBufferPointer) -> Bool {
    exchange.bytesIn += data.count
    connection.receive(until: exchange.startedAt + exchange.seconds)
    do {
      try unsafe exchange.collector?.append(data)
      try noteLargeBody()
      return true
    } catch {
      return refuse(error, inBody: true)
    }
  }

  private func finishBody() -> Bool {
    do {
      return work(try exchange.collector?.finish() ?? .none)
    } catch {
      exchange.collector = nil
      guard let answer = core.problemAnswer(error, exchange.head) else { return false }
      return queue(answer)
    }
  }

  private func discard(_ count: Int) -> Bool {
    exchange.bytesIn += count
    return true
  }

  // MARK: Answer

  /// Hands the request to a worker.
  private func work(_ body: HTTPBody) -> Bool {
    guard let route = exchange.route else { return false }
    exchange.stage = .handling
    guard connection.sleep(exchange.serial) else { return false }
    let work = RequestWork(
      core: core, connection: connection, exchange: exchange, route: route, body: body)
    let pool = core.workers(of: exchange.pool)
    if !pool.submit(work.run) {
      let fault: HTTPFault =
        core.isStopping ? .stopping : .busy(retryAfterSeconds: pool.retryAfterSeconds)
      work.finish(core.problemAnswer(fault, exchange.head))
    }
    return true
  }

  /// Refuses a request whose body may still be on its way.
  private func refuse(_ error: any Error, inBody: Bool = false) -> Bool {
    decide(core.problemResponse(error, exchange.head), inBody: inBody)
  }

  /// Answers before a worker saw the request.
  private func decide(_ response: HTTPResponse, inBody: Bool = false) -> Bool {
    exchange.collector = nil
    // A client that asked first sends nothing; the library closes the connection all the same.
    let isAsking = exchange.expectsContinue && !inBody && exchange.hasBody
    let remaining = exchange.remainingBytes
    let isShort = remaining.map { $0 <= ServerCore.maximumDiscardedBytes } ?? false
    guard
      let answer = core.safeAnswer(response, exchange.head, closing: isAsking || !isShort)
    else { return false }
    if isAsking || exchange.isHeldWhole { return queue(answer) }
    if isShort {
      connection.receive(until: exchange.startedAt + core.settings.requestSeconds)
      exchange.stage = .answered(answer)
      return true
    }
    exchange.stage = .lingering(byteCount: 0)
    connection.sendLast(answer, lingerSeconds: core.settings.lingerSeconds)
    // Only now, when the sweeper takes the request no longer for one that arrives.
    (exchange.status, exchange.bytesOut) = (answer.status, answer.byteCount)
    return true
  }

  /// Gives the answer to the library.
  private func queue(_ answer: Answer) -> Bool {
    exchange.stage = .sending
    let byteCount = exchange.head.method == "HEAD" || answer.status == 304 ? 0 : answer.byteCount
    (exchange.status, exchange.bytesOut) = (answer.status, byteCount)
    connection.send(byteCount: answer.stream == nil ? byteCount : nil)
    guard answer.queue(on: handle) else { return false }
    exchange.feed?.start()
    if core.isStopping { answer.stream?.end() }
    return true
  }
}

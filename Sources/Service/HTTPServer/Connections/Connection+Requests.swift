import HTTPMessages

// What is done with a request before a worker answers it.
extension Connection {
  // MARK: Header

  /// The header is complete.
  func begin() {
    requestsInTurn += 1
    var request = self.request ?? OpenRequest(startedAt: phaseSince)
    do throws(HTTPFault) {
      readHead(into: &request)
      self.request = request
      let framing = try MessageFraming(parser.fields, isVersion10: parser.isVersion10)
      let target = try RequestTarget(parser.target)
      self.request?.setBody(framing)
      parser = Self.parser(settings)
      find(target)
    } catch {
      refuseUnread(error)
    }
  }

  /// Takes over what the parser has read.
  private func readHead(into request: inout OpenRequest) {
    let fields = parser.fields
    var head = HTTPRequestHead(
      method: parser.method, path: String(decoding: parser.target, as: UTF8.self),
      headers: fields, remoteAddress: peer, claimant: network)
    head.id = RequestID.from(head.header("X-Request-ID"))
    if !settings.trustedProxies.isEmpty {
      head.remoteAddress = RemoteAddress.client(
        peer: peer, forwarded: fields.filter { $0.isNamed("X-Forwarded-For") }.map(\.value),
        trusted: settings.trustedProxies)
    }
    request.head = head
    request.isVersion10 = parser.isVersion10
    request.isKept = !isForHealth && Self.isKept(fields, isVersion10: parser.isVersion10)
  }

  /// Whether the client keeps the connection (RFC 9112, section 9.3).
  private static func isKept(_ fields: [HTTPField], isVersion10: Bool) -> Bool {
    let options = fields.filter { $0.isNamed("Connection") }.flatMap { field in
      field.value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    }
    return !options.contains("close") && (!isVersion10 || options.contains("keep-alive"))
  }

  /// Finds the route and looks whether the request may go on.
  private func find(_ target: RequestTarget) {
    guard var head = request?.head else { return }
    (head.path, head.query) = (target.path, target.query)
    head.claimant = core.claimant(head)
    request?.head = head
    do {
      if core.isStopping { throw HTTPFault.stopping }
      if head.method == "OPTIONS", let allowed = try optionsAnswer(target) {
        return refuse(with: allowed)
      }
      let match = try core.router.match(head.method, target)
      guard match.route.isHealth || !isForHealth else { throw DescriptorRoom.busy }
      request?.route = match.route
      request?.head.parameters = match.parameters
      guard let request, request.hasBody else { return work() }
      noteBodySize(match.route)
      noteBodyTime(match.route)
      if request.isSmall {
        enter(.holding)
      } else {
        admit(match.route)
      }
    } catch {
      refuse(error)
    }
  }

  /// What the path allows; nil where a route answers by itself.
  private func optionsAnswer(_ target: RequestTarget) throws(HTTPFault) -> HTTPResponse? {
    if !target.isServer, (try? core.router.match("OPTIONS", target)) != nil { return nil }
    let allowed = try core.router.allowed(target).joined(separator: ", ")
    return HTTPResponse(status: 204, headers: [HTTPField("Allow", allowed)])
  }

  // MARK: Body

  /// Notes whether the request takes its route's other pool, as far as the header tells.
  private func noteBodySize(_ route: HTTPRoute) {
    guard let request, let largeBody = route.largeBody else { return }
    self.request?.isLargeBody = (request.head.contentLength ?? 0) > largeBody.bytes
  }

  /// Refuses a body that the route never takes, and one for which or for whose work there is no room now.
  private func checkBody(_ route: HTTPRoute) throws(HTTPFault) {
    guard let request else { return }
    try core.checkKind(of: request.head, route: route)
    try core.checkRoom(for: request.head, route: route)
    guard let largeBody = route.largeBody else { return try checkCapacity([route.pool]) }
    try checkCapacity(request.isLargeBody ? [largeBody.pool] : [route.pool, largeBody.pool])
  }

  /// Notes that the request takes its route's other pool, as soon as its body tells; refuses the rest of the
  /// body where that pool is full.
  func noteLargeBody() throws(HTTPFault) {
    guard let request, !request.isLargeBody, let largeBody = request.route?.largeBody,
      let collector = request.collector,
      collector.byteCount > largeBody.bytes || collector.hasPart(named: largeBody.part)
    else { return }
    self.request?.isLargeBody = true
    try checkCapacity([largeBody.pool])
  }

  /// Throws where all of some pools are full.
  private func checkCapacity(_ pools: [HTTPRoute.Pool]) throws(HTTPFault) {
    let claimant = request?.head.claimant ?? network
    let pools = pools.map(core.workers)
    guard !pools.contains(where: { $0.hasRoom(for: claimant) }) else { return }
    throw .busy(
      retryAfterSeconds: pools.map { $0.retryAfterSeconds(for: claimant) }.min() ?? 1)
  }

  /// Notes in which time the body must come.
  private func noteBodyTime(_ route: HTTPRoute) {
    if case .files = route.body {
      request?.bodySeconds = settings.uploadSeconds
    } else {
      request?.bodySeconds = settings.requestSeconds
    }
  }

  /// Lets a worker look whether the body may come: rights may need the disk, which would hold up all connections
  /// of this thread.
  private func admit(_ route: HTTPRoute) {
    guard let exchange = makeExchange() else { return close() }
    enter(.admitting)
    RequestWork(core: core, exchange: exchange).admit()
  }

  /// A worker has looked whether the body may come.
  func admitted(_ exchange: Exchange, _ refusal: (any Error)?) {
    guard isOwner(of: exchange), case .admitting = phase else { return }
    do {
      if let refusal { throw refusal }
      // Strangers are not told which bodies are taken, nor how busy it is.
      try checkBody(exchange.route)
      request?.collector = try core.makeCollector(for: exchange.head, route: exchange.route)
      request?.collector?.decodableBytes = Self.mostDecodedInTurn
      if request?.expectsContinue == true, input.isEmpty { try sendContinue() }
      enter(.receiving)
      // The client did not take the time until here.
      request?.bodySince = loop.now
      lastActivity = loop.now
    } catch {
      refuse(error)
    }
    goOn()
  }

  // MARK: Work

  /// All of the body is here.
  func bodyIsComplete() {
    switch phase {
    case .holding, .receiving: work()
    case .discarding(let answer): begin(answer)
    default: break
    }
  }

  /// Hands the request to a worker.
  private func work() {
    guard let exchange = makeExchange(), let request else { return close() }
    enter(.working)
    let work = RequestWork(core: core, exchange: exchange)
    if !request.hasBody { return work.start(nil, in: request.pool) }
    guard let collector = request.collector else {
      self.request?.held = []
      return work.takeHeld(request.held, in: request.pool)
    }
    self.request?.collector = nil
    work.start(CollectedBody(collector), in: request.pool)
  }

  private func makeExchange() -> Exchange? {
    guard let request, let route = request.route else { return nil }
    if let exchange = request.exchange { return exchange }
    let exchange = Exchange(connection: id, head: request.head, route: route)
    self.request?.exchange = exchange
    return exchange
  }
}

extension OpenRequest {
  /// Notes how the body is delimited.
  mutating func setBody(_ framing: MessageFraming) {
    switch framing {
    case .length(let count):
      body = .length(remaining: count)
      if head.header("Content-Length") != nil { head.contentLength = count }
    case .chunked: body = .chunked(ChunkDecoder(limit: .max))
    }
  }
}

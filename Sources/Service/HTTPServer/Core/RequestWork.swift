import HTTPMessages

/// What workers do for a request, while its connection waits.
struct RequestWork: Sendable {
  let core: ServerCore
  let exchange: Exchange

  private var head: HTTPRequestHead { exchange.head }

  // MARK: Hand-over

  /// Looks whether a body may come.
  func admit() {
    submit(.light, cost: PoolJob.lightCost) { [self] in
      guard !exchange.isAbandoned else { return }
      core.mailbox.post(.admitted(exchange, refusal))
    } drop: { [self] fault in
      core.mailbox.post(.admitted(exchange, fault))
    }
  }

  /// Takes a small body, which is complete, where it may come.
  func takeHeld(_ bytes: [UInt8], in pool: HTTPRoute.Pool) {
    submit(.light, cost: PoolJob.lightCost) { [self] in
      if exchange.isAbandoned { return finish(nil) }
      do {
        if let refusal { throw refusal }
        guard let collector = try core.makeCollector(for: head, route: exchange.route) else {
          throw HTTPFault.unexpectedBody
        }
        try unsafe bytes.withUnsafeBytes { try unsafe collector.append($0) }
        let pool = Self.pool(pool, exchange.route, collector)
        let body = CollectedBody(collector)
        if pool == .light { answer(body, pool) } else { price(body, pool) }
      } catch {
        finish(core.problemAnswer(error, head))
      }
    }
  }

  /// Answers a request with its body, if it has one.
  ///
  /// A client without the right never has a place among those that wait for long work: rights are looked up on
  /// the light pool, and so is what a body costs, maybe in its file.
  func start(_ body: CollectedBody?, in pool: HTTPRoute.Pool) {
    submit(.light, cost: PoolJob.lightCost, body) { [self] in
      if exchange.isAbandoned { return leave(body) }
      if pool == .light { return answer(body, pool) }
      if let body { return price(body, pool) }
      if let refusal { return finish(core.problemAnswer(refusal, head)) }
      submit(pool, cost: exchange.route.cost(request(.none))) { [self] in answer(nil, pool) }
    }
  }

  /// Finishes a body and hands it to its pool, by what it costs.
  private func price(_ body: CollectedBody, _ pool: HTTPRoute.Pool) {
    do {
      let content = try body.finish()
      let cost = exchange.route.cost(request(content))
      submit(pool, cost: cost, body) { [self] in answer(body, pool) }
    } catch {
      finish(core.problemAnswer(error, head))
    }
  }

  /// Hands work to a pool; where there is no room for it, the request is answered so.
  private func submit(
    _ pool: HTTPRoute.Pool, cost: Double, _ body: CollectedBody? = nil,
    _ run: @escaping @Sendable () -> Void, drop: (@Sendable (HTTPFault) -> Void)? = nil
  ) {
    let workers = core.workers(of: pool)
    let refuse: @Sendable () -> Void = { [self] in
      let fault: HTTPFault =
        core.isStopping
        ? .stopping : .busy(retryAfterSeconds: workers.retryAfterSeconds(for: head.claimant))
      if let drop { drop(fault) } else { finish(core.problemAnswer(fault, head)) }
    }
    let job = PoolJob(
      claimant: head.claimant, exchange: exchange, body: body, cost: cost, run: run, drop: refuse)
    if !workers.submit(job) { return refuse() }
    // The event loop may have abandoned the request before the job was submitted.
    if exchange.isAbandoned, workers.withdraw(exchange) != nil { leave(body) }
  }

  /// The pool of a request whose whole body is known.
  private static func pool(
    _ pool: HTTPRoute.Pool, _ route: HTTPRoute, _ collector: BodyCollector
  ) -> HTTPRoute.Pool {
    guard let large = route.largeBody,
      collector.byteCount > large.bytes || collector.hasPart(named: large.part)
    else { return pool }
    return large.pool
  }

  // MARK: Work

  /// Why the request may not go on; nil where it may.
  private var refusal: (any Error)? {
    do { try exchange.route.admit(head) } catch { return error }
    return nil
  }

  private func answer(_ body: CollectedBody?, _ pool: HTTPRoute.Pool) {
    // The client is gone: the picture is not made.
    if exchange.isAbandoned { return leave(body) }
    do {
      // Requests with a body were admitted before it was taken, those for other pools before they came here.
      if body == nil, pool == .light, let refusal { throw refusal }
      let response = try exchange.route.handle(request(try body?.finish() ?? .none))
      finish(try withExtendedLifetime(response.keeping) { try core.answer(response, head) })
    } catch {
      finish(core.problemAnswer(error, head))
    }
    // What was uploaded is removed here, not on the thread that serves all connections.
    body?.drop()
  }

  /// Leaves an abandoned request; its files go on another thread.
  private func leave(_ body: CollectedBody?) {
    core.cleanUp(body)
    finish(nil)
  }

  private func request(_ body: HTTPBody) -> HTTPRequest {
    HTTPRequest(head: head, body: body) { [exchange] in exchange.isAbandoned }
  }

  /// Hands an answer to the connection; nil where the request was abandoned.
  private func finish(_ answer: Answer?) {
    if !core.mailbox.post(.answered(exchange, answer)) { answer?.stream?.close() }
  }
}

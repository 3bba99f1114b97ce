/// What a worker does for a request, while its connection sleeps.
struct RequestWork: Sendable {
  let core: ServerCore
  let connection: Connection
  let exchange: Exchange
  let route: HTTPRoute
  let body: HTTPBody

  /// Makes the answer and wakes the connection.
  func run() {
    let (connection, serial) = (connection, exchange.serial)
    // The client has disconnected: the picture is not made.
    if exchange.pool != .light, connection.isAbandoned(serial) { return finish(nil) }
    do {
      // Requests with a body were admitted before it came.
      if !exchange.hasBody { try route.admit(exchange.head) }
      let response = try route.handle(
        HTTPRequest(head: exchange.head, body: body) { connection.isAbandoned(serial) })
      finish(try core.answer(response, exchange, on: connection))
    } catch {
      finish(core.problemAnswer(error, exchange.head))
    }
  }

  /// Wakes the connection to send an answer, or to be closed where there is none.
  func finish(_ answer: Answer?) {
    exchange.stage = answer.map { .answered($0) } ?? .abandoned
    // What was uploaded is removed here, not on the thread that serves all connections.
    exchange.collector = nil
    let stream = exchange.stream
    if !connection.handBack(exchange.serial) { stream?.close() }
  }
}

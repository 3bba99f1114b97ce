import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Handlers at work, and the end of the server.
@Suite struct WorkTests {
  /// Handlers that wait until the test lets them go.
  private final class Gate: Sendable {
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)
    let abandoned = Atomic(0)

    func route(_ path: String, _ pool: HTTPRoute.Pool) -> HTTPRoute {
      HTTPRoute("GET", path, pool: pool) { [self] request in
        entered.signal()
        leave.wait()
        if request.isAbandoned() { abandoned.add(1, ordering: .relaxed) }
        return TestRoutes.text("done")
      }
    }
  }

  private let gate = Gate()
  private let ask = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func `a full queue is told with the time to come back, the other pool goes on`() throws {
    let server = try TestServer(TestRoutes.plain + [gate.route("/slow", .compute)]) {
      ($0.computeWorkers, $0.maximumWaiting) = (1, 2)
    }
    let clients = try (0..<3).map { _ in try server.client() }
    clients[0].send(ask)
    gate.entered.wait()
    for client in clients[1...] { client.send(ask) }
    #expect(eventually { server.server.load.waiting == 2 })
    let refused = try #require(try server.get("/slow"))
    #expect(refused.status == 429)
    #expect(refused.text.hasPrefix("problem 429"))
    let seconds = try #require(refused.field("Retry-After").flatMap { Int($0) })
    #expect((1...60).contains(seconds))
    #expect(try server.get("/hello")?.text == "hello")
    for _ in clients { gate.leave.signal() }
    for client in clients { #expect(client.answer()?.text == "done") }
    #expect(server.server.load.waiting == 0)
  }

  @Test func `slow light handlers leave the others their threads`() throws {
    let server = try TestServer(TestRoutes.plain + [gate.route("/slow", .light)]) {
      $0.lightWorkers = 2
    }
    let client = try server.client()
    client.send(ask)
    gate.entered.wait()
    for _ in 0..<20 { #expect(try server.get("/hello")?.text == "hello") }
    gate.leave.signal()
    #expect(client.answer()?.text == "done")
  }

  @Test(arguments: [HTTPRoute.Pool.compute, .recording, .light])
  func `a client that closes its sending side after its request is answered`(
    pool: HTTPRoute.Pool
  ) throws {
    let leave = DispatchSemaphore(value: 0)
    let abandoned = Mutex<[Bool]>([])
    let route = HTTPRoute(
      "POST", "/slow", body: .memory(maximumBytes: 100_000), pool: pool
    ) { request in
      leave.wait()
      abandoned.withLock { $0.append(request.isAbandoned()) }
      guard case .bytes(let bytes, _) = request.body else { return TestRoutes.text("none") }
      return TestRoutes.text("\(bytes.count) bytes")
    }
    let server = try TestServer([route]) {
      ($0.computeWorkers, $0.recordingWorkers, $0.halfCloseSeconds) = (1, 1, 60)
    }
    let body = String(repeating: "x", count: 20_000)
    // The second waits while the first is worked on.
    let clients = try (0..<2).map { _ in try server.client() }
    for client in clients {
      client.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n\(body)")
      shutdown(client.socket, Int32(SHUT_WR))
    }
    // A request that is refused instead does not hold the others up.
    for _ in clients { leave.signal() }
    for client in clients {
      let answer = client.answer()
      #expect(answer?.text == "20000 bytes", "\(answer.debugDescription)")
    }
    #expect(abandoned.withLock { $0 } == [false, false])
  }

  @Test func `work learns that its client is gone, and waiting work without one is not begun`()
    throws
  {
    let server = try TestServer([gate.route("/slow", .compute)]) {
      ($0.computeWorkers, $0.halfCloseSeconds) = (1, 0)
    }
    let clients = try (0..<3).map { _ in try server.client() }
    clients[0].send(ask)
    gate.entered.wait()
    clients[1].send(ask)
    #expect(eventually { server.server.load.waiting == 1 })
    clients[0].close()
    clients[1].reset()
    #expect(try eventually { try !clients[..<2].contains(where: server.isConnected) })
    // The kernel knows of the close before the server does; the load tells when the server knows it too.
    #expect(eventually { server.server.load.waiting == 0 })
    clients[2].send(ask)
    gate.leave.signal()
    // The second was never begun: the next that enters is the third.
    gate.entered.wait()
    gate.leave.signal()
    #expect(clients[2].answer()?.text == "done")
    #expect(gate.abandoned.load(ordering: .relaxed) == 1)
    #expect(gate.entered.wait(timeout: .now()) == .timedOut)
    #expect(eventually { server.exchanges.count == 3 })
  }

  @Test func `stopping lets work finish, refuses new connections and closes idle ones`() throws {
    let server = try TestServer(TestRoutes.plain + [gate.route("/slow", .compute)])
    let idle = try server.client()
    #expect(idle.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
    let busy = try server.client()
    busy.send(ask)
    gate.entered.wait()
    let stopped = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.server.stop(deadline: 15)
      stopped.signal()
    }
    #expect(idle.isClosedByServer())
    gate.leave.signal()
    let answer = busy.answer()
    #expect(answer?.text == "done")
    #expect(answer?.field("Connection") == "close")
    stopped.wait()
    #expect(throws: (any Error).self) { try server.client() }
  }

  @Test func `at the deadline work is abandoned and its client cut`() throws {
    let server = try TestServer([gate.route("/slow", .compute)])
    let busy = try server.client()
    busy.send(ask)
    gate.entered.wait()
    server.server.stop(deadline: 0.1)
    #expect(busy.isClosedByServer())
    gate.leave.signal()
    #expect(eventually { gate.abandoned.load(ordering: .relaxed) == 1 })
    // A second stop has nothing to do.
    server.server.stop(deadline: 5)
  }

  @Test func `a thousand requests and their aborted clients leave nothing behind`() throws {
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let made = Mutex<[Weak]>([])
    let route = HTTPRoute("POST", "/echo", body: .memory(maximumBytes: 1 << 20), pool: .compute) {
      request in
      let token = Token()
      made.withLock { $0.append(Weak(token)) }
      guard case .bytes(let bytes, _) = request.body else { return HTTPResponse(status: 400) }
      withExtendedLifetime(token) {}
      return .bytes(bytes, mediaType: "image/png")
    }
    let server = try TestServer([route] + TestRoutes.plain) { $0.idleSeconds = 600 }
    // An older client stays connected: what the library closes late, it closes in their order.
    let older = try server.client()
    #expect(older.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
    let body = [UInt8](repeating: 5, count: 30_000)
    var answered = 0
    for number in 0..<1000 {
      let client = try server.client()
      let length = "Content-Length: \(body.count)\r\n\r\n"
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\n\(number % 5 == 4 ? "" : length)")
      switch number % 5 {
      case 0, 1:
        client.send(body)
        if client.answer()?.body == body { answered += 1 }
      case 2:
        client.send(body)
        client.reset()
      case 3:
        client.send(Array(body[..<9000]))
        client.reset()
      default: client.close()
      }
    }
    #expect(answered == 400)
    #expect(eventually { server.server.load.connections == 1 })
    #expect(eventually { made.withLock { $0.allSatisfy { $0.token == nil } } })
    #expect(server.server.load == WebServer.Load(connections: 1, running: 0, waiting: 0))
    // Other tests open descriptors at the same time, a few hundred at most: a leak would leave a thousand.
    #expect(try eventually { try descriptors() < 300 })
    #expect(older.ask("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
  }

  /// The library takes 128 events at a time.
  @Test(arguments: [127, 128, 129])
  func `requests that come all at once are all answered`(count: Int) throws {
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let scratch = try ScratchFolder()
    var settings = HTTPServerSettings()
    (settings.port, settings.spoolFolder) = (0, scratch.url.path)
    // What is observed holds up the thread that serves the sockets.
    let server = try WebServer(
      settings: settings, routes: TestRoutes.plain, problem: TestRoutes.problem,
      observe: { exchange in
        guard exchange.bytesIn > 0 else { return }
        entered.signal()
        leave.wait()
      })
    try server.start()
    defer { server.stop(deadline: 0) }
    let clients = try (0..<count).map { _ in try RawClient(server.port) }
    #expect(eventually { server.load.connections == count })
    let leaving = try RawClient(server.port)
    leaving.send("POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
    leaving.close()
    entered.wait()
    for client in clients { client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n") }
    leave.signal()
    for client in clients { #expect(client.answer()?.text == "hello") }
  }

  private final class Token: Sendable {}
  private struct Weak: Sendable {
    weak let token: Token?
    init(_ token: Token) { self.token = token }
  }
}

import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

/// The limits of connections, and which connections make room for which.
@Suite(.mostlyWaiting) struct ConnectionLimitTests {
  private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Handlers that wait until the test lets them go.
  private final class Gate: Sendable {
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)

    var route: HTTPRoute {
      HTTPRoute("GET", "/slow") { [self] _ in
        entered.signal()
        leave.wait()
        return TestRoutes.text("done")
      }
    }
  }
  private let gate = Gate()

  /// Connections that are worked on, which make no room.
  private func busy(_ count: Int, _ server: TestServer) throws -> [RawClient] {
    try (0..<count).map { _ in
      let client = try server.client()
      client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      gate.entered.wait()
      return client
    }
  }

  @Test func `where all connections work, a further one is closed, and closed ones make room`()
    throws
  {
    let server = try TestServer(TestRoutes.plain + [gate.route]) { $0.maximumConnections = 3 }
    let clients = try busy(3, server)
    #expect(try server.client().isClosedByServer())
    #expect(try RawClient(server.server.port, from: "127.0.0.2").isClosedByServer())
    for _ in clients { gate.leave.signal() }
    for client in clients { #expect(client.answer()?.text == "done") }
    clients[2].close()
    // The others stay open while they are counted.
    #expect(eventually { server.server.load.connections == 2 })
    #expect(try server.get("/hello")?.status == 200)
    withExtendedLifetime(clients) {}
  }

  @Test func `at the limit of one address too, which others and trusted proxies do not have`()
    throws
  {
    let server = try TestServer(TestRoutes.plain + [gate.route]) {
      $0.maximumConnectionsPerAddress = 1
    }
    let clients = try busy(1, server)
    #expect(try server.client().isClosedByServer())
    let other = try RawClient(server.server.port, from: "127.0.0.2")
    #expect(other.ask(Self.hello)?.status == 200)
    gate.leave.signal()
    #expect(clients[0].answer()?.text == "done")
    let behind = try TestServer(TestRoutes.plain + [gate.route]) {
      ($0.maximumConnectionsPerAddress, $0.trustedProxies) = (1, ["127.0.0.1"])
    }
    let one = try busy(1, behind)
    #expect(try behind.get("/hello")?.status == 200)
    gate.leave.signal()
    #expect(one[0].answer()?.text == "done")
  }

  @Test func `first a connection between requests makes room, then one without a header`() throws {
    let server = try TestServer(TestRoutes.plain + [gate.route]) {
      ($0.maximumConnectionsPerAddress, $0.lightWorkers) = (5, 5)
    }
    let working = try busy(1, server)
    let body = try server.client()
    body.send("POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
    let headless = try server.client()
    headless.send("GET /hel")
    let idle = try (0..<2).map { _ in
      let client = try server.client()
      #expect(client.ask(Self.hello)?.status == 200)
      return client
    }
    var newcomers: [RawClient] = []
    for next in [idle[0], idle[1], headless] {
      newcomers += try busy(1, server)
      #expect(next.isClosedByServer())
    }
    // The body is not silent for long enough yet.
    #expect(try server.client().isClosedByServer())
    body.send("b")
    #expect(body.answer()?.status == 200)
    for _ in 0..<4 { gate.leave.signal() }
    #expect(working[0].answer()?.text == "done")
    for client in newcomers { #expect(client.answer()?.text == "done") }
  }

  @Test func `a body that is silent for long makes room`() throws {
    let server = try TestServer { $0.maximumConnectionsPerAddress = 1 }
    let body = try server.client()
    body.send("POST /memory HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
    #expect(eventually { (try? server.get("/hello"))??.status == 200 })
    #expect(body.isClosedByServer())
  }

  @Test func `the network with the most connections makes room, for one that has fewer`() throws {
    let server = try TestServer(TestRoutes.plain + [gate.route]) { $0.maximumConnections = 5 }
    func open(_ address: String) throws -> RawClient {
      let client = try RawClient(server.server.port, from: address)
      #expect(client.ask(Self.hello)?.status == 200)
      return client
    }
    let few = try [open("127.0.0.2"), open("127.0.0.2")]
    let many = try [open("127.0.0.3"), open("127.0.0.3"), open("127.0.0.3")]
    let newcomer = try open("127.0.0.4")
    #expect(many[0].isClosedByServer())
    // Two have two connections each now: the one that is silent longest of both.
    let second = try open("127.0.0.4")
    #expect(few[0].isClosedByServer())
    for client in [few[1], many[1], many[2], newcomer, second] {
      #expect(client.ask(Self.hello)?.status == 200)
    }
  }

  @Test func `others that have no more than the newcomer make no room`() throws {
    let server = try TestServer(TestRoutes.plain + [gate.route]) { $0.maximumConnections = 2 }
    let idle = try RawClient(server.server.port, from: "127.0.0.2")
    #expect(idle.ask(Self.hello)?.status == 200)
    let working = try busy(1, server)
    #expect(try server.client().isClosedByServer())
    #expect(idle.ask(Self.hello)?.status == 200)
    gate.leave.signal()
    #expect(working[0].answer()?.text == "done")
  }

  @Test func `a thousand silent connections of one address leave a new client its answer`() throws {
    // Two descriptors each, in this process.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 8192))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let server = try TestServer()
    let silent = try (0..<1000).map { _ in try server.client() }
    for _ in 0..<3 { #expect(try server.get("/hello")?.text == "hello") }
    let other = try RawClient(server.server.port, from: "127.0.0.2")
    #expect(other.ask(Self.hello)?.text == "hello")
    #expect(server.server.load.connections <= 258)
    withExtendedLifetime(silent) {}
  }

  @Test func `health is told while all connections and workers are taken`() throws {
    let healthy = HTTPRoute("GET", "/health", isHealth: true) { _ in TestRoutes.text("well") }
    let server = try TestServer(TestRoutes.plain + [gate.route, healthy]) {
      ($0.maximumConnections, $0.lightWorkers, $0.healthPort) = (4, 4, 0)
    }
    let port = try #require(server.server.healthPort)
    let clients = try busy(4, server)
    #expect(try server.client().isClosedByServer())
    func ask(_ path: String) throws -> RawClient.Answer? {
      try RawClient(port).ask("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    #expect(try ask("/health")?.text == "well")
    #expect(try ask("/hello")?.status == 404)
    // Silent connections to it do not keep others out either.
    let silent = try (0..<40).map { _ in try RawClient(port) }
    #expect(try ask("/health")?.text == "well")
    #expect(server.server.load.connections == 4)
    for _ in clients { gate.leave.signal() }
    for client in clients { #expect(client.answer()?.text == "done") }
    #expect(try server.get("/health")?.text == "well")
    server.server.stop(deadline: 1)
    #expect(throws: (any Error).self) { try RawClient(port) }
    withExtendedLifetime(silent) {}
  }

  @Test func `a port for health that is taken is told, and the other is given back`() throws {
    let taken = try TestServer()
    var settings = HTTPServerSettings()
    (settings.port, settings.healthPort) = (0, taken.server.port)
    #expect(throws: HTTPServerError.self) {
      try WebServer(settings: settings, routes: [], problem: TestRoutes.problem)
    }
    let without = try TestServer()
    #expect(without.server.healthPort == nil)
  }

  @Test func `of clients that do not take their answers the slowest makes room`() throws {
    let count = 50_000_000
    let large = HTTPRoute("GET", "/large") { _ in
      .bytes([UInt8](repeating: 7, count: count), mediaType: "application/octet-stream")
    }
    let server = try TestServer(TestRoutes.plain + [large]) {
      ($0.maximumConnections, $0.idleSeconds) = (2, 600)
    }
    func ask() throws -> RawClient {
      let client = try server.client(receiveBuffer: 1 << 16)
      client.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(client.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 200") == true)
      return client
    }
    let faster = try ask()
    var taken = 0
    while taken < 20_000_000 { taken += try #require(faster.more()).count }
    let slower = try ask()
    // For one of a network with fewer. What the slower one takes into its buffer is under 64 KiB/s after some
    // seconds; the other one's 20 MB are not for minutes.
    #expect(
      eventually {
        let newcomer = try? RawClient(server.server.port, from: "127.0.0.2")
        return newcomer?.ask(Self.hello)?.status == 200
      })
    #expect(slower.rest().count < count)
    #expect(faster.rest().count > count / 2)
  }
}

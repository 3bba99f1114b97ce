import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Claimants share threads and waiting places.
@Suite(.mostlyWaiting) struct FairPoolTests {
  /// Requests that stall until the test lets them go, and the order of the others.
  private final class Work: Sendable {
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)
    let order = Mutex<[String]>([])

    var routes: [HTTPRoute] {
      [
        HTTPRoute("GET", "/stall", pool: .compute) { [self] _ in
          entered.signal()
          leave.wait()
          return TestRoutes.text("stalled")
        },
        HTTPRoute("GET", "/frame", pool: .compute) { [self] request in
          order.withLock { $0.append(request.head.header("X-Who") ?? "") }
          return TestRoutes.text("frame")
        },
        HTTPRoute("GET", "/work", pool: .compute) { _ in
          usleep(5000)
          return TestRoutes.text("work")
        },
        HTTPRoute(
          "POST", "/form", body: .files(maximumBytes: 1 << 20), pool: .compute,
          handle: TestRoutes.describe),
      ]
    }
  }

  private let work = Work()

  private func server(workers: Int, waiting: Int) throws -> TestServer {
    try TestServer(
      work.routes, { ($0.computeWorkers, $0.maximumWaiting) = (workers, waiting) },
      claimant: { $0.header("X-Who") ?? $0.network })
  }

  private func ask(_ server: TestServer, _ path: String, _ who: String) throws -> RawClient {
    let client = try server.client()
    client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nX-Who: \(who)\r\n\r\n")
    return client
  }

  private func post(_ server: TestServer, _ who: String) throws -> RawClient {
    let body = Array(
      "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nx\r\n--b--\r\n".utf8)
    let client = try server.client()
    client.send(
      "POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        + "X-Who: \(who)\r\nContent-Length: \(body.count)\r\n\r\n")
    client.send(body)
    return client
  }

  /// The folders of requests, in that of the server.
  private func files(of server: TestServer) throws -> [String] {
    let files = FileManager.default
    let root = server.scratch.url.path
    return try files.contentsOfDirectory(atPath: root).flatMap {
      try files.contentsOfDirectory(atPath: "\(root)/\($0)")
    }
  }

  private func expectBusy(_ answer: RawClient.Answer?) throws {
    let answer = try #require(answer)
    #expect(answer.status == 429 && answer.text.hasPrefix("problem 429"))
    #expect((1...60).contains(Int(answer.field("Retry-After") ?? "") ?? 0))
  }

  @Test func `a claimant below its share takes the newest place of the one that has most`()
    throws
  {
    let server = try server(workers: 1, waiting: 4)
    let stalled = try ask(server, "/stall", "a")
    work.entered.wait()
    var flood: [RawClient] = []
    for number in 1...4 {
      flood.append(try ask(server, "/frame", "a"))
      #expect(eventually { server.server.load.waiting == number })
    }
    try expectBusy(ask(server, "/frame", "a").answer())
    var others: [RawClient] = []
    for number in 1...2 {
      others.append(try ask(server, "/frame", "b"))
      try expectBusy(flood.popLast()?.answer())
      let contention = server.server.load.computeContention
      #expect((contention.pushedOut, contention.waitingClaimants) == (number, 2))
    }
    // Both have half of the places: now the other is refused too.
    try expectBusy(ask(server, "/frame", "b").answer())
    work.leave.signal()
    #expect(stalled.answer()?.text == "stalled")
    for client in flood + others { #expect(client.answer()?.text == "frame") }
    // The stalled request is charged what it took.
    #expect(work.order.withLock { $0 } == ["b", "b", "a", "a"])
  }

  @Test func `a body is read where its claimant has a share, though all places are taken`() throws {
    let server = try server(workers: 1, waiting: 2)
    let stalled = try ask(server, "/stall", "a")
    work.entered.wait()
    let flood = try (0..<2).map { _ in try ask(server, "/frame", "a") }
    #expect(eventually { server.server.load.waiting == 2 })
    try expectBusy(post(server, "a").answer())
    let other = try post(server, "b")
    #expect(eventually { server.server.load.computeContention.pushedOut == 1 })
    work.leave.signal()
    #expect(other.answer()?.status == 200)
    #expect(stalled.answer()?.status == 200)
    #expect(flood.map { $0.answer()?.status ?? 0 }.sorted() == [200, 429])
  }

  @Test func `a request that was pushed out leaves none of its files`() throws {
    let server = try server(workers: 1, waiting: 2)
    let stalled = try ask(server, "/stall", "a")
    work.entered.wait()
    let flood = try (1...2).map { number in
      let client = try post(server, "a")
      #expect(eventually { server.server.load.waiting == number })
      return client
    }
    // A folder for each request.
    #expect(try files(of: server).count == 2)
    let other = try ask(server, "/frame", "b")
    try expectBusy(flood[1].answer())
    #expect(try eventually { try files(of: server).count == 1 })
    work.leave.signal()
    #expect(flood[0].answer()?.status == 200)
    #expect(other.answer()?.status == 200)
    #expect(stalled.answer()?.status == 200)
    #expect(try eventually { try files(of: server).isEmpty })
  }

  @Test func `while one claimant stalls a worker and waits, another's requests are answered`()
    throws
  {
    let server = try server(workers: 2, waiting: 4)
    // Alone it has both workers.
    let stalled = try (0..<4).map { _ in try ask(server, "/stall", "a") }
    work.entered.wait()
    work.entered.wait()
    #expect(eventually { server.server.load.waiting == 2 })
    let other = try ask(server, "/work", "b")
    #expect(eventually { server.server.load.waiting == 3 })
    // The worker that comes free is the other's, whose request came last.
    work.leave.signal()
    #expect(other.answer()?.text == "work")
    // No other claimant comes, and after some seconds the free worker takes the next by itself.
    work.entered.wait()
    #expect(server.server.load.running == 2)
    for _ in 0..<3 { work.leave.signal() }
    for client in stalled { #expect(client.answer()?.text == "stalled") }
  }

  @Test func `hundreds of requests of many claimants are all answered, each once`() throws {
    let server = try server(workers: 3, waiting: 500)
    let clients = try (0..<200).map { try ask(server, "/frame", "k\($0 % 17)") }
    for client in clients { #expect(client.answer()?.text == "frame") }
    #expect(work.order.withLock { $0.count } == 200)
    #expect(eventually { server.server.load.running == 0 })
    #expect(server.server.load.computeContention == PoolContention())
  }

  @Test func `a client that leaves while it waits gives its place and its files back at once`()
    throws
  {
    let server = try server(workers: 1, waiting: 1)
    let stalled = try ask(server, "/stall", "a")
    work.entered.wait()
    // Once with a body and once without; nothing moves on the one worker meanwhile.
    for waits in [post, { try self.ask($0, "/frame", $1) }] {
      let gone = try waits(server, "b")
      #expect(eventually { server.server.load.waiting == 1 })
      gone.reset()
      #expect(eventually { server.server.load.waiting == 0 })
      #expect(try eventually { try files(of: server).isEmpty })
    }
    #expect(server.server.load.running == 1)
    let next = try ask(server, "/frame", "b")
    #expect(eventually { server.server.load.waiting == 1 })
    work.leave.signal()
    #expect(stalled.answer()?.text == "stalled")
    #expect(next.answer()?.text == "frame")
    #expect(work.order.withLock { $0 } == ["b"])
  }
}

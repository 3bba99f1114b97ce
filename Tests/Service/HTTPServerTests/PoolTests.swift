import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

/// Pictures and recordings: workers and queues of their own.
@Suite struct PoolTests {
  /// Work that stalls until the test lets it go.
  private final class Stall: Sendable {
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)

    func route(_ path: String, _ pool: HTTPRoute.Pool) -> HTTPRoute {
      HTTPRoute("GET", path, pool: pool) { [self] _ in
        entered.signal()
        leave.wait()
        return TestRoutes.text("done")
      }
    }
  }

  private static func form(_ part: String, _ content: String = "x") -> [UInt8] {
    Array(
      ("--b\r\nContent-Disposition: form-data; name=\"\(part)\"\r\n\r\n\(content)\r\n--b--\r\n")
        .utf8)
  }

  /// The bytes of the longest body that is none of a recording.
  private static let longest = 50_000
  /// A form of a picture, of so many bytes.
  private static func picture(_ count: Int) -> [UInt8] {
    form("picture", String(repeating: "x", count: count - form("picture", "").count))
  }

  private static let type = "multipart/form-data; boundary=b"

  private let stall = Stall()

  /// Pictures that are drawn, recordings that are looked into, and a route for both.
  private func server(_ stalled: HTTPRoute.Pool) throws -> TestServer {
    try TestServer([
      stall.route("/stall", stalled),
      HTTPRoute("GET", "/frame", pool: .compute) { _ in TestRoutes.text("frame") },
      HTTPRoute("GET", "/probe", pool: .recording) { _ in TestRoutes.text("probe") },
      HTTPRoute(
        "POST", "/shot", body: .files(maximumBytes: 1 << 20), pool: .compute,
        largeBody: .init(part: "video", bytes: Self.longest, pool: .recording),
        handle: TestRoutes.describe),
    ]) {
      ($0.computeWorkers, $0.maximumWaiting) = (1, 1)
      ($0.recordingWorkers, $0.maximumWaitingRecordings) = (1, 1)
    }
  }

  /// Holds the one worker and the one place of a pool while something is done.
  private func whileFull(
    _ server: TestServer, _ waiting: (WebServer.Load) -> Int, _ body: () throws -> Void
  ) throws {
    let clients = try (0..<2).map { _ in try server.client() }
    clients[0].send("GET /stall HTTP/1.1\r\nHost: a\r\n\r\n")
    stall.entered.wait()
    clients[1].send("GET /stall HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { waiting(server.server.load) == 1 })
    try body()
    // Nothing of it moved meanwhile.
    #expect(stall.entered.wait(timeout: .now()) == .timedOut)
    for _ in clients { stall.leave.signal() }
    for client in clients { #expect(client.answer()?.text == "done") }
  }

  private func expectBusy(_ answer: RawClient.Answer?) throws {
    let answer = try #require(answer)
    #expect(answer.status == 429 && answer.text.hasPrefix("problem 429"))
    #expect((1...60).contains(Int(answer.field("Retry-After") ?? "") ?? 0))
  }

  @Test func `while recordings stall and wait, pictures are answered and more recordings refused`()
    throws
  {
    let server = try server(.recording)
    try whileFull(server, \.recordingsWaiting) {
      let load = server.server.load
      #expect((load.recordingsRunning, load.running, load.waiting) == (1, 0, 0))
      #expect(try server.get("/frame")?.text == "frame")
      #expect(try server.post("/shot", Self.form("picture"), type: Self.type)?.status == 200)
      try expectBusy(server.get("/probe"))
      try expectBusy(server.post("/shot", Self.form("video"), type: Self.type))
    }
    // One less, and there is room.
    #expect(try server.get("/probe")?.text == "probe")
    #expect(try server.post("/shot", Self.form("video"), type: Self.type)?.status == 200)
  }

  @Test func `while pictures stall and wait, recordings are answered and more pictures refused`()
    throws
  {
    let server = try server(.compute)
    try whileFull(server, \.waiting) {
      let load = server.server.load
      #expect((load.running, load.recordingsRunning, load.recordingsWaiting) == (1, 0, 0))
      #expect(try server.get("/probe")?.text == "probe")
      #expect(try server.post("/shot", Self.form("video"), type: Self.type)?.status == 200)
      try expectBusy(server.get("/frame"))
      try expectBusy(server.post("/shot", Self.form("picture"), type: Self.type))
    }
    #expect(try server.get("/frame")?.text == "frame")
  }

  @Test func `a body that is too long for a picture goes with the recordings`() throws {
    let server = try server(.recording)
    try whileFull(server, \.recordingsWaiting) {
      let fits = try server.post("/shot", Self.picture(Self.longest), type: Self.type)
      #expect(fits?.status == 200)
      try expectBusy(server.post("/shot", Self.picture(Self.longest + 1), type: Self.type))
      // One that does not tell its length.
      let client = try server.client()
      client.send(
        "POST /shot HTTP/1.1\r\nHost: a\r\nContent-Type: \(Self.type)\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      client.send("\(String(Self.longest + 1, radix: 16))\r\n")
      client.send(Array(Self.picture(Self.longest + 1000).prefix(Self.longest + 1)))
      try expectBusy(client.answer())
    }
  }

  @Test func `a recording that has no place is refused before it has arrived`() throws {
    let server = try server(.recording)
    try whileFull(server, \.recordingsWaiting) {
      let client = try server.client()
      client.send(
        "POST /shot HTTP/1.1\r\nHost: a\r\nContent-Type: \(Self.type)\r\n"
          + "Content-Length: 900000\r\n\r\n")
      client.send(Array(Self.form("video", String(repeating: "x", count: 5000)).prefix(4000)))
      // The other 896,000 bytes never come.
      try expectBusy(client.answer())
    }
  }

  @Test func `a client without the right takes no place in the queue for long work`() throws {
    let stalled = stall.route("/stall", .compute)
    let guarded = HTTPRoute(
      "GET", "/guarded", pool: .compute,
      admit: { if $0.header("Authorization") == nil { throw TestRoutes.Refusal() } },
      handle: { _ in TestRoutes.text("in") })
    let server = try TestServer([stalled, guarded]) {
      ($0.computeWorkers, $0.maximumWaiting) = (1, 1)
    }
    let client = try server.client()
    client.send("GET /stall HTTP/1.1\r\nHost: a\r\n\r\n")
    stall.entered.wait()
    // The one place is free, and stays so, however many come; they are told at once.
    for _ in 0..<3 { #expect(try server.get("/guarded")?.status == 401) }
    #expect(server.server.load.waiting == 0)
    let allowed = try server.client()
    allowed.send("GET /guarded HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\n\r\n")
    #expect(eventually { server.server.load.waiting == 1 })
    #expect(try server.get("/guarded")?.status == 401)
    stall.leave.signal()
    #expect(client.answer()?.text == "done")
    #expect(allowed.answer()?.text == "in")
  }

  /// By a body that is held, by one that is not, and by one that does not tell its length.
  @Test(arguments: ["Content-Length: 5", "Content-Length: 900000", "Transfer-Encoding: chunked"])
  func `a client that may not send a body is not told that there is no room for it`(
    length: String
  ) throws {
    let guarded = HTTPRoute(
      "POST", "/guarded", body: .files(maximumBytes: 1 << 20), pool: .compute,
      admit: { if $0.header("Authorization") == nil { throw TestRoutes.Refusal() } },
      handle: TestRoutes.describe)
    let server = try TestServer([stall.route("/stall", .compute), guarded]) {
      ($0.computeWorkers, $0.maximumWaiting, $0.minimumFreeBytes) = (1, 1, 1 << 50)
    }
    func ask(_ fields: String) throws -> Int? {
      let client = try server.client()
      client.send("POST /guarded HTTP/1.1\r\nHost: a\r\n\(fields)\(length)\r\n\r\n")
      // All of the body that is held, and the begin of the others.
      client.send(length.hasPrefix("T") ? "5\r\nabcde\r\n" : "abcde")
      return client.answer()?.status
    }
    #expect(try ask("") == 401)
    #expect(try ask("Authorization: x\r\n") == 507)
    try whileFull(server, \.waiting) {
      let (refused, busy) = (try ask(""), try ask("Authorization: x\r\n"))
      #expect(refused == 401)
      // The disk is looked at first; a body of unknown length, when it comes.
      #expect(busy == (length.hasPrefix("T") ? 429 : 507))
    }
  }
}

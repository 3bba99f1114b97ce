import Foundation
import Glibc
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// How the thread that serves all sockets shares its turns out.
@Suite struct TurnTests {
  /// What was observed, in its order.
  private final class Order: Sendable {
    struct State {
      var flood = 0
      /// The flood's requests at the time when the other one was sent, and when it was answered.
      var sentAt: Int?
      var answeredAt: Int?
    }
    let state = Mutex(State())
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)
  }

  @Test func `a client that sends thousands of requests ahead has as many of a turn as before`()
    throws
  {
    let (count, mark) = (30_000, 16_000)
    let order = Order()
    let socket = Mutex<Int32>(-1)
    let server = try TestServer(observe: { exchange in
      if exchange.id == "hold" {
        order.entered.signal()
        order.leave.wait()
      }
      let isTurn = order.state.withLock { state in
        if exchange.id == "other" { state.answeredAt = state.flood }
        guard exchange.id == "flood" else { return false }
        state.flood += 1
        if state.flood == mark { state.sentAt = mark }
        return state.flood == mark
      }
      guard isTurn else { return }
      // On the thread that serves the sockets: the system has these bytes before its next turn.
      let bytes = Array("OPTIONS * HTTP/1.1\r\nHost: a\r\nX-Request-ID: other\r\n\r\n".utf8)
      _ = Glibc.send(socket.withLock { $0 }, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    })
    let (flood, other) = (try server.client(), try server.client())
    socket.withLock { $0 = other.socket }
    #expect(other.ask("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 204)
    let hold = try server.client()
    hold.send("OPTIONS * HTTP/1.1\r\nHost: a\r\nX-Request-ID: hold\r\n\r\n")
    order.entered.wait()
    // As much as the system takes is there when the server goes on.
    let request = "OPTIONS * HTTP/1.1\r\nHost: a\r\nX-Request-ID: flood\r\n"
    let all = Array(
      (String(repeating: request + "\r\n", count: count - 1) + request + "Connection: close\r\n\r\n")
        .utf8)
    let sender = flood.socket
    Thread.detachNewThread {
      var sent = 0
      while sent < all.count {
        let now = all[sent...].withUnsafeBytes {
          Glibc.send(sender, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if now <= 0 { break }
        sent += now
        if sent > 1 << 20 { order.leave.signal() }
      }
      order.leave.signal()
    }
    let answers = String(decoding: flood.rest(), as: UTF8.self)
    #expect(answers.components(separatedBy: "HTTP/1.1 204 ").count == count + 1)
    #expect(other.answer()?.status == 204)
    #expect(eventually { order.state.withLock { $0.answeredAt != nil } })
    let state = order.state.withLock { $0 }
    let (sentAt, answeredAt) = (try #require(state.sentAt), try #require(state.answeredAt))
    // The rest of that turn, and what the next one may begin with.
    #expect(answeredAt - sentAt <= 64, "\(answeredAt - sentAt) requests came in between")
  }

  @Test func `what is sent ahead behind a refused body is answered, however slowly it is read`()
    throws
  {
    let long = [UInt8](repeating: 0x20, count: 20_000_000)
    let server = try TestServer(problem: { error, head in
      var response = TestRoutes.problem(error, head)
      response.body = .bytes(long)
      return response
    })
    let client = try server.client(receiveBuffer: 1 << 18)
    let body = "--b\r\nno header\r\n\r\n--b--\r\n"
    client.send(
      "POST /memory HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        + "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        + "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    let refusal = client.answer()
    #expect(refusal?.status == 400)
    #expect(refusal?.body.count == long.count)
    #expect(refusal?.field("Connection") == nil)
    #expect(client.answer()?.text == "hello")
  }

  /// Zeros as zstd packs them: a few thousand bytes.
  private func packedZeros(_ count: Int) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try Program(named: "sh").succeed(
      ["-c", "head -c \(count) /dev/zero | zstd -qc > packed"], in: scratch)
    return try scratch.bytes("packed")
  }

  @Test func `few bytes that become many are decoded in steps, to the same bytes`() throws {
    let (count, most) = (20_000_000, 1 << 20)
    let packed = try packedZeros(count)
    let budget = BodyBudget(memoryBytes: 1 << 30, minimumFreeBytes: 0) { nil }
    let decoder = try BodyDecoder(.zstd, reservation: BodyReservation(budget, for: "a"))
    var (rest, all, steps, isDone) = (packed[...], 0, 0, false)
    while !isDone, steps < 1000 {
      var step = 0
      let (taken, isLast) = try rest.withUnsafeBytes { bytes in
        try decoder.decode(bytes, most: most) { decoded in
          step += decoded.count
          #expect(decoded.allSatisfy { $0 == 0 })
        }
      }
      #expect(step < most + BodyDecoder.pieceBytes)
      rest = rest.dropFirst(taken)
      (all, steps, isDone) = (all + step, steps + 1, isLast)
    }
    try decoder.finish()
    #expect(all == count && rest.isEmpty && isDone)
    #expect(steps >= count / (most + BodyDecoder.pieceBytes))
  }

  @Test func `while few bytes become many, others are served`() throws {
    final class Shown: Sendable {
      struct Server: Sendable { weak let server: WebServer? }
      let server = Mutex(Server(server: nil))
      let diskBytes = Mutex<Int?>(nil)
    }
    let count = 64 << 20
    let (order, shown, packed) = (Order(), Shown(), try packedZeros(count))
    let upload = HTTPRoute("POST", "/upload", body: .files(maximumBytes: count)) { request in
      guard case .parts(let parts) = request.body else { return TestRoutes.text("none") }
      return TestRoutes.text(parts.map { "\($0.content.size)" }.joined(separator: " "))
    }
    let server = try TestServer(
      TestRoutes.plain + [upload],
      claimant: { head in
        // On the thread that serves the sockets.
        if head.id == "other" {
          let load = shown.server.withLock { $0.server?.load }
          shown.diskBytes.withLock { $0 = load?.bodyDiskBytes }
        }
        return head.network
      },
      observe: { exchange in
        guard exchange.id == "hold" else { return }
        order.entered.signal()
        order.leave.wait()
      })
    shown.server.withLock { $0 = Shown.Server(server: server.server) }
    let (large, other, hold) = (try server.client(), try server.client(), try server.client())
    large.send(
      "POST /upload HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Encoding: zstd\r\n"
        + "Content-Length: \(packed.count)\r\n\r\n")
    #expect(large.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(other.ask("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 204)
    hold.send("OPTIONS * HTTP/1.1\r\nHost: a\r\nX-Request-ID: hold\r\n\r\n")
    order.entered.wait()
    // Both are there when the server goes on, the body first, and a request behind it.
    large.send(packed + Array("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    other.send("GET /hello HTTP/1.1\r\nHost: a\r\nX-Request-ID: other\r\n\r\n")
    order.leave.signal()
    #expect(other.answer()?.text == "hello")
    #expect(large.answer()?.text == "\(count)")
    #expect(large.answer()?.text == "hello")
    // No more than a turn's of the body was decoded when the other one had its turn.
    let diskBytes = try #require(shown.diskBytes.withLock { $0 })
    #expect((1...4 << 20).contains(diskBytes), "\(diskBytes) bytes on disk")
  }
}

import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// What the real nginx passes on is read here as nginx reads it.
@Suite(.enabled(if: Nginx.path != nil, "needs nginx: Scripts/install-packages.sh"))
struct NginxFramingTests {
  private static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  private final class Seen: Sendable {
    let bodies = Mutex<[[UInt8]]>([])
    let isLast = Atomic(0)
  }
  private let seen = Seen()

  private func serve() throws -> TestServer {
    try TestServer([
      HTTPRoute("GET", "/hello") { _ in TestRoutes.text("hello") },
      HTTPRoute("GET", "/last") { [seen] _ in
        seen.isLast.add(1, ordering: .relaxed)
        return TestRoutes.text("last")
      },
      HTTPRoute("POST", "/memory", body: .memory(maximumBytes: 100_000)) { [seen] request in
        if case .bytes(let bytes, _) = request.body { seen.bodies.withLock { $0.append(bytes) } }
        return TestRoutes.text("memory")
      },
    ]) { $0.lingerSeconds = 0.5 }
  }

  /// The answers that came back; those that the server gave have its field.
  private func answers(_ client: RawClient) -> (all: Int, ours: Int) {
    let text = String(decoding: client.rest(), as: UTF8.self)
    let all = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
    return (all.count, all.count { $0.lowercased().contains("\r\nx-request-id: ") })
  }

  @Test func `as many requests arrive as nginx passed on, whatever it is sent`() throws {
    let server = try serve()
    // The same configuration without TLS.
    let nginx = try Nginx(before: server.server.port, [(" ssl http2;", ";")])
    var passed = 0
    let requests = Attacks.refused.merging(Attacks.taken.mapValues(\.request)) { one, _ in one }
    for (name, request) in requests.sorted(by: { $0.key < $1.key }) where !name.contains("TLS") {
      let before = server.exchanges.count
      let lastBefore = seen.isLast.load(ordering: .relaxed)
      let client = try RawClient(nginx.httpsPort)
      client.send(request + Self.last)
      // What nginx still waits for does not come; to close would have it give up what it has passed on.
      var patience = timeval(tv_sec: 1, tv_usec: 0)
      setsockopt(
        client.socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      var (all, ours) = answers(client)
      // A busy machine may answer later than that.
      for _ in 0..<10 where server.exchanges.count - before > max(all, 1) {
        let more = answers(client)
        (all, ours) = (all + more.all, ours + more.ours)
      }
      passed += ours
      #expect(eventually { server.exchanges.count >= before + ours }, "\(name)")
      let arrived = server.exchanges.count - before
      // One may be lost with a client that nginx gave up.
      #expect(arrived <= max(all, 1), "\(name): \(arrived) arrived, \(all) answered")
      // The last one ran only where nginx read it as a request.
      let lastRan = seen.isLast.load(ordering: .relaxed) - lastBefore
      #expect(lastRan <= max(0, all - 1), "\(name): \(all) answered")
    }
    #expect(passed > 20)
  }

  @Test func `bodies arrive as nginx read them`() throws {
    let server = try serve()
    let nginx = try Nginx(before: server.server.port, [(" ssl http2;", ";")])
    var expected: [[UInt8]] = []
    for number in 0..<20 {
      let body = Array(String(repeating: "\(number)\r\n0\r\n\r\n", count: number * 37 + 1).utf8)
      expected.append(body)
      let client = try RawClient(nginx.httpsPort)
      client.send("POST /memory HTTP/1.1\r\nHost: a\r\n")
      if number % 2 == 0 {
        client.send("Content-Length: \(body.count)\r\n\r\n")
        client.send(body)
      } else {
        client.send("Transfer-Encoding: chunked\r\n\r\n")
        for start in stride(from: 0, to: body.count, by: 101) {
          let chunk = body[start..<min(start + 101, body.count)]
          client.send(Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10])
        }
        client.send("0\r\n\r\n")
      }
      #expect(client.answer()?.text == "memory")
    }
    #expect(seen.bodies.withLock { $0 } == expected)
  }
}
